import { createHmac } from 'node:crypto';
import type { AccountsCore } from '../users/accountsCore.ts';
import type { OpenIdReason } from '../users/openIdPort.ts';
import { userOfSignIn } from '../users/readModels/userList.ts';
import type { User } from '../users/user.ts';
import { type Administration, addressOf } from './administrationPage.ts';

// Log lines about sign-ins (docs/operations.md, The log). They contain no password, code or token. They contain no
// unknown name either, because people type passwords into name fields.

/** The credential used for a sign-in. */
export type SignInCredential = 'page' | 'second-step' | 'password-link' | 'application-password' | 'openid';

export type SignInSuccess = 'signed in' | 'password right, code asked for' | 'code asked for' | 'identity confirmed';
export type Refusal = 'sign-in refused' | 'confirmation refused';

type Reason =
  | 'wrong-password'
  | 'wrong-code'
  | 'too-many-attempts'
  | 'over'
  /** The identity provider has the person, but the site has no account for them. */
  | 'no-account'
  | `provider-${OpenIdReason}`;

/** Origin of a sign-in. */
export interface SignInOrigin {
  readonly ip: string;
  /** The request id in the gateway's log line `answered`. */
  readonly requestId: string;
}

export const fromOf = (page: Administration): SignInOrigin => ({
  ip: addressOf(page),
  requestId: page.request.context.correlation,
});

export const noteSuccess = (
  { log }: Pick<AccountsCore, 'log'>,
  what: SignInSuccess,
  {
    by,
    user,
    from,
  }: { readonly by: SignInCredential; readonly user: Pick<User, 'id' | 'login'>; readonly from: SignInOrigin },
): void => log.info({ by, user: user.id, login: user.login, ...fromMembers(from) }, what);

export interface RefusedAttempt {
  readonly by: SignInCredential;
  readonly reason: Reason;
  /** Name as typed; absent if none was typed. */
  readonly name?: string;
  /** The cause, in words for operators. */
  readonly detail?: string;
  readonly from: SignInOrigin;
}

export const noteRefusal = async (
  core: Pick<AccountsCore, 'log' | 'documents' | 'secret'>,
  what: Refusal,
  { by, reason, name, detail, from }: RefusedAttempt,
): Promise<void> => {
  const whose = name === undefined ? {} : await whoseName(core, name.trim());
  core.log.warn({ by, reason, ...(detail !== undefined && { detail }), ...whose, ...fromMembers(from) }, what);
};

/** Returns the user of a name. An unknown name becomes a keyed hash, which shows only repeated attempts. */
const whoseName = async (
  { documents, secret }: Pick<AccountsCore, 'documents' | 'secret'>,
  name: string,
): Promise<object> => {
  const user = await userOfSignIn(documents, name);
  if (user !== undefined) return { user: user.id, login: user.login };
  const hash = createHmac('sha256', secret).update(`sign-in-name/${name.toLowerCase()}`).digest('base64url');
  return { unknown: hash.slice(0, 16) };
};

/** Limits the length of both values, which clients control. */
const fromMembers = ({ ip, requestId }: SignInOrigin): SignInOrigin => ({
  ip: ip.slice(0, 100),
  requestId: requestId.slice(0, 100),
});
