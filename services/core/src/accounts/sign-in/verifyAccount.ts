import { fitsSlowHash, isOutdatedHash, slowHash } from '@almanac/identity';
import { MAX_PASSWORD_LENGTH } from '../users/accountPassword.ts';
import type { AccountsCore } from '../users/accountsCore.ts';
import { userOfSignIn } from '../users/readModels/userList.ts';
import type { User } from '../users/user.ts';
import type { Attempt, AttemptLimits } from './attemptLimits.ts';
import { hashFirstPassword } from './firstPasswords.ts';

/**
 * Returns the user with this login (or e-mail address) and account password; undefined if they are wrong. Unknown names
 * take as long as known ones.
 * @throws DomainError 429 after too many failures
 */
export const verifyAccount = async (
  core: AccountsCore,
  limits: AttemptLimits,
  { password, ...attempt }: Attempt & { readonly password: string },
): Promise<User | undefined> => {
  const user = await userOfSignIn(core.documents, attempt.login.trim());
  // login and e-mail address of a user count as one name
  const counted = { ...attempt, login: user?.login ?? attempt.login };
  await limits.attempt(counted);
  const known = user === undefined || user.password === '' ? undefined : await hashOf(core, user);
  if (password.length > MAX_PASSWORD_LENGTH) return undefined;
  if (user === undefined || known === undefined) {
    await slowHash(password, core.random(16));
    return undefined;
  }
  if (!(await fitsSlowHash(password, known))) return undefined;
  await limits.succeeded(counted);
  if (isOutdatedHash(known)) {
    await core.accountPasswords.replace(user.password, await slowHash(password, core.random(16)));
  }
  return user;
};

const hashOf = async (core: AccountsCore, user: User): Promise<string | undefined> =>
  (await core.accountPasswords.find(user.password)) ?? hashFirstPassword(core, user);
