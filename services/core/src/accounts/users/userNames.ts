import { createHmac } from 'node:crypto';
import type { UnitOfWork } from '@almanac/aggregates';
import { streamOf } from '@almanac/domain';
import { user } from './user.ts';

/** Names that are one user's alone. */
export type UserName = 'login' | 'email' | 'slug';

/**
 * Claims of logins, addresses and slugs. The log never forgets the name of a claim, so it holds a keyed hash and no
 * personal data (architecture §2). Case makes no difference.
 */
export interface UserNames {
  /** The id of the user who has it; null when it is free. */
  holder(unit: UnitOfWork, kind: UserName, name: string): Promise<number | null>;
  take(unit: UnitOfWork, kind: UserName, name: string, id: number): Promise<void>;
  release(unit: UnitOfWork, kind: UserName, name: string, id: number): Promise<void>;
}

/** @param keyOf the site's key, asked for at the first use */
export const createUserNames = (keyOf: () => Promise<Buffer>): UserNames => {
  let key: Promise<Buffer> | undefined;
  const hash = async (name: string): Promise<string> => {
    key ??= keyOf();
    return createHmac('sha256', await key)
      .update(name.toLowerCase())
      .digest('base64url');
  };
  const scope = (kind: UserName): string => `user/${kind}`;
  return {
    holder: async (unit, kind, name) => {
      const stream = await unit.holder(scope(kind), await hash(name));
      return stream === null ? null : Number(stream.slice(user.category.length + 1));
    },
    take: async (unit, kind, name, id) => unit.take(scope(kind), await hash(name), streamOf(user, id)),
    release: async (unit, kind, name, id) => unit.release(scope(kind), await hash(name), streamOf(user, id)),
  };
};
