import { cataloguesContract } from '@almanac/rest/catalogues-contract';
import { catalogues } from './texts.ts';

cataloguesContract('the gateway', {
  sources: [import.meta.dirname],
  routes: [],
  others: [
    'The interface of {site}',
    'Reference of the interface',
    'Namespaces',
    'A script renders the reference from this document:',
    'Programs read and write the site here, as JSON.',
  ],
  catalogues,
});
