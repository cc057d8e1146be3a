import { hash } from 'node:crypto';
import type { CommandContext, Commands } from '@almanac/event-sourcing';
import type { AccountsCore } from '../users/accountsCore.ts';
import { withNewPassword } from '../users/newPassword.ts';
import type { LinkPurpose } from '../users/passwordMailsPort.ts';
import { userById } from '../users/readModels/userList.ts';
import { type User, user } from '../users/user.ts';
import { userDecider } from '../users/userCommands.ts';

/** Name of the page that sets the password of a link's account. */
export const SET_PASSWORD = 'set-password';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The lifetime of links in milliseconds. An invited person may not read the mail for days. */
export const LINK_LIFETIME_MS: Readonly<Record<LinkPurpose, number>> = { invited: 7 * DAY_MS, forgotten: DAY_MS };

const PASSWORD_LINK_KIND = 'password-link';

interface PasswordLinkEntry {
  readonly user: number;
  /** Digest of the account: a changed password or e-mail address invalidates the link. */
  readonly account: string;
}

type Ports = Pick<AccountsCore, 'entries' | 'documents' | 'random' | 'now'>;

/** Returns the name of a link's record, which contains the hash of the token. Only the link contains the token. */
const nameOf = (token: string): string => hash('sha256', token, 'base64url');

/** Returns a digest of the name of the password's hash and the e-mail address, to which a link may have been sent. */
const accountDigest = ({ password, email }: User): string => hash('sha256', `${password}\n${email}`, 'base64url');

/** Creates a link to set the account's password, valid once. Returns its token. @param lifetime in milliseconds */
export const makePasswordLink = async (
  { entries, random, now }: Pick<Ports, 'entries' | 'random' | 'now'>,
  of: User,
  lifetime = DAY_MS,
): Promise<string> => {
  const token = random(32).toString('base64url');
  const kept: PasswordLinkEntry = { user: of.id, account: accountDigest(of) };
  await entries.put(PASSWORD_LINK_KIND, nameOf(token), kept, { expiresAt: now().getTime() + lifetime });
  return token;
};

/** Returns the user of a link; undefined if the link is unknown, expired or used. */
export const userOfLink = async ({ entries, documents }: Ports, token: string): Promise<User | undefined> => {
  const found = await entries.get<PasswordLinkEntry>(PASSWORD_LINK_KIND, nameOf(token));
  const of = found && (await userById(documents, found.body.user));
  return of !== undefined && accountDigest(of) === found?.body.account ? of : undefined;
};

/** The link was used concurrently, or the password or the e-mail address has changed otherwise. */
export class LinkUsedUpError extends Error {
  constructor() {
    super('the link was used');
    this.name = 'LinkUsedUpError';
  }
}

/**
 * Sets the password of a link's user. Of concurrent requests only one succeeds: the commit expects the user's version.
 * @throws LinkUsedUpError; InvalidParamsError for a weak password
 */
export const setPasswordByLink = async (
  core: AccountsCore,
  by: { readonly context: CommandContext; readonly commands: Commands },
  { token, of, password }: { readonly token: string; readonly of: User; readonly password: string },
): Promise<User> => {
  const after = await withNewPassword(core, password, async (name) => {
    const { result } = await by.commands.run(by.context, async (unit) => {
      if (accountDigest(await unit.load(user, of.id)) !== accountDigest(of)) throw new LinkUsedUpError();
      return unit.decide(userDecider, of.id, { type: 'ChangePassword', password: name }, undefined);
    });
    return result;
  });
  await core.accountPasswords.forget(of.password);
  await core.entries.delete(PASSWORD_LINK_KIND, nameOf(token));
  return after;
};
