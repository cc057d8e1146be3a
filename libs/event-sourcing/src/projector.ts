import { createHash } from 'node:crypto';
import type { Documents, Entries } from '@almanac/documents';
import type { EventStore } from '@almanac/event-store';
import { LogContradictedError } from './errors.ts';
import { outdatedProjections, type RebuildOptions, type RebuildReport, rebuildOutdated } from './rebuild.ts';
import type { Registration } from './registration.ts';
import { collectionsOf, indexRegistrations } from './registrationIndex.ts';
import { type OnUnstorable, Replay } from './replay.ts';

const PROJECTOR_KIND = 'projector';
const BATCH_SIZE = 500;
/** Maximum number of checkpoints, above the number of releases that raise a projection version. */
const CHECKPOINTS = 10_000;

/** The commit up to which the documents are certainly up to date. */
interface Checkpoint {
  readonly position: number;
  readonly commitId: string;
}

const START: Checkpoint = { position: 0, commitId: '' };

export interface ProjectorOptions extends Pick<RebuildOptions, 'onProgress'> {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly entries: Entries;
  readonly registrations: readonly Registration[];
  readonly onUnstorable?: OnUnstorable;
}

/**
 * Updates the documents from the service's own log, from a stored checkpoint on. It thus creates documents that a crash
 * between append and fold has left out (docs/architecture.md §2, State documents). Two concurrent projectors only do
 * the work twice. A checkpoint belongs to its projection versions, so commits of another release's replicas in a
 * rolling upgrade are processed once more (docs/adr/0049).
 */
export interface Projector {
  /** Identifies its projection versions, and thus its checkpoint: releases that fold alike share it. */
  readonly versions: string;
  /**
   * Rebuilds outdated documents, and catches up; called at the start of a service. If these versions have run before,
   * commits of an older release since then do not need the whole log.
   * @throws the errors of `catchUp`
   */
  start(signal?: AbortSignal): Promise<RebuildReport | undefined>;
  /**
   * Processes the log to its end, or until the signal; returns the reached position.
   * @throws DomainError `rest_unknown_event` after processing all commits before it; LogContradictedError, LogGapError
   */
  catchUp(signal?: AbortSignal): Promise<number>;
  /** Returns the number of commits after its checkpoint. @throws LogContradictedError */
  lag(): Promise<number>;
}

export const createProjector = (options: ProjectorOptions): Projector => {
  const { store, documents, entries, registrations } = options;
  const versions = versionsOf(registrations);
  const id = `documents/${versions}`;
  const replay = new Replay(store, indexRegistrations(registrations), options);

  const own = () => entries.get<Checkpoint>(PROJECTOR_KIND, id);

  /** Returns the furthest checkpoint of all versions: up to it no document is missing, of any version. */
  const furthest = async (): Promise<Checkpoint> => {
    const all = await entries.list<Checkpoint>(PROJECTOR_KIND, { limit: CHECKPOINTS });
    return all.reduce((far, { body }) => (body.position > far.position ? body : far), START);
  };

  const start = async (signal?: AbortSignal): Promise<RebuildReport | undefined> => {
    const wanted = { ...options, ...(signal && { signal }) };
    if ((await own()) !== undefined) {
      await catchUp(signal);
      return rebuildOutdated({ ...wanted, collections: await outdatedProjections(options) });
    }
    // read before the documents: an older release's later writes come later in the log
    const from = await furthest();
    const report = await rebuildOutdated(wanted);
    await entries.put(PROJECTOR_KIND, id, await before(from, report), { ifRevision: 0 });
    await catchUp(signal);
    return report;
  };

  /** Returns the earlier of a checkpoint and the end of a rebuild. */
  const before = async (from: Checkpoint, report: RebuildReport | undefined): Promise<Checkpoint> => {
    if (report === undefined || report.commits >= from.position) return from;
    const commit = await store.commitAt(report.commits);
    return commit === undefined ? START : { position: report.commits, commitId: commit.meta.id };
  };

  const catchUp = async (signal?: AbortSignal): Promise<number> => {
    const kept = await own();
    const checkpoint = kept?.body ?? START;
    await refuseContradiction(store, id, checkpoint);
    let position = checkpoint.position;
    for (let writes = kept?.revision ?? 0; signal?.aborted !== true; writes++) {
      const commits = replay.known(await store.readLog(position, BATCH_SIZE));
      const last = commits.at(-1);
      if (last === undefined) return position;
      await documents.write(await replay.documentsOf(commits));
      position = last.position;
      const moved = { position, commitId: last.meta.id };
      // Another projector has moved the checkpoint: its work need not be repeated.
      if (!(await entries.put(PROJECTOR_KIND, id, moved, { ifRevision: writes }))) return catchUp(signal);
    }
    return position;
  };

  const lag = async (): Promise<number> => {
    const checkpoint = (await own())?.body ?? (await furthest());
    // read after the checkpoint, so a shorter log has lost commits
    const last = await store.last();
    await refuseContradiction(store, id, checkpoint);
    return Math.max(0, last - checkpoint.position);
  };

  return { versions, start, catchUp, lag };
};

const versionsOf = (registrations: readonly Registration[]): string => {
  const versions = collectionsOf(registrations).map(({ name, projectionVersion }) => `${name}@${projectionVersion}`);
  return createHash('sha256').update(versions.sort().join(' ')).digest('hex').slice(0, 12);
};

const refuseContradiction = async (store: EventStore, name: string, checkpoint: Checkpoint): Promise<void> => {
  if (checkpoint.position === 0) return;
  const [read] = await store.readLog(checkpoint.position - 1, 1);
  if (read?.meta.id === checkpoint.commitId) return;
  const commit = await store.commitAt(checkpoint.position);
  if (commit?.meta.id !== checkpoint.commitId) throw new LogContradictedError(name, checkpoint.position);
};
