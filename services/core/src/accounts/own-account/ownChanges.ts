import { principalId } from '@almanac/identity';
import { type RestResponse, readArgs } from '@almanac/rest';
import { passwordsOf } from '../application-passwords/readModels/passwordList.ts';
import { forgetPasswords, revokePasswords } from '../application-passwords/revokePasswords.ts';
import { disconnectIdentity } from '../openid/identities.ts';
import { permittedConnection } from '../openid/openIdPages.ts';
import { browserName, parameter, type SignedIn, typedPassword } from '../sign-in/administrationPage.ts';
import { endSessions, sessionsOf, startSession } from '../sign-in/sessions.ts';
import { checkNewPassword } from '../users/accountPassword.ts';
import { withNewPassword } from '../users/newPassword.ts';
import { type User, user } from '../users/user.ts';
import { writeArgs } from '../users/userArgs.ts';
import { changeUser } from '../users/userWriting.ts';

/** A change to a user's own credentials or sessions. */
export type Change = 'address' | 'confirm' | 'connect' | 'disconnect' | 'password' | 'sessions';

/** Makes a change, after the password and the code have been verified. */
export type Commit = () => Promise<ChangeResult>;

/** Result of a change. */
export interface ChangeResult {
  /** The browser's new session if the old one ended. */
  readonly session?: string;
  /** The page that continues the change elsewhere; absent if the change is complete. */
  readonly next?: RestResponse;
}

const contextOf = ({ request, user: who }: SignedIn) => ({ ...request.context, principal: principalId(who) });

/** @throws DomainError 400 for an invalid address, and for an address of another user */
const changeAddress = async (page: SignedIn): Promise<Commit> => {
  const { core, request } = page;
  const { email } = readArgs({ email: writeArgs.email }, [{ email: parameter(page, 'email') }]).args;
  return async () => {
    await request.commands.run(contextOf(page), (unit) => changeUser(unit, core.names, page.user.id, { email }));
    return {};
  };
};

/** Commits a new password and revokes the given application passwords. All sessions end. */
const commitPassword = async (page: SignedIn, password: string, uuids: readonly string[]): Promise<User> => {
  const { core, request } = page;
  const { id } = page.user;
  const { result } = await request.commands.run(contextOf(page), async (unit) => {
    const before = await unit.load(user, id);
    await revokePasswords(unit, id, uuids);
    return { before, after: await changeUser(unit, core.names, id, { password }) };
  });
  await core.accountPasswords.forget(result.before.password);
  await forgetPasswords(core, uuids);
  const over = await sessionsOf(core, result.before);
  await endSessions(
    core,
    id,
    over.map(({ name }) => name),
  );
  return result.after;
};

/** Changes the password. All sessions end; this browser gets a new one. @throws DomainError 400 for a weak password */
const changePassword = async (page: SignedIn): Promise<Commit> => {
  const { core } = page;
  const { password } = readArgs({ password: writeArgs.password }, [{ password: typedPassword(page) }]).args;
  await checkNewPassword(password);
  return async () => {
    const isAsked = parameter(page, 'revoke') !== '';
    const ending = isAsked ? await passwordsOf(core.documents, page.user.id) : [];
    const uuids = ending.map(({ uuid }) => uuid);
    const after = await withNewPassword(core, password, (name) => commitPassword(page, name, uuids));
    return { session: await startSession(core, after, browserName(page)) };
  };
};

const endChosen = async (page: SignedIn): Promise<Commit> => {
  const { session: chosen } = page.request.params;
  const names = Array.isArray(chosen) ? chosen.map(String) : [];
  return async () => {
    await endSessions(page.core, page.user.id, names);
    return {};
  };
};

/** Permits the next sign-in at the identity provider in this browser to connect the account. */
const connect =
  async (page: SignedIn): Promise<Commit> =>
  async () => ({ next: permittedConnection(page) });

const disconnect =
  async (page: SignedIn): Promise<Commit> =>
  async () => {
    await disconnectIdentity(page.core, page.user.id);
    return {};
  };

/** Changes by name. Each parses the form; the commit it returns runs after password and code have been verified. */
export const changes: ReadonlyMap<string, (page: SignedIn) => Promise<Commit>> = new Map<
  Change,
  (page: SignedIn) => Promise<Commit>
>([
  ['address', changeAddress],
  ['confirm', async () => async () => ({})],
  ['connect', connect],
  ['disconnect', disconnect],
  ['password', changePassword],
  ['sessions', endChosen],
]);
