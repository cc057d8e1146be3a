import { hash } from 'node:crypto';
import { SIGN_IN_SECONDS } from '@almanac/contracts';
import { userById } from '../users/readModels/userList.ts';
import type { User } from '../users/user.ts';
import type { SessionPorts } from './sessions.ts';

const PENDING_SIGN_IN_KIND = 'pending-sign-in';

/** A sign-in that has passed the password check and waits for a code. */
interface Pending {
  readonly user: number;
  /** Name of the account password's hash; a changed password ends the sign-in. */
  readonly password: string;
  /** Address to open after the sign-in. */
  readonly back: string;
  /** True if the code confirms a change of credentials and opens no session. */
  readonly isForChange?: boolean;
}

/** The user who waits for a code, and its purpose. */
export interface PendingSignIn extends Required<Pick<Pending, 'back' | 'isForChange'>> {
  readonly user: User;
}

type Ports = Pick<SessionPorts, 'entries' | 'documents' | 'now'>;

const nameOf = (browser: string): string => hash('sha256', browser, 'base64url');

/** Stores a pending sign-in. @param browser secret known only to the browser */
export const keepPending = async (
  { entries, now }: Ports,
  browser: string,
  user: User,
  { back, isForChange = false }: Pick<Pending, 'back' | 'isForChange'>,
): Promise<void> => {
  const pending: Pending = { user: user.id, password: user.password, back, isForChange };
  await entries.put(PENDING_SIGN_IN_KIND, nameOf(browser), pending, {
    expiresAt: now().getTime() + SIGN_IN_SECONDS * 1_000,
  });
};

/** Returns the pending sign-in of a browser; undefined if it has expired or the password has changed. */
export const findPendingSignIn = async (
  { entries, documents }: Ports,
  browser: string,
): Promise<PendingSignIn | undefined> => {
  const found = await entries.get<Pending>(PENDING_SIGN_IN_KIND, nameOf(browser));
  if (found === undefined) return undefined;
  const { password, back, isForChange = false } = found.body;
  const user = await userById(documents, found.body.user);
  return user !== undefined && user.password === password ? { user, back, isForChange } : undefined;
};

export const deletePendingSignIn = async ({ entries }: Pick<Ports, 'entries'>, browser: string): Promise<void> => {
  await entries.delete(PENDING_SIGN_IN_KIND, nameOf(browser));
};
