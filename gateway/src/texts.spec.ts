import { cataloguesContract } from '@almanac/rest/catalogues-contract';
import { catalogues } from './texts.ts';

cataloguesContract('the gateway', {
  sources: [import.meta.dirname],
  routes: [],
  others: ['The interface of {site}'],
  catalogues,
});
