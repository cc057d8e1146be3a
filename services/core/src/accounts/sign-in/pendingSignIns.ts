import { hash } from 'node:crypto';
import { userById } from '../users/readModels/userList.ts';
import type { User } from '../users/user.ts';
import type { SessionPorts } from './sessions.ts';

const KIND = 'pending-sign-in';

/** How long a browser may take for its code, in seconds (docs/interface/login.md §3). */
export const PENDING_SECONDS = 600;

/** A sign-in whose password was right. */
interface Pending {
  readonly user: number;
  /** The record of the account password's hash: with another password the sign-in is over. */
  readonly password: string;
  /** Where to go once signed in. */
  readonly back: string;
}

type Ports = Pick<SessionPorts, 'entries' | 'documents' | 'now'>;

const nameOf = (browser: string): string => hash('sha256', browser, 'base64url');

/** @param browser the secret that the browser alone has */
export const keepPending = async (
  { entries, now }: Ports,
  browser: string,
  user: User,
  back: string,
): Promise<void> => {
  const pending: Pending = { user: user.id, password: user.password, back };
  await entries.put(KIND, nameOf(browser), pending, { expiresAt: now().getTime() + PENDING_SECONDS * 1_000 });
};

/** Who waits for a code in a browser; undefined where the sign-in is over, or the password another. */
export const pendingIn = async (
  { entries, documents }: Ports,
  browser: string,
): Promise<{ readonly user: User; readonly back: string } | undefined> => {
  const found = await entries.get<Pending>(KIND, nameOf(browser));
  const user = found && (await userById(documents, found.body.user));
  return user !== undefined && user.password === found?.body.password ? { user, back: found.body.back } : undefined;
};

export const endPending = async ({ entries }: Pick<Ports, 'entries'>, browser: string): Promise<void> => {
  await entries.delete(KIND, nameOf(browser));
};
