import { parseArgs } from 'node:util';
import { ConfigurationError, readSiteFile } from '@almanac/service';
import { createSiteClient, RefusedError, type SiteClient } from '../import/siteClient.ts';
import { writePrivately } from '../privateFiles.ts';
import { accountOf, addAccount, addPassword, listAccounts, UnknownLoginError } from './accounts.ts';
import { openOfflineCore } from './offlineCore.ts';
import { readSettings } from './settings.ts';

const USAGE = `Accounts of the site in the data folder (DATA, default ./data), while it is not running.

  npm run user -- list
  npm run user -- add LOGIN --email ADDRESS [--role author] [--name 'What others see']
  npm run user -- password LOGIN [--for 'what it is for']
  npm run user -- recovery LOGIN

add and password print an application password, once; recovery ten codes for the second step of signing in, once.
Roles: administrator, editor, author, contributor, subscriber.
Of a running site, but for recovery, with the application password of an administrator:

  … --site http://localhost:8080/en/json --user LOGIN --password APPLICATION_PASSWORD`;

const readArguments = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      role: { type: 'string', default: 'author' },
      name: { type: 'string' },
      for: { type: 'string', default: 'command line' },
      site: { type: 'string' },
      user: { type: 'string' },
      password: { type: 'string' },
    },
  });
  const [command, login] = positionals;
  return { ...values, command, login };
};

type Arguments = ReturnType<typeof readArguments>;

const run = async (
  site: SiteClient,
  { command, login, email, role, name, for: purpose }: Arguments,
): Promise<string> => {
  if (command === 'list') {
    const rows = (await listAccounts(site)).map((user) =>
      [user.id, user.username, user.roles.join(), user.email].join('\t'),
    );
    return rows.join('\n');
  }
  if (command === 'add' && login !== undefined && email !== undefined) {
    await addAccount(site, { login, email, role, name });
    return `${login}: ${await addPassword(site, login, purpose)}`;
  }
  if (command === 'password' && login !== undefined) return `${login}: ${await addPassword(site, login, purpose)}`;
  throw new ConfigurationError(USAGE);
};

const main = async (): Promise<void> => {
  const given = readArguments();
  if (given.command === undefined) throw new ConfigurationError(USAGE);
  if (given.site !== undefined) {
    const client = createSiteClient({ root: given.site, user: given.user, password: given.password });
    return console.log(await run(client, given));
  }
  const { DATA, SITE_FILE } = readSettings(process.env);
  const offline = await openOfflineCore(DATA, await readSiteFile(SITE_FILE));
  try {
    const { command, login } = given;
    if (command === 'recovery' && login !== undefined) {
      const { id } = await accountOf(offline.client, login);
      return console.log((await offline.makeRecoveryCodes(id)).join('\n'));
    }
    console.log(await run(offline.client, given));
  } finally {
    await offline.stop();
  }
};

const EXPECTED = [ConfigurationError, RefusedError, UnknownLoginError];

writePrivately();
try {
  await main();
} catch (error) {
  if (!EXPECTED.some((kind) => error instanceof kind)) throw error;
  console.error((error as Error).message);
  process.exit(1);
}
