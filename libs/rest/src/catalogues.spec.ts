import { catalogueFaults } from '@almanac/i18n';
import { restCatalogues } from './catalogues.ts';
import { messages, statusMessages } from './messages.ts';

it('every text of this library is translated with all its placeholders', () => {
  expect(catalogueFaults([...Object.values(messages), ...statusMessages.values()], restCatalogues)).toEqual([]);
});
