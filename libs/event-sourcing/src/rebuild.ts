import { setImmediate as breathe } from 'node:timers/promises';
import type { Collection, Documents, Rebuild } from '@almanac/documents';
import type { EventStore } from '@almanac/event-store';
import type { Registration } from './registration.ts';
import { collectionsOf, indexRegistrations } from './registrationIndex.ts';
import { type OnUnstorable, Replay } from './replay.ts';

const BATCH = 1_000;

export interface RebuildProgress {
  /** The position processed, and the newest one when the last batch was read. */
  readonly position: number;
  readonly last: number;
  readonly events: number;
}

export interface RebuildOptions {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly registrations: readonly Registration[];
  /** Which of the registrations' collections; default all. */
  readonly collections?: readonly Collection[];
  readonly onProgress?: (progress: RebuildProgress) => void;
  readonly onUnstorable?: OnUnstorable;
  /** In a process that serves others meanwhile. */
  readonly gently?: boolean;
  /** When it is aborted, the rebuild stops and drops what it has made. */
  readonly signal?: AbortSignal;
}

export interface RebuildReport {
  readonly commits: number;
  readonly events: number;
}

/**
 * Makes all documents of the registrations anew from the log, beside the live ones, which serve and are written
 * meanwhile; readers are switched to the new ones when those have caught up (docs/architecture.md §2, Rebuilding). One
 * that fails leaves the live documents as they are.
 * @throws UnknownEventTypeError, LogGapError; the signal's reason
 */
export const rebuildDocuments = async (options: RebuildOptions): Promise<RebuildReport> => {
  const { documents, collections = collectionsOf(options.registrations), gently = false } = options;
  const generation = await documents.rebuild(collections, { gently });
  try {
    const report = await fill(generation, options);
    await generation.switch();
    return report;
  } catch (error) {
    await generation.abandon();
    throw error;
  }
};

type Documented = Pick<RebuildOptions, 'documents' | 'registrations'>;

/** The collections whose projection version has been raised since they were made. */
export const raisedCollections = async (of: Documented): Promise<readonly Collection[]> =>
  ownOf(of, await of.documents.outdated());

/** These, and those to which an older release has written since. */
export const outdatedCollections = async (of: Documented): Promise<readonly Collection[]> => [
  ...(await raisedCollections(of)),
  ...ownOf(of, await of.documents.holdingOlder()),
];

/** Those made from other services' events are not folds of this log and are left alone. */
const ownOf = ({ registrations }: Documented, collections: readonly Collection[]): Collection[] => {
  const own = new Set(collectionsOf(registrations).map(({ name }) => name));
  return collections.filter(({ name }) => own.has(name));
};

/**
 * Makes documents anew, at the start of a service, after what ended rebuilds have left is gone: those of `collections`,
 * by default of all that hold older ones. Undefined where there are none.
 */
export const rebuildOutdated = async (options: RebuildOptions): Promise<RebuildReport | undefined> => {
  await options.documents.sweep();
  const { collections = await outdatedCollections(options) } = options;
  return collections.length === 0 ? undefined : rebuildDocuments({ ...options, collections });
};

/** Replays the log into a generation until its end is reached. */
export const fill = async (generation: Rebuild, options: RebuildOptions): Promise<RebuildReport> => {
  const { store, onProgress, signal } = options;
  const wanted = new Set((options.collections ?? collectionsOf(options.registrations)).map(({ name }) => name));
  const replay = new Replay(store, indexRegistrations(options.registrations), options);
  let [position, events] = [0, 0];
  for (;;) {
    signal?.throwIfAborted();
    const commits = await store.readLog(position, BATCH);
    if (commits.length === 0) return { commits: position, events };
    const writes = await replay.documentsOf(commits);
    await generation.write(writes.filter((write) => wanted.has(write.collection.name)));
    position += commits.length;
    events += commits.reduce((sum, commit) => sum + commit.events.length, 0);
    onProgress?.({ position, last: Math.max(position, await store.last()), events });
    await breathe();
  }
};
