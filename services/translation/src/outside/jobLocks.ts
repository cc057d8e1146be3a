import type { Lock } from '../locks.ts';

/** Loops of clients and of the site itself take turns by these, for a minute after each use. */
const lockOf = (name: string): Lock => ({ kind: 'engine-lock', name, heldFor: 60_000 });

export const syncLock = lockOf('sync');
export const retryLock = lockOf('retry');
