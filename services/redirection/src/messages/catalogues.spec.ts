import { join } from 'node:path';
import { cataloguesContract } from '@almanac/rest/catalogues-contract';
import { redirectionErrors } from '../errors.ts';
import { statusMessages } from '../plugin/status.ts';
import { warningMessages } from '../rules/chains.ts';
import { routesOf } from '../service.ts';
import { watchedTypes } from '../settings/changeSettings.ts';
import { redirectionOf } from '../testing.contract.ts';
import { transferMessages } from '../transfer/parsed.ts';
import { catalogues } from './catalogues.ts';

const source = join(import.meta.dirname, '..');

cataloguesContract('redirection', {
  sources: [source],
  routes: routesOf(redirectionOf()),
  others: [
    ...Object.values({ ...statusMessages, ...warningMessages, ...transferMessages }),
    ...Object.values(redirectionErrors).map(({ definition }) => definition.message),
    ...Object.values(watchedTypes),
    'Old addresses of records',
    'The data need no upgrade.',
    'Filter is not an array',
    'Filter type is not supported: {filter}',
  ],
  catalogues,
});
