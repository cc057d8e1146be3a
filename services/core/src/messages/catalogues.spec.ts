import { join } from 'node:path';
import { cataloguesContract } from '@almanac/rest/catalogues-contract';
import { routesOf } from '../service.ts';
import { coreUnderTest } from '../testing.contract.ts';
import { postTypes } from '../types/postTypes.ts';
import { statuses } from '../types/statusRoutes.ts';
import { taxonomyLabels } from '../types/taxonomyLabels.ts';
import { catalogues } from './catalogues.ts';

const source = join(import.meta.dirname, '..');

cataloguesContract('core', {
  sources: [source, join(source, '../../../libs/content-model/src')],
  routes: routesOf(coreUnderTest()),
  others: [
    ...postTypes.flatMap((type) => Object.values(type.labels)),
    'Custom Link',
    'Post Type Archive',
    'Main menu',
    'Footer menu',
    ...statuses.map(({ name }) => name),
    ...Object.values(taxonomyLabels).flatMap((texts) => Object.values(texts)),
  ],
  catalogues,
});
