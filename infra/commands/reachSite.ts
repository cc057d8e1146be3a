import { ConfigurationError } from '@almanac/service';
import { createSiteClient, type FormClient, type UploadingClient } from '../import/siteClient.ts';
import { ask, askSecret, canAsk } from './ask.ts';
import { restRootOf } from './restRoot.ts';
import { ownAddress, type SiteOptions } from './siteOptions.ts';

export interface ReachedSite {
  readonly root: string;
  readonly client: UploadingClient & FormClient;
}

/**
 * Returns a client of a running site. Asks the person for a missing login or password.
 * @throws ConfigurationError if nobody can answer; UnreachableError
 */
export const reachSite = async ({ site = ownAddress(), user, password }: SiteOptions): Promise<ReachedSite> => {
  const root = await restRootOf(site);
  const login = user || (await missing('--user', 'ALMANAC_USER', () => ask(`Login at ${new URL(root).host}: `)));
  const question = `Application password of ${login} (not shown): `;
  const secret = password || (await missing('--password', 'ALMANAC_PASSWORD', () => askSecret(question)));
  return { root, client: createSiteClient({ root, user: login, password: secret }) };
};

const missing = async (option: string, variable: string, asking: () => Promise<string>): Promise<string> => {
  const answer = canAsk() ? await asking() : '';
  if (answer !== '') return answer;
  throw new ConfigurationError(
    `${option} (or the variable ${variable}) is missing: this needs an account of the site and one of its application passwords. \`npm start\` shows one at its first start; npm run user -- application-password LOGIN makes another.`,
  );
};
