import { cataloguesContract } from '@almanac/rest/catalogues-contract';
import { startRequests } from './reference/startRequests.ts';
import { catalogues } from './texts.ts';

cataloguesContract('the gateway', {
  sources: [import.meta.dirname],
  forPrograms: 'mcp',
  routes: [],
  others: [
    'The interface of {site}',
    'Reference of the interface',
    'Namespaces',
    'A script renders the reference from this document:',
    'Programs read and write the site here, as JSON.',
    ...startRequests.map(({ title }) => title),
    'Anybody may read what is public. Changes need an account with the right to make them.',
    'Search the operations',
    'No operation matches.',
    'Sign in',
    'Create an application password in the administration, and send it with your login over https (HTTP Basic authentication).',
    'Open the administration',
    'Ten requests to start with',
    'Language of the code',
    'Copy',
    'Copied',
  ],
  catalogues,
});
