import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { Translation } from '../translation.ts';

/** Kept for so long after its last use. */
const HELD_FOR = 60_000;
const KIND = 'engine-lock';

export type LockName = 'sync' | 'retry';

type Ports = Pick<Translation, 'entries' | 'now'>;

const isSame = (one: string, other: string): boolean => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
};

/**
 * Takes a lock, or keeps one whose key is known for another minute. Loops of clients and of the site itself take turns by
 * it; that nothing is done twice does not rely on it.
 * @returns the key; undefined while another holds it
 */
export const takeLock = async ({ entries, now }: Ports, name: LockName, key = ''): Promise<string | undefined> => {
  const expiresAt = now().getTime() + HELD_FOR;
  const held = await entries.get<{ readonly key: string }>(KIND, name);
  if (held === undefined) {
    const taken = randomUUID();
    return (await entries.insert(KIND, name, { key: taken }, { expiresAt })) ? taken : undefined;
  }
  if (!isSame(held.body.key, key)) return undefined;
  return (await entries.put(KIND, name, held.body, { expiresAt, ifRevision: held.revision })) ? key : undefined;
};

/** Gives a lock back. */
export const releaseLock = async ({ entries }: Ports, name: LockName, key: string): Promise<void> => {
  const held = await entries.get<{ readonly key: string }>(KIND, name);
  if (held !== undefined && isSame(held.body.key, key)) await entries.delete(KIND, name, { ifRevision: held.revision });
};

/** Works under a lock: the caller's, or one of its own that it gives back; undefined while another holds it. */
export const underLock = async <Result>(
  ports: Ports,
  name: LockName,
  { key = '', work }: { readonly key?: string; readonly work: () => Promise<Result> },
): Promise<Result | undefined> => {
  const taken = await takeLock(ports, name, key);
  if (taken === undefined) return undefined;
  try {
    return await work();
  } finally {
    if (taken !== key) await releaseLock(ports, name, taken);
  }
};
