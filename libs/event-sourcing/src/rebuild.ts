import { setImmediate as breathe } from 'node:timers/promises';
import type { Collection, Documents, Rebuild } from '@almanac/documents';
import type { EventStore } from '@almanac/event-store';
import type { Registration } from './registration.ts';
import { collectionsOf, indexRegistrations } from './registrationIndex.ts';
import { type OnUnstorable, Replay } from './replay.ts';

const BATCH_SIZE = 1_000;

export interface RebuildProgress {
  /** The processed position, and the newest one at the time of the last batch. */
  readonly position: number;
  readonly last: number;
  readonly events: number;
}

export interface RebuildOptions {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly registrations: readonly Registration[];
  /** The collections to rebuild; default all. */
  readonly collections?: readonly Collection[];
  readonly onProgress?: (progress: RebuildProgress) => void;
  readonly onUnstorable?: OnUnstorable;
  /** True in a process that serves requests meanwhile. */
  readonly gently?: boolean;
  /** Aborts the rebuild, which then drops its documents. */
  readonly signal?: AbortSignal;
}

export interface RebuildReport {
  readonly commits: number;
  readonly events: number;
}

/**
 * Rebuilds all documents of the registrations from the log, beside the live ones, which are read and written meanwhile.
 * Readers are switched once the new documents have caught up (docs/architecture.md §2, Rebuilding). A failed rebuild
 * leaves the live documents unchanged.
 * @throws DomainError `rest_unknown_event`, LogGapError; the signal's reason
 */
export const rebuildDocuments = async (options: RebuildOptions): Promise<RebuildReport> => {
  const { documents, collections = collectionsOf(options.registrations), gently = false } = options;
  const generation = await documents.rebuild(collections, { gently });
  try {
    const report = await replayInto(generation, options);
    await generation.switch();
    return report;
  } catch (error) {
    await generation.abandon();
    throw error;
  }
};

type DocumentOptions = Pick<RebuildOptions, 'documents' | 'registrations'>;

/** Returns the collections whose projection version was raised since they were created. */
export const outdatedProjections = async (of: DocumentOptions): Promise<readonly Collection[]> =>
  ownOf(of, await of.documents.outdated());

/** Returns the raised collections, and those to which an older release has written since. */
export const outdatedCollections = async (of: DocumentOptions): Promise<readonly Collection[]> => [
  ...(await outdatedProjections(of)),
  ...ownOf(of, await of.documents.holdingOlder()),
];

/** Leaves out collections of other services' events, which are not folds of this log. */
const ownOf = ({ registrations }: DocumentOptions, collections: readonly Collection[]): Collection[] => {
  const own = new Set(collectionsOf(registrations).map(({ name }) => name));
  return collections.filter(({ name }) => own.has(name));
};

/**
 * Rebuilds outdated documents at the start of a service, after removing the remains of ended rebuilds. It rebuilds
 * `collections`, by default all with older documents. Returns undefined if there are none.
 */
export const rebuildOutdated = async (options: RebuildOptions): Promise<RebuildReport | undefined> => {
  await options.documents.sweep();
  const { collections = await outdatedCollections(options) } = options;
  return collections.length === 0 ? undefined : rebuildDocuments({ ...options, collections });
};

/** Replays the log into a generation up to the log's end. */
export const replayInto = async (generation: Rebuild, options: RebuildOptions): Promise<RebuildReport> => {
  const { store, onProgress, signal } = options;
  const wanted = new Set((options.collections ?? collectionsOf(options.registrations)).map(({ name }) => name));
  const replay = new Replay(store, indexRegistrations(options.registrations), options);
  let [position, events] = [0, 0];
  for (;;) {
    signal?.throwIfAborted();
    const commits = await store.readLog(position, BATCH_SIZE);
    if (commits.length === 0) return { commits: position, events };
    const writes = await replay.documentsOf(commits);
    await generation.write(writes.filter((write) => wanted.has(write.collection.name)));
    position += commits.length;
    events += commits.reduce((sum, commit) => sum + commit.events.length, 0);
    onProgress?.({ position, last: Math.max(position, await store.last()), events });
    await breathe();
  }
};
