import { createHash } from 'node:crypto';
import type { Documents, Entries } from '@almanac/documents';
import type { EventStore } from '@almanac/event-store';
import { LogContradictedError } from './errors.ts';
import { type RebuildReport, raisedCollections, rebuildOutdated } from './rebuild.ts';
import type { Registration } from './registration.ts';
import { collectionsOf, indexRegistrations } from './registrationIndex.ts';
import { type OnUnstorable, Replay } from './replay.ts';

const KIND = 'projector';
const BATCH = 500;
/** More than there are releases that raised a projection version. */
const CHECKPOINTS = 10_000;

/** The commit up to which the documents are certainly up to date. */
interface Checkpoint {
  readonly position: number;
  readonly commitId: string;
}

const START: Checkpoint = { position: 0, commitId: '' };

export interface ProjectorOptions {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly entries: Entries;
  readonly registrations: readonly Registration[];
  readonly onUnstorable?: OnUnstorable;
}

/**
 * Brings the documents up to date from the service's own log, from a kept checkpoint on, and so makes those that a
 * crash between append and fold left out (docs/architecture.md §2, State documents). Two projectors at work do no harm,
 * only the work twice. A checkpoint belongs to the projection versions that it was made with, so what a replica of
 * another release writes or passes over in a rolling upgrade is looked at once more (docs/adr/0049).
 */
export interface Projector {
  /** Names its projection versions, and with them its checkpoint: releases that fold alike share it. */
  readonly versions: string;
  /**
   * At the start of a service: makes outdated documents anew, and catches up. Where these versions have worked before,
   * what an older release has written since needs no reading of the whole log.
   * @throws as `catchUp` does
   */
  start(signal?: AbortSignal): Promise<RebuildReport | undefined>;
  /**
   * Processes the log to its end, or until the signal comes; answers the position reached.
   * @throws UnknownEventTypeError once all before it is done; LogContradictedError, LogGapError
   */
  catchUp(signal?: AbortSignal): Promise<number>;
  /** How many commits its checkpoint is behind the log. @throws LogContradictedError the log ends before it */
  lag(): Promise<number>;
}

export const createProjector = (options: ProjectorOptions): Projector => {
  const { store, documents, entries, registrations } = options;
  const versions = versionsOf(registrations);
  const id = `documents/${versions}`;
  const replay = new Replay(store, indexRegistrations(registrations), options);

  const own = () => entries.get<Checkpoint>(KIND, id);

  /** Up to there no document is missing, of whatever version it is. */
  const furthest = async (): Promise<Checkpoint> => {
    const all = await entries.list<Checkpoint>(KIND, { limit: CHECKPOINTS });
    return all.reduce((far, { body }) => (body.position > far.position ? body : far), START);
  };

  const start = async (signal?: AbortSignal): Promise<RebuildReport | undefined> => {
    const wanted = { ...options, ...(signal && { signal }) };
    if ((await own()) !== undefined) {
      await catchUp(signal);
      return rebuildOutdated({ ...wanted, collections: await raisedCollections(options) });
    }
    // read before the documents are looked at: what an older release writes after that comes later in the log
    const from = await furthest();
    const report = await rebuildOutdated(wanted);
    await entries.put(KIND, id, await before(from, report), { ifRevision: 0 });
    await catchUp(signal);
    return report;
  };

  /** The earlier of a checkpoint and the end of a rebuild. */
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
      const commits = replay.known(await store.readLog(position, BATCH));
      const last = commits.at(-1);
      if (last === undefined) return position;
      await documents.write(await replay.documentsOf(commits));
      position = last.position;
      const moved = { position, commitId: last.meta.id };
      // Another projector has moved the checkpoint: what that one did need not be done again.
      if (!(await entries.put(KIND, id, moved, { ifRevision: writes }))) return catchUp(signal);
    }
    return position;
  };

  const lag = async (): Promise<number> => {
    const kept = await own();
    const { position } = kept?.body ?? (await furthest());
    // read after it, so a log that is shorter has lost what it held
    const last = await store.last();
    if (last < position && (await store.commitAt(position)) === undefined) throw new LogContradictedError(id, position);
    return Math.max(0, last - position);
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
