import type { Documents, Entries } from '@almanac/documents';
import type { User as Authenticated } from '@almanac/identity';
import { coreErrors } from '../../errors.ts';
import type { ApplicationPassword } from '../application-passwords/applicationPassword.ts';
import { passwordsOf } from '../application-passwords/readModels/passwordList.ts';
import { comparedPart, matchesHash } from '../application-passwords/secret.ts';
import { noteUse } from '../application-passwords/usage.ts';
import type { AccountsCore } from '../users/accountsCore.ts';
import type { PrivateHashes } from '../users/privateHashes.ts';
import { userOfSignIn } from '../users/readModels/userList.ts';

export interface AuthenticationPorts {
  readonly documents: Documents;
  readonly entries: Entries;
  /** Hashes of application passwords, by uuid. */
  readonly secrets: PrivateHashes;
  readonly now: () => Date;
}

export interface Credentials {
  /** A login or an e-mail address. */
  readonly login: string;
  /** An application password; only its letters and digits are compared. */
  readonly password: string;
  readonly ip: string;
}

/**
 * Returns the principal of the credentials (docs/interface/server.md §15.3). The account's own password is never
 * accepted.
 * @throws DomainError 401 `invalid_username`, `invalid_email`, `incorrect_password`
 */
export const authenticate = async (ports: AuthenticationPorts, credentials: Credentials): Promise<Authenticated> => {
  const { login, password, ip } = credentials;
  const user = await userOfSignIn(ports.documents, login);
  if (user === undefined) throw login.includes('@') ? coreErrors.unknownEmail() : coreErrors.unknownLogin();
  const fitting = await fittingPassword(ports, user.id, comparedPart(password));
  if (fitting === undefined) throw coreErrors.wrongPassword();
  await noteUse(ports.entries, fitting.uuid, { at: ports.now().getTime(), ip });
  const credential = { kind: 'application-password', uuid: fitting.uuid } as const;
  return { kind: 'user', id: user.id, login: user.login, roles: user.roles, credential };
};

/** True if this is an application password of the user; its last use is not recorded. */
export const fitsApplicationPassword = async (
  { documents, applicationSecrets: secrets }: Pick<AccountsCore, 'documents' | 'applicationSecrets'>,
  { login, password }: Omit<Credentials, 'ip'>,
): Promise<boolean> => {
  const secret = comparedPart(password);
  const user = secret === '' ? undefined : await userOfSignIn(documents, login);
  return user !== undefined && (await fittingPassword({ documents, secrets }, user.id, secret)) !== undefined;
};

const fittingPassword = async (
  { documents, secrets }: Pick<AuthenticationPorts, 'documents' | 'secrets'>,
  user: number,
  secret: string,
): Promise<ApplicationPassword | undefined> => {
  const passwords = await passwordsOf(documents, user);
  const hashes = await Promise.all(passwords.map(({ uuid }) => secrets.find(uuid)));
  return passwords.find((_, index) => matchesHash(secret, hashes[index] ?? ''));
};
