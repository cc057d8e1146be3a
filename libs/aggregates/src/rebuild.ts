import { setImmediate as breathe } from 'node:timers/promises';
import type { Documents, Rebuild } from '@almanac/documents';
import type { EventStore } from '@almanac/event-store';
import type { Registration } from './registration.ts';
import { collectionsOf, indexRegistrations } from './registrationIndex.ts';
import { Replay } from './replay.ts';

const BATCH = 1_000;

export interface RebuildProgress {
  /** The position worked off, and the newest one when the last batch was read. */
  readonly position: number;
  readonly last: number;
  readonly events: number;
}

export interface RebuildOptions {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly registrations: readonly Registration[];
  readonly onProgress?: (progress: RebuildProgress) => void;
  /** Gives up, and drops what was made, when it comes. */
  readonly signal?: AbortSignal;
}

export interface RebuildReport {
  readonly commits: number;
  readonly events: number;
}

/**
 * Makes all documents of the registrations anew from the log, beside the live ones, which serve and are written
 * meanwhile; readers are switched to the new ones when those have caught up (architecture §2, Rebuilding). One that fails
 * leaves the live documents as they are.
 * @throws UnknownEventTypeError, LogGapError; the signal's reason
 */
export const rebuildDocuments = async (options: RebuildOptions): Promise<RebuildReport> => {
  const generation = await options.documents.rebuild(collectionsOf(options.registrations));
  try {
    const report = await fill(generation, options);
    await generation.switch();
    return report;
  } catch (error) {
    await generation.abandon();
    throw error;
  }
};

/** Replays the log into a generation until its end is reached. */
export const fill = async (generation: Rebuild, options: RebuildOptions): Promise<RebuildReport> => {
  const { store, onProgress, signal } = options;
  const replay = new Replay(store, indexRegistrations(options.registrations));
  let [position, events] = [0, 0];
  for (;;) {
    signal?.throwIfAborted();
    const commits = await store.readLog(position, BATCH);
    if (commits.length === 0) return { commits: position, events };
    await generation.write(await replay.documentsOf(commits));
    position += commits.length;
    events += commits.reduce((sum, commit) => sum + commit.events.length, 0);
    onProgress?.({ position, last: Math.max(position, await store.last()), events });
    await breathe();
  }
};
