import type { Lock } from '../locks.ts';

/** Creates a lock by which loops of clients and of the site take turns; it expires a minute after its last use. */
const lockOf = (name: string): Lock => ({ kind: 'engine-lock', name, heldFor: 60_000 });

export const syncLock = lockOf('sync');
export const retryLock = lockOf('retry');
