import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { Translation } from './translation.ts';

/** A lock with one holder at a time. It expires after a time without use. */
export interface Lock {
  readonly kind: string;
  readonly name: string;
  /** Milliseconds from its last use to its expiry. */
  readonly heldFor: number;
}

type Ports = Pick<Translation, 'entries' | 'now'>;

interface LockEntry {
  readonly key: string;
}

const isSame = (one: string, other: string): boolean => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
};

/**
 * Takes a lock, or renews a lock whose key the caller has. No guarantee against duplicate work relies on it.
 * @returns the key; undefined while another caller holds the lock
 */
export const acquireLock = async (
  { entries, now }: Ports,
  { kind, name, heldFor }: Lock,
  key = '',
): Promise<string | undefined> => {
  const expiresAt = now().getTime() + heldFor;
  const held = await entries.get<LockEntry>(kind, name);
  if (held === undefined) {
    const taken = randomUUID();
    return (await entries.insert<LockEntry>(kind, name, { key: taken }, { expiresAt })) ? taken : undefined;
  }
  if (!isSame(held.body.key, key)) return undefined;
  return (await entries.put(kind, name, held.body, { expiresAt, ifRevision: held.revision })) ? key : undefined;
};

/** Releases a lock, unless another caller has taken it meanwhile. */
const releaseLock = async ({ entries }: Ports, { kind, name }: Lock, key: string): Promise<void> => {
  const held = await entries.get<LockEntry>(kind, name);
  if (held !== undefined && isSame(held.body.key, key)) await entries.delete(kind, name, { ifRevision: held.revision });
};

/**
 * Runs the work under the caller's lock, or under a new one that is released afterwards. Returns undefined while
 * another caller holds the lock.
 */
export const withLock = async <Result>(
  ports: Ports,
  lock: Lock,
  { key = '', work }: { readonly key?: string; readonly work: () => Promise<Result> },
): Promise<Result | undefined> => {
  const taken = await acquireLock(ports, lock, key);
  if (taken === undefined) return undefined;
  try {
    return await work();
  } finally {
    if (taken !== key) await releaseLock(ports, lock, taken);
  }
};
