import { contractsErrors } from '@almanac/contracts';
import { eventSourcingErrors } from '@almanac/event-sourcing';
import { catalogueFaults } from '@almanac/i18n';
import { restCatalogues } from './catalogues.ts';
import { restErrors } from './errors.ts';
import { messages, statusMessages } from './messages.ts';

describe('the texts of this library', () => {
  it('are translated with all their placeholders', () => {
    expect(catalogueFaults([...Object.values(messages), ...statusMessages.values()], restCatalogues)).toEqual([]);
  });

  it('include the errors of this library and of those below it, with their remedies', () => {
    const errors = Object.values({ ...restErrors, ...contractsErrors, ...eventSourcingErrors });
    const texts = errors.flatMap(({ definition: { message, remedy } }) => [message, remedy]);
    expect(catalogueFaults(texts, restCatalogues)).toEqual([]);
  });
});
