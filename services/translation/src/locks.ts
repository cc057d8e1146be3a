import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { Translation } from './translation.ts';

/** What one holds at a time, until it is given back or was not used for so long. */
export interface Lock {
  readonly kind: string;
  readonly name: string;
  /** Milliseconds after its last use. */
  readonly heldFor: number;
}

type Ports = Pick<Translation, 'entries' | 'now'>;

interface Held {
  readonly key: string;
}

const isSame = (one: string, other: string): boolean => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
};

/**
 * Takes a lock, or keeps one whose key is known for as long again. That nothing is done twice does not rely on it.
 * @returns the key; undefined while another holds it
 */
export const takeLock = async (
  { entries, now }: Ports,
  { kind, name, heldFor }: Lock,
  key = '',
): Promise<string | undefined> => {
  const expiresAt = now().getTime() + heldFor;
  const held = await entries.get<Held>(kind, name);
  if (held === undefined) {
    const taken = randomUUID();
    return (await entries.insert<Held>(kind, name, { key: taken }, { expiresAt })) ? taken : undefined;
  }
  if (!isSame(held.body.key, key)) return undefined;
  return (await entries.put(kind, name, held.body, { expiresAt, ifRevision: held.revision })) ? key : undefined;
};

/** Gives a lock back, unless another has taken it meanwhile. */
const releaseLock = async ({ entries }: Ports, { kind, name }: Lock, key: string): Promise<void> => {
  const held = await entries.get<Held>(kind, name);
  if (held !== undefined && isSame(held.body.key, key)) await entries.delete(kind, name, { ifRevision: held.revision });
};

/** Works under a lock: the caller's, or one of its own that it gives back; undefined while another holds it. */
export const underLock = async <Result>(
  ports: Ports,
  lock: Lock,
  { key = '', work }: { readonly key?: string; readonly work: () => Promise<Result> },
): Promise<Result | undefined> => {
  const taken = await takeLock(ports, lock, key);
  if (taken === undefined) return undefined;
  try {
    return await work();
  } finally {
    if (taken !== key) await releaseLock(ports, lock, taken);
  }
};
