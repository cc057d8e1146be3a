import { join } from 'node:path';
import { cataloguesContract } from '@almanac/rest/catalogues-contract';
import { statusMessages } from '../plugin/status.ts';
import { routesOf } from '../routes.ts';
import { warningMessages } from '../rules/chains.ts';
import { ruleMessages } from '../rules/storedRule.ts';
import { watchedTypes } from '../settings/changeSettings.ts';
import { redirectionOf } from '../testing.contract.ts';
import { transferMessages } from '../transfer/parsed.ts';
import { catalogues } from './catalogues.ts';

const source = join(import.meta.dirname, '..');

cataloguesContract('redirection', {
  sources: [source],
  routes: routesOf(redirectionOf()),
  others: [
    ...Object.values({ ...statusMessages, ...warningMessages, ...ruleMessages, ...transferMessages }),
    ...Object.values(watchedTypes),
    'Old addresses of records',
    'The data need no upgrade.',
    'Invalid group or parameters',
    'Invalid group details',
    'Invalid redirect details',
    'Invalid redirect',
    'Invalid group when creating redirect',
    'Filter is not an array',
    'Filter type is not supported: {filter}',
  ],
  catalogues,
});
