import { hash } from 'node:crypto';
import type { Documents, Entries, Entry } from '@almanac/documents';
import type { User as Authenticated } from '@almanac/identity';
import type { Random } from '../../core.ts';
import { userById } from '../users/readModels/userList.ts';
import type { User } from '../users/user.ts';

const KIND = 'session';
const DAY = 24 * 60 * 60 * 1_000;
/** How long a session lasts after its last use, in milliseconds. */
const LIFETIME = 14 * DAY;
/** How long a session lasts at most, however often it is used, in milliseconds. */
const LONGEST_LIFETIME = 30 * DAY;

/** How long a browser is to keep a session, in seconds. */
export const SESSION_SECONDS = LIFETIME / 1_000;

export interface SessionPorts {
  readonly entries: Entries;
  readonly documents: Documents;
  readonly random: Random;
  readonly now: () => Date;
}

/** Characters of what a browser says of itself that are kept. */
const LONGEST_BROWSER = 200;

interface Kept {
  readonly user: number;
  /** The record of the account password's hash at sign-in: with another password the session is over. */
  readonly password: string;
  /** When it began, in milliseconds of the epoch. */
  readonly began: number;
  /** What the browser called itself then. */
  readonly browser: string;
}

/** The name of a session's record: it has the hash of the secret, which only the browser has. */
const recordName = (user: number | string, secret: string): string => `${user}/${hash('sha256', secret, 'base64url')}`;

/** Names the record of a session by the session's id, `<user>.<secret>`; undefined for another text. */
const nameOf = (id: string): string | undefined => {
  const [, user, secret] = /^([1-9]\d{0,15})\.([\w-]{43})$/.exec(id) ?? [];
  return user === undefined || secret === undefined ? undefined : recordName(user, secret);
};

/**
 * Signs a user in. The id is new at every sign-in, whatever the browser had before.
 * @param browser what it calls itself
 */
export const startSession = async (
  { entries, random, now }: SessionPorts,
  user: User,
  browser: string,
): Promise<string> => {
  const secret = random(32).toString('base64url');
  const began = now().getTime();
  const kept: Kept = { user: user.id, password: user.password, began, browser: browser.slice(0, LONGEST_BROWSER) };
  await entries.put(KIND, recordName(user.id, secret), kept, { expiresAt: began + LIFETIME });
  return `${user.id}.${secret}`;
};

/** Whose session it is; undefined where it is over, or its user or their password are not the same any more. */
export const userOfSession = async (
  ports: Pick<SessionPorts, 'entries' | 'documents' | 'now'>,
  id: string,
): Promise<Authenticated | undefined> => {
  const name = nameOf(id);
  const found = name === undefined ? undefined : await ports.entries.get<Kept>(KIND, name);
  if (name === undefined || found === undefined) return undefined;
  const user = await userById(ports.documents, found.body.user);
  if (user === undefined || user.password !== found.body.password) return undefined;
  await prolong(ports, name, found);
  const { login, roles } = user;
  return { kind: 'user', id: user.id, login, roles, credential: { kind: 'session', id: name } };
};

type Found = Entry<Kept>;

/** A used session goes on; written at most once a day. One that ends meanwhile stays ended. */
const prolong = async (
  { entries, now }: Pick<SessionPorts, 'entries' | 'now'>,
  name: string,
  { body, revision, expiresAt = 0 }: Found,
): Promise<void> => {
  const at = now().getTime();
  const next = Math.min(at + LIFETIME, body.began + LONGEST_LIFETIME);
  if (next - expiresAt < DAY) return;
  await entries.put(KIND, name, body, { expiresAt: next, ifRevision: revision });
};

export const endSession = async ({ entries }: Pick<SessionPorts, 'entries'>, id: string): Promise<void> => {
  const name = nameOf(id);
  if (name !== undefined) await entries.delete(KIND, name);
};

/** A session as its user sees it. */
export interface OpenSession {
  /** What it is told by, also in the principal: it opens nothing. */
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly began: string;
  readonly browser: string;
}

/** More than anybody has. */
const MOST = 500;

/** Where a user is signed in, the newest first. */
export const sessionsOf = async (
  { entries }: Pick<SessionPorts, 'entries'>,
  { id, password }: Pick<User, 'id' | 'password'>,
): Promise<OpenSession[]> => {
  const kept = await entries.list<Kept>(KIND, { prefix: `${id}/`, limit: MOST });
  return kept
    .filter(({ body }) => body.password === password)
    .sort((one, other) => other.body.began - one.body.began)
    .map(({ id: name, body }) => ({ name, began: new Date(body.began).toISOString(), browser: body.browser }));
};

/** Ends sessions of a user; names of others are passed over. */
export const endSessions = async (
  { entries }: Pick<SessionPorts, 'entries'>,
  user: number,
  names: readonly string[],
): Promise<void> => {
  const own = names.filter((name) => name.startsWith(`${user}/`));
  await entries.deleteAll(KIND, own);
};
