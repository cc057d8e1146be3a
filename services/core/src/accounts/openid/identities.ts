import { hash } from 'node:crypto';
import type { Entries } from '@almanac/documents';
import { hasCode } from '@almanac/event-store';
import type { Core } from '../../core.ts';
import type { OpenIdPerson } from '../users/openIdPort.ts';
import { userById } from '../users/readModels/userList.ts';
import type { User } from '../users/user.ts';

// Which account of the site belongs to which person of the identity provider. Both entries go with the account.

/** The account of a person, under a hash of issuer and subject. */
const IDENTITY_KIND = 'openid-identity';
/** The hash, under the id of the account. */
const ACCOUNT_KIND = 'openid-account';

interface IdentityEntry {
  /** Id of the account; 0 while it is being created. */
  readonly user: number;
  /** Time of the entry, in milliseconds since the epoch. */
  readonly at: number;
}

interface AccountEntry {
  readonly identity: string;
}

type Ports = Pick<Core, 'entries' | 'documents' | 'now'>;

export type Identity = Pick<OpenIdPerson, 'issuer' | 'subject'>;

const nameOf = ({ issuer, subject }: Identity): string =>
  hash('sha256', JSON.stringify([issuer, subject]), 'base64url');

/** Returns the account of a person; undefined if none is connected. */
export const userOfIdentity = async ({ entries, documents }: Ports, identity: Identity): Promise<User | undefined> => {
  const found = await entries.get<IdentityEntry>(IDENTITY_KIND, nameOf(identity));
  return found && userById(documents, found.body.user);
};

/** Connects an account to a person, in place of a former one. Returns false if the person has another account. */
export const connectIdentity = async (core: Ports, user: number, identity: Identity): Promise<boolean> => {
  const { entries, now } = core;
  const name = nameOf(identity);
  const holder = await userOfIdentity(core, identity);
  if (holder !== undefined) return holder.id === user;
  const found = await entries.get<IdentityEntry>(IDENTITY_KIND, name);
  const entry: IdentityEntry = { user, at: now().getTime() };
  await disconnectIdentity(core, user);
  if (!(await entries.put(IDENTITY_KIND, name, entry, { ifRevision: found?.revision ?? 0 }))) return false;
  await entries.put<AccountEntry>(ACCOUNT_KIND, String(user), { identity: name });
  return true;
};

/** True if the account is connected to a person of the provider. */
export const isConnected = async ({ entries }: Pick<Ports, 'entries'>, user: number): Promise<boolean> =>
  (await entries.get(ACCOUNT_KIND, String(user))) !== undefined;

/** Disconnects an account; without a connection this changes nothing. */
export const disconnectIdentity = async ({ entries }: Pick<Ports, 'entries'>, user: number): Promise<void> => {
  const found = await entries.get<AccountEntry>(ACCOUNT_KIND, String(user));
  if (found === undefined) return;
  const identity = await entries.get<IdentityEntry>(IDENTITY_KIND, found.body.identity);
  if (identity?.body.user === user) await entries.delete(IDENTITY_KIND, found.body.identity);
  await entries.delete(ACCOUNT_KIND, String(user));
};

/** A creation that has not ended by then was interrupted; in milliseconds. */
const CREATION_MS = 60_000;

/**
 * Creates an account for a person, once: of concurrent sign-ins only the first creates it. The entries precede the
 * commit, as password hashes do (docs/architecture.md §2, Entries).
 * @param create commits the account; it passes the account's id to `name` before the commit
 * @returns undefined if another sign-in of the person is creating the account
 */
export const createConnected = async (
  { entries, now }: Ports,
  identity: Identity,
  create: (name: (user: number) => Promise<void>) => Promise<User>,
): Promise<User | undefined> => {
  const name = nameOf(identity);
  if (!(await reserve({ entries, now }, name))) return undefined;
  let user = 0;
  const forget = async (): Promise<void> => {
    await entries.delete(IDENTITY_KIND, name);
    if (user !== 0) await entries.delete(ACCOUNT_KIND, String(user));
  };
  try {
    return await create(async (id) => {
      if (user !== 0 && user !== id) await entries.delete(ACCOUNT_KIND, String(user));
      user = id;
      await entries.put<IdentityEntry>(IDENTITY_KIND, name, { user, at: now().getTime() });
      await entries.put<AccountEntry>(ACCOUNT_KIND, String(user), { identity: name });
    });
  } catch (error) {
    if (!hasCode(error, 'outcome-unknown')) await forget();
    throw error;
  }
};

/** Takes the name of a person without an account. Returns false while another sign-in creates the account. */
const reserve = async (
  { entries, now }: { readonly entries: Entries; readonly now: () => Date },
  name: string,
): Promise<boolean> => {
  const at = now().getTime();
  const found = await entries.get<IdentityEntry>(IDENTITY_KIND, name);
  if (found !== undefined && at - found.body.at < CREATION_MS) return false;
  const entry: IdentityEntry = { user: 0, at };
  return entries.put(IDENTITY_KIND, name, entry, { ifRevision: found?.revision ?? 0 });
};
