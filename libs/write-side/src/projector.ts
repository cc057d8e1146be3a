import type { Documents, Entries } from '@almanac/documents';
import type { EventStore } from '@almanac/event-store';
import { LogContradictedError } from './errors.ts';
import type { Registration } from './registration.ts';
import { indexRegistrations } from './registrationIndex.ts';
import { type OnUnstorable, Replay } from './replay.ts';

const KIND = 'projector';
const BATCH = 500;

/** The commit up to which the documents are certainly up to date. */
interface Checkpoint {
  readonly position: number;
  readonly commitId: string;
}

export interface ProjectorOptions {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly entries: Entries;
  readonly registrations: readonly Registration[];
  /** The name of its checkpoint; default `documents`. */
  readonly name?: string;
  readonly onUnstorable?: OnUnstorable;
}

/**
 * Brings the documents up to date from the service's own log, from a kept checkpoint on, and so makes those that a
 * crash between append and fold left out (docs/architecture.md §2, State documents). Two projectors at work do no harm,
 * only the work twice.
 */
export interface Projector {
  /**
   * Processes the log to its end, or until the signal comes; answers the position reached.
   * @throws UnknownEventTypeError once all before it is done; LogContradictedError, LogGapError
   */
  catchUp(signal?: AbortSignal): Promise<number>;
  /** How many commits its checkpoint is behind the log. @throws LogContradictedError the log ends before it */
  lag(): Promise<number>;
}

export const createProjector = (options: ProjectorOptions): Projector => {
  const { store, documents, entries, name = 'documents' } = options;
  const replay = new Replay(store, indexRegistrations(options.registrations), options);

  const read = async (): Promise<{ checkpoint: Checkpoint; revision: number }> => {
    const record = await entries.get<Checkpoint>(KIND, name);
    const checkpoint = record?.body ?? { position: 0, commitId: '' };
    await refuseContradiction(store, name, checkpoint);
    return { checkpoint, revision: record?.revision ?? 0 };
  };

  const catchUp = async (signal?: AbortSignal): Promise<number> => {
    const { checkpoint, revision } = await read();
    let position = checkpoint.position;
    for (let writes = revision; signal?.aborted !== true; writes++) {
      const commits = replay.known(await store.readLog(position, BATCH));
      const last = commits.at(-1);
      if (last === undefined) return position;
      await documents.write(await replay.documentsOf(commits));
      position = last.position;
      const moved = { position, commitId: last.meta.id };
      // Another projector has moved the checkpoint: what that one did need not be done again.
      if (!(await entries.put(KIND, name, moved, { ifRevision: writes }))) return catchUp(signal);
    }
    return position;
  };

  const lag = async (): Promise<number> => {
    const kept = await entries.get<Checkpoint>(KIND, name);
    const position = kept?.body.position ?? 0;
    // read after it, so a log that is shorter has lost what it held
    const last = await store.last();
    if (last < position && (await store.commitAt(position)) === undefined)
      throw new LogContradictedError(name, position);
    return Math.max(0, last - position);
  };

  return { catchUp, lag };
};

const refuseContradiction = async (store: EventStore, name: string, checkpoint: Checkpoint): Promise<void> => {
  if (checkpoint.position === 0) return;
  const [read] = await store.readLog(checkpoint.position - 1, 1);
  if (read?.meta.id === checkpoint.commitId) return;
  const commit = await store.commitAt(checkpoint.position);
  if (commit?.meta.id !== checkpoint.commitId) throw new LogContradictedError(name, checkpoint.position);
};
