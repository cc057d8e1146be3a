import { join } from 'node:path';
import { cataloguesContract } from '@almanac/rest/catalogues-contract';
import { routesOf } from '../service.ts';
import { translationOf } from '../testing.contract.ts';
import { catalogues } from './catalogues.ts';

cataloguesContract('translation', {
  sources: [join(import.meta.dirname, '..')],
  routes: routesOf(translationOf()),
  others: [],
  catalogues,
});
