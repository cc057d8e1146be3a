import { slowHash } from '@almanac/identity';
import { checkNewPassword } from './accountPassword.ts';
import type { AccountsCore } from './accountsCore.ts';
import { withHash } from './privateHashes.ts';

/** Stores the hash of a new password for the commit that names it. @throws DomainError 400 for a weak password */
export const withNewPassword = async <Result>(
  core: AccountsCore,
  password: string,
  commit: (name: string) => Promise<Result>,
): Promise<Result> => {
  await checkNewPassword(password);
  const kept = { name: core.newId(), hash: await slowHash(password, core.random(16)) };
  return withHash(core.accountPasswords, kept, () => commit(kept.name));
};
