import { createHmac } from 'node:crypto';
import { idOfStream, type UniqueName, type UnitOfWork } from '@almanac/event-sourcing';
import { isUser, type User } from './user.ts';

/** Kinds of names that are unique among users. */
export type UserName = 'login' | 'email' | 'slug';

const KINDS = ['login', 'email', 'slug'] as const satisfies readonly UserName[];

/**
 * Logins, addresses and slugs as unique names, regardless of case. The log keeps claimed names forever, so the claims
 * contain a keyed hash and no personal data (docs/architecture.md §2).
 */
export interface UserNames {
  /** Returns the unique names of a user. */
  of(user: User): Promise<readonly UniqueName[]>;
  /** Returns the id of the user who has the name; null if it is free. */
  holder(unit: UnitOfWork, kind: UserName, name: string): Promise<number | null>;
}

/** @param keyOf returns the site's key; called at the first use */
export const createUserNames = (keyOf: () => Promise<Buffer>): UserNames => {
  let key: Promise<Buffer> | undefined;
  const unique = async (kind: UserName, name: string): Promise<UniqueName> => {
    key ??= keyOf();
    const hash = createHmac('sha256', await key).update(name.toLowerCase());
    return { scope: `user/${kind}`, name: hash.digest('base64url') };
  };
  return {
    of: (user) => Promise.all(isUser(user) ? KINDS.map((kind) => unique(kind, user[kind])) : []),
    holder: async (unit, kind, name) => {
      const { scope, name: hash } = await unique(kind, name);
      const stream = await unit.holder(scope, hash);
      return stream === null ? null : Number(idOfStream(stream));
    },
  };
};

/** Names for processes that read users and have no key: they refuse to write the names of existing users. */
export const readOnlyUserNames: Pick<UserNames, 'of'> = {
  of: async (user) => {
    if (isUser(user)) throw new Error('users are registered and changed where the key of their names is');
    return [];
  },
};
