import { hash } from 'node:crypto';
import type { Documents, Entries, Entry } from '@almanac/documents';
import type { User as Authenticated } from '@almanac/identity';
import type { Random } from '../../core.ts';
import { userById } from '../users/readModels/userList.ts';
import type { User } from '../users/user.ts';

const SESSION_KIND = 'session';
const DAY = 24 * 60 * 60 * 1_000;
/** Lifetime of a session after its last use, in milliseconds. */
const LIFETIME = 14 * DAY;
/** Maximum lifetime of a session, however often it is used, in milliseconds. */
const MAX_LIFETIME_MS = 30 * DAY;

/** Lifetime of the session cookie, in seconds. */
export const SESSION_SECONDS = LIFETIME / 1_000;

export interface SessionPorts {
  readonly entries: Entries;
  readonly documents: Documents;
  readonly random: Random;
  readonly now: () => Date;
}

/** Maximum length of the stored browser name, in characters. */
const MAX_BROWSER_LENGTH = 200;

interface SessionEntry {
  readonly user: number;
  /** Name of the account password's hash at sign-in; a changed password ends the session. */
  readonly password: string;
  /** Time of the sign-in, in milliseconds since the epoch. */
  readonly began: number;
  /** Time when the user last typed the password or a code, in milliseconds since the epoch; absent since the sign-in. */
  readonly confirmed?: number;
  /** Browser name sent at sign-in. */
  readonly browser: string;
}

/** Returns the name of a session's record. It contains the hash of the secret; only the browser has the secret. */
const recordName = (user: number | string, secret: string): string => `${user}/${hash('sha256', secret, 'base64url')}`;

/** Returns the record name of a session id, `<user>.<secret>`; undefined for any other text. */
const nameOf = (id: string): string | undefined => {
  const [, user, secret] = /^([1-9]\d{0,15})\.([\w-]{43})$/.exec(id) ?? [];
  return user === undefined || secret === undefined ? undefined : recordName(user, secret);
};

/**
 * Signs a user in and returns the new session id. Every sign-in creates a new id.
 * @param browser the browser's name
 */
export const startSession = async (
  { entries, random, now }: SessionPorts,
  user: User,
  browser: string,
): Promise<string> => {
  const secret = random(32).toString('base64url');
  const began = now().getTime();
  const kept: SessionEntry = {
    user: user.id,
    password: user.password,
    began,
    browser: browser.slice(0, MAX_BROWSER_LENGTH),
  };
  await entries.put(SESSION_KIND, recordName(user.id, secret), kept, { expiresAt: began + LIFETIME });
  return `${user.id}.${secret}`;
};

/** Returns the user of a session; undefined if it has expired, or the user is missing or changed the password. */
export const userOfSession = async (
  ports: Pick<SessionPorts, 'entries' | 'documents' | 'now'>,
  id: string,
): Promise<Authenticated | undefined> => {
  const name = nameOf(id);
  const found = name === undefined ? undefined : await ports.entries.get<SessionEntry>(SESSION_KIND, name);
  if (name === undefined || found === undefined) return undefined;
  const user = await userById(ports.documents, found.body.user);
  if (user === undefined || user.password !== found.body.password) return undefined;
  await prolong(ports, name, found);
  const { login, roles } = user;
  return { kind: 'user', id: user.id, login, roles, credential: { kind: 'session', id: name } };
};

type FoundSession = Entry<SessionEntry>;

/** Extends a used session, at most once a day. A session that ends concurrently stays ended. */
const prolong = async (
  { entries, now }: Pick<SessionPorts, 'entries' | 'now'>,
  name: string,
  { body, revision, expiresAt = 0 }: FoundSession,
): Promise<void> => {
  const at = now().getTime();
  const next = Math.min(at + LIFETIME, body.began + MAX_LIFETIME_MS);
  if (next - expiresAt < DAY) return;
  await entries.put(SESSION_KIND, name, body, { expiresAt: next, ifRevision: revision });
};

/** Notes that the user of a session has just typed the password or a code. An ended session stays ended. */
export const confirmSession = async (
  { entries, now }: Pick<SessionPorts, 'entries' | 'now'>,
  name: string,
): Promise<void> => {
  const found = await entries.get<SessionEntry>(SESSION_KIND, name);
  if (found?.expiresAt === undefined) return;
  const { body, revision, expiresAt } = found;
  await entries.put(SESSION_KIND, name, { ...body, confirmed: now().getTime() }, { expiresAt, ifRevision: revision });
};

const CONFIRMATION_LIFETIME_MS = 10 * 60 * 1_000;

/** True if the user of a session has typed the password or a code in the last ten minutes. */
export const isRecentlyConfirmed = async (
  { entries, now }: Pick<SessionPorts, 'entries' | 'now'>,
  name: string,
): Promise<boolean> => {
  const body = (await entries.get<SessionEntry>(SESSION_KIND, name))?.body;
  return body !== undefined && now().getTime() - (body.confirmed ?? body.began) <= CONFIRMATION_LIFETIME_MS;
};

export const endSession = async ({ entries }: Pick<SessionPorts, 'entries'>, id: string): Promise<void> => {
  const name = nameOf(id);
  if (name !== undefined) await entries.delete(SESSION_KIND, name);
};

/** A session as shown to its user. */
export interface OpenSession {
  /** Record name, also part of the principal; it grants no access. */
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly began: string;
  readonly browser: string;
}

/** Maximum number of sessions listed, more than any user has. */
const MAX_LISTED_SESSIONS = 500;

/** Returns the sessions of a user, newest first. */
export const sessionsOf = async (
  { entries }: Pick<SessionPorts, 'entries'>,
  { id, password }: Pick<User, 'id' | 'password'>,
): Promise<OpenSession[]> => {
  const kept = await entries.list<SessionEntry>(SESSION_KIND, { prefix: `${id}/`, limit: MAX_LISTED_SESSIONS });
  return kept
    .filter(({ body }) => body.password === password)
    .sort((one, other) => other.body.began - one.body.began)
    .map(({ id: name, body }) => ({ name, began: new Date(body.began).toISOString(), browser: body.browser }));
};

/** Ends sessions of a user; names of other users' sessions are ignored. */
export const endSessions = async (
  { entries }: Pick<SessionPorts, 'entries'>,
  user: number,
  names: readonly string[],
): Promise<void> => {
  const own = names.filter((name) => name.startsWith(`${user}/`));
  await entries.deleteAll(SESSION_KIND, own);
};
