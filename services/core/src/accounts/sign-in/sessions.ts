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

interface Kept {
  readonly user: number;
  /** The record of the account password's hash at sign-in: with another password the session is over. */
  readonly password: string;
  /** When it began, in milliseconds of the epoch. */
  readonly began: number;
}

/** A session is known by its secret id, which only the browser has; records and principals have its hash. */
const nameOf = (id: string): string => hash('sha256', id, 'base64url');

/** Signs a user in. The id is new at every sign-in, whatever the browser had before. */
export const startSession = async ({ entries, random, now }: SessionPorts, user: User): Promise<string> => {
  const id = random(32).toString('base64url');
  const began = now().getTime();
  const kept: Kept = { user: user.id, password: user.password, began };
  await entries.put(KIND, nameOf(id), kept, { expiresAt: began + LIFETIME });
  return id;
};

/** Whose session it is; undefined where it is over, or its user or their password are not the same any more. */
export const userOfSession = async (
  ports: Pick<SessionPorts, 'entries' | 'documents' | 'now'>,
  id: string,
): Promise<Authenticated | undefined> => {
  const name = nameOf(id);
  const found = await ports.entries.get<Kept>(KIND, name);
  if (found === undefined) return undefined;
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
  await entries.delete(KIND, nameOf(id));
};
