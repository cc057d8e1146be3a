import type { DocumentWrite } from '@almanac/documents';
import type { Event, Metadata, RecordedEvent } from './event.ts';

/** An event with its intended version in its stream. */
export interface NewEvent extends Event {
  readonly stream: string;
  /** Exactly one above the stream's last; `<stream>@<version>` is the optimistic lock. */
  readonly version: number;
  /** The version of the stored form of `data`; absent: 1. */
  readonly schema?: number;
}

/**
 * All changes of one decision, over one or several streams, all or nothing (docs/architecture.md §2). Its keys, the
 * only lock of the store, are `<stream>@<version>` of every event, `once/<meta.id>` and `once/<name>` of each of
 * `once`.
 */
export interface NewCommit {
  readonly events: readonly NewEvent[];
  readonly meta: Metadata;
  /** Names of effects that may happen at most once, such as the effect of a consumed event. */
  readonly once?: readonly string[];
}

/** A stored commit. */
export interface Commit {
  /** `last + 1`: the log is dense and its order is the commit order. Counted from 1. */
  readonly position: number;
  readonly keys: readonly string[];
  readonly events: readonly NewEvent[];
  readonly meta: Metadata;
}

/** An event read from its stream, with the position of its commit. */
export type StreamEvent<E extends Event = Event> = RecordedEvent<E> & { readonly position: number };

/** The newest version of a stream that the caller knows; 0 for none. */
export interface StreamVersion {
  readonly stream: string;
  readonly version: number;
}

interface AppendOptions {
  /**
   * The state documents that this commit changes. SQLite writes them in the append's transaction; MongoDB right after
   * it, as a shortcut; the projector repairs lost writes.
   */
  readonly documents?: readonly DocumentWrite[];
}

/** Replacement data for a stored event. */
export interface Redaction {
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  readonly data: object;
}

/**
 * The log of a service. Answers cover durable data only: an acknowledged append is never lost, and a reader never sees
 * a position before all lower ones.
 */
export interface EventStore {
  /**
   * Appends a commit; resolves to its position once it is durable. A commit that is already in the log is not written
   * again; its position is returned.
   * @throws VersionConflictError if a stream has moved on; KeyTakenError if a `once` name is taken, or another try of
   * the same request has stored a different commit under the same id (`isSameCommit`); CommitTooLargeError,
   * UnserialisableError, UnstorableError before anything is sent; OutcomeUnknownError, StoreUnavailableError if the
   * store does not answer.
   */
  append(commit: NewCommit, options?: AppendOptions): Promise<{ position: number }>;
  /**
   * Returns a stream's events from a version (default 1) on, in order; none for a missing stream. Pages of `PAGE_SIZE`
   * are read as the caller consumes them.
   */
  readStream<E extends Event = Event>(stream: string, options?: { from?: number }): AsyncIterable<StreamEvent<E>>;
  /**
   * Returns commits after a position, in order: at most `limit` (default 500), and at most about `PAGE_SIZE`. Only an
   * empty answer means the end of the log.
   * @throws LogGapError if a position is missing
   */
  readLog(after: number, limit?: number): Promise<Commit[]>;
  /**
   * Returns the commits after a position that this process has just written, as it wrote them; undefined if they must
   * be read from the log. For followers of the log: a check of the log must read what is stored.
   */
  readWritten?(after: number, limit?: number): readonly Commit[] | undefined;
  /**
   * Returns the commit at a position, including everything acknowledged before this call; undefined past the end. Other
   * reads may lack the newest commits for a moment after a new primary is elected. Check here before reporting one
   * missing.
   */
  commitAt(position: number): Promise<Commit | undefined>;
  /** Returns the commit with that id, by its `once/<id>` key; undefined if it is not in the log. */
  findCommit(id: string): Promise<Commit | undefined>;
  /** Returns the first of these streams with events after the known version; undefined if there is none. */
  firstMoved(known: readonly StreamVersion[]): Promise<string | undefined>;
  /** Returns the position of the newest durable commit; 0 for an empty log. */
  last(): Promise<number>;
  /**
   * Compares the keys with the log and describes each fault. Faults are missing keys, keys of another position, and
   * keys without a commit.
   * @throws LogGapError if a position is missing
   */
  keyFaults(): AsyncIterable<string>;
  /**
   * Calls the listener after commits of this process, without arguments and without a guarantee, so readers must poll
   * too. Returns the function that removes the listener.
   */
  onAppend(listener: () => void): () => void;
  /**
   * Replaces the data of events in place, only for erasure (docs/architecture.md §2): positions, versions, types, keys
   * and metadata stay. Documents folded from them must be rebuilt. A missing event is skipped.
   */
  redact(redactions: readonly Redaction[]): Promise<void>;
  /** Writes the waiting commits, then refuses appends. The given database or client stays open. */
  close(): Promise<void>;
}

/** Members that identify a commit among tries under the same id. */
export interface CommitIdentity {
  readonly keys: readonly string[];
  readonly meta: Pick<Metadata, 'at'>;
}

/** True if a stored commit is this one, and not the decision of another try under the same id. */
export const isSameCommit = (stored: CommitIdentity, { keys, meta }: CommitIdentity): boolean =>
  stored.meta.at === meta.at && stored.keys.length === keys.length && keys.every((key) => stored.keys.includes(key));

/** Returns the keys of a commit, in the order in which they are stored. */
export const keysOf = (commit: NewCommit): string[] => [
  ...commit.events.map((event) => `${event.stream}@${event.version}`),
  `once/${commit.meta.id}`,
  ...(commit.once ?? []).map((name) => `once/${name}`),
];
