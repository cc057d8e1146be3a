import { hash } from 'node:crypto';
import { SIGN_IN_SECONDS } from '@almanac/contracts';
import { userById } from '../users/readModels/userList.ts';
import type { User } from '../users/user.ts';
import type { SessionPorts } from './sessions.ts';

const KIND = 'pending-sign-in';

/** A sign-in whose password was right. */
interface Pending {
  readonly user: number;
  /** The record of the account password's hash: with another password the sign-in is over. */
  readonly password: string;
  /** Where to go once signed in. */
  readonly back: string;
  /** Whether nobody signs in by it: whoever is signed in changes what they sign in with. */
  readonly isForChange?: boolean;
}

/** Who waits for a code, and what for. */
export interface Waiting extends Required<Pick<Pending, 'back' | 'isForChange'>> {
  readonly user: User;
}

type Ports = Pick<SessionPorts, 'entries' | 'documents' | 'now'>;

const nameOf = (browser: string): string => hash('sha256', browser, 'base64url');

/** @param browser the secret that the browser alone has */
export const keepPending = async (
  { entries, now }: Ports,
  browser: string,
  user: User,
  { back, isForChange = false }: Pick<Pending, 'back' | 'isForChange'>,
): Promise<void> => {
  const pending: Pending = { user: user.id, password: user.password, back, isForChange };
  await entries.put(KIND, nameOf(browser), pending, { expiresAt: now().getTime() + SIGN_IN_SECONDS * 1_000 });
};

/** Who waits for a code in a browser; undefined where the sign-in is over, or the password another. */
export const pendingIn = async ({ entries, documents }: Ports, browser: string): Promise<Waiting | undefined> => {
  const found = await entries.get<Pending>(KIND, nameOf(browser));
  if (found === undefined) return undefined;
  const { password, back, isForChange = false } = found.body;
  const user = await userById(documents, found.body.user);
  return user !== undefined && user.password === password ? { user, back, isForChange } : undefined;
};

export const endPending = async ({ entries }: Pick<Ports, 'entries'>, browser: string): Promise<void> => {
  await entries.delete(KIND, nameOf(browser));
};
