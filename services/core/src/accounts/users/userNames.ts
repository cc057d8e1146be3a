import { createHmac } from 'node:crypto';
import { idOfStream, type UniqueName, type UnitOfWork } from '@almanac/event-sourcing';
import { isUser, type User } from './user.ts';

/** Names that are one user's alone. */
export type UserName = 'login' | 'email' | 'slug';

const KINDS = ['login', 'email', 'slug'] as const satisfies readonly UserName[];

/**
 * Logins, addresses and slugs as unique names. The log never forgets a name that was claimed, so the claims hold a
 * keyed hash and no personal data (docs/architecture.md §2). Case makes no difference.
 */
export interface UserNames {
  /** The names that a user bears. */
  of(user: User): Promise<readonly UniqueName[]>;
  /** The id of the user who has it; null when it is free. */
  holder(unit: UnitOfWork, kind: UserName, name: string): Promise<number | null>;
}

/** @param keyOf the site's key, asked for at the first use */
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

/**
 * Names for work that reads users and registers none, and so needs no key: it refuses to move the names of living
 * users.
 */
export const keylessNames: Pick<UserNames, 'of'> = {
  of: async (user) => {
    if (isUser(user)) throw new Error('users are registered and changed where the key of their names is');
    return [];
  },
};
