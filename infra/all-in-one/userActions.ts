import { ConfigurationError, readSiteFile } from '@almanac/service';
import { askSecret, canAsk, firstLine } from '../commands/ask.ts';
import type { Say } from '../commands/output.ts';
import { reachSite } from '../commands/reachSite.ts';
import type { SiteClient } from '../import/siteClient.ts';
import type { AccountOptions } from './accountOptions.ts';
import { accountOf, addAccount, addPassword, listAccounts, setPassword } from './accounts.ts';
import { openMongodbCore } from './coreBeside.ts';
import { openOfflineCore } from './offlineCore.ts';
import { readSettings } from './settings.ts';

/** Access to the accounts of a running or stopped site. */
export interface ReachedAccounts {
  readonly client: SiteClient;
  /** Missing if misc cannot be called. */
  makeRecoveryCodes?(user: number): Promise<readonly string[]>;
}

type Action = (
  accounts: ReachedAccounts & { readonly say: Say },
  login: string,
  options: AccountOptions,
) => Promise<void>;

/** The actions of `almanac user NAME …`, by name. */
export const userActions = {
  list: async ({ client, say }) => {
    for (const { id, username, roles, email } of await listAccounts(client)) {
      say([id, username, roles.join(), email].join('\t'), { id, login: username, roles, email });
    }
  },
  add: async ({ client, say }, login, { email, role, name, for: purpose }) => {
    await addAccount(client, { login, email, role, name });
    const password = await addPassword(client, login, purpose);
    say(`${login}: ${password}`, { login, application_password: password });
  },
  password: async ({ client, say }, login) => {
    const { username } = await accountOf(client, login);
    await setPassword(client, login, await newPassword(username));
    say(`${username} signs in with the new password at /admin/; sessions that it had are over.`, { login: username });
  },
  'application-password': async ({ client, say }, login, { for: purpose }) => {
    const password = await addPassword(client, login, purpose);
    say(`${login}: ${password}`, { login, application_password: password });
  },
  recovery: async ({ client, makeRecoveryCodes, say }, login) => {
    if (makeRecoveryCodes === undefined)
      throw new ConfigurationError(
        'Recovery codes are made on a data folder; elsewhere by the user, on /admin/account.',
      );
    const { id } = await accountOf(client, login);
    for (const code of await makeRecoveryCodes(id)) say(code, { code });
  },
} as const satisfies Readonly<Record<string, Action>>;

/**
 * Asks for the password twice at a terminal; otherwise reads the first line of the piped input.
 * @throws ConfigurationError
 */
const newPassword = async (login: string): Promise<string> => {
  if (!canAsk()) {
    const piped = process.stdin.isTTY ? '' : await firstLine();
    if (piped !== '') return piped;
    throw new ConfigurationError('Nobody can be asked for the new password; pipe it in, in a line.');
  }
  const password = await askSecret(`New password of ${login}, 12 characters or more (not shown): `);
  if (password === (await askSecret('The same again: '))) return password;
  throw new ConfigurationError('The two are not the same; nothing was changed.');
};

/** Runs work on the accounts of a running site, of one on MongoDB, or of one in a data folder. */
export const withAccounts = async (
  options: AccountOptions,
  work: (accounts: ReachedAccounts) => Promise<void>,
): Promise<void> => {
  if (options.site !== undefined) return work(await reachSite(options));
  const { MONGODB_URL } = process.env;
  if (MONGODB_URL) {
    const { client, stop } = await openMongodbCore(process.env);
    return work({ client }).finally(stop);
  }
  const { DATA, SITE_FILE } = readSettings(process.env);
  const { client, makeRecoveryCodes, stop } = await openOfflineCore(DATA, await readSiteFile(SITE_FILE));
  return work({ client, makeRecoveryCodes }).finally(stop);
};
