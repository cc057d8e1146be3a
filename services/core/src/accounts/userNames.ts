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
  /** The lane that commands taking the name queue in. */
  lane(kind: UserName, name: string): string;
}

export const createUserNames = (key: Buffer): UserNames => {
  const hash = (name: string): string => createHmac('sha256', key).update(name.toLowerCase()).digest('base64url');
  const scope = (kind: UserName): string => `user/${kind}`;
  return {
    holder: async (unit, kind, name) => {
      const stream = await unit.holder(scope(kind), hash(name));
      return stream === null ? null : Number(stream.slice(user.category.length + 1));
    },
    take: (unit, kind, name, id) => unit.take(scope(kind), hash(name), streamOf(user, id)),
    release: (unit, kind, name, id) => unit.release(scope(kind), hash(name), streamOf(user, id)),
    lane: (kind, name) => `${scope(kind)}/${hash(name)}`,
  };
};
