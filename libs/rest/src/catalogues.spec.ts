import { contractsErrors } from '@almanac/contracts';
import { eventSourcingErrors } from '@almanac/event-sourcing';
import { catalogueFaults } from '@almanac/i18n';
import { restCatalogues } from './catalogues.ts';
import { restErrors } from './errors.ts';
import { messages, statusMessages } from './messages.ts';
import { headerMessages, openApiMessages } from './openApiMessages.ts';

describe('the texts of this library', () => {
  it('are translated with all their placeholders', () => {
    const texts = [messages, openApiMessages].flatMap((each) => Object.values<string>(each));
    const all = [...texts, ...statusMessages.values(), ...headerMessages.values()];
    expect(catalogueFaults(all, restCatalogues)).toEqual([]);
  });

  it('include the errors of this library and of those below it, with their remedies', () => {
    const errors = Object.values({ ...restErrors, ...contractsErrors, ...eventSourcingErrors });
    const texts = errors.flatMap(({ definition: { message, remedy } }) => [message, remedy]);
    expect(catalogueFaults(texts, restCatalogues)).toEqual([]);
  });
});
