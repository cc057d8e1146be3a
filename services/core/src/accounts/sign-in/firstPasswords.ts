import { slowHash } from '@almanac/identity';
import { systemTime } from '@almanac/messaging';
import type { AccountsCore } from '../users/accountsCore.ts';
import { userById, userOfSignIn } from '../users/readModels/userList.ts';
import type { User } from '../users/user.ts';

/** Milliseconds after a start until passwords of the site file are hashed: each takes about 150 ms of a processor. */
const AFTER_START_MS = 30_000;

/** Begins the names of hashes of passwords in the site file. */
const PREFIX = 'site-file-';

type Ports = Pick<AccountsCore, 'site' | 'documents' | 'accountPasswords' | 'random' | 'log'>;

/**
 * Returns a new name for the hash of a password in the site file. Unlike other hashes this one is stored after the
 * commit that names it: at the first sign-in, or when the start is over. An interrupted start loses nothing, because
 * the site file still has the password.
 */
export const nameFirstPassword = ({ newId }: Pick<AccountsCore, 'newId'>): string => PREFIX + newId();

/** Stores the hash of a user's password in the site file and returns it; undefined if the user has none there. */
export const hashFirstPassword = async (
  { site, documents, accountPasswords, random }: Ports,
  { id, login, password: name }: User,
): Promise<string | undefined> => {
  const given = name.startsWith(PREFIX) ? site.users.find((each) => each.login === login)?.password : undefined;
  if (given === undefined) return undefined;
  const hash = await slowHash(given, random(16));
  await accountPasswords.keep(name, hash);
  if ((await userById(documents, id))?.password === name) return hash;
  // the user has got another password meanwhile
  await accountPasswords.forget(name);
  return undefined;
};

/**
 * Hashes the passwords of the site file that have no hash yet, some time after the start.
 * @param after milliseconds
 */
export const startFirstPasswords = (core: Ports, after = AFTER_START_MS): { readonly stop: () => Promise<void> } => {
  const ending = new AbortController();
  const hashMissing = async (): Promise<void> => {
    await systemTime.sleep(after, ending.signal);
    for (const { login } of core.site.users) {
      if (ending.signal.aborted) return;
      const user = await userOfSignIn(core.documents, login);
      if (user === undefined || (await core.accountPasswords.find(user.password)) !== undefined) continue;
      await hashFirstPassword(core, user);
    }
  };
  const running = hashMissing().catch((err: unknown) =>
    core.log.warn({ err }, 'passwords of the site file are not hashed before their first use'),
  );
  return {
    stop: async () => {
      ending.abort();
      await running;
    },
  };
};
