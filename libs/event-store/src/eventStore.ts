import type { DocumentWrite } from '@almanac/documents';
import type { Event, Metadata, Recorded } from './event.ts';

/** An event with the version that it is to have in its stream. */
export interface NewEvent extends Event {
  readonly stream: string;
  /** Exactly one above the stream's last; `<stream>@<version>` is the optimistic lock. */
  readonly version: number;
  /** The version of the stored form of `data`; without one it is 1. */
  readonly schema?: number;
}

/**
 * Everything one decision changed, over one or several streams, all or nothing (docs/architecture.md §2). Its keys, the
 * only lock of the store, are `<stream>@<version>` of every event, `once/<meta.id>` and `once/<name>` of each of
 * `once`.
 */
export interface NewCommit {
  readonly events: readonly NewEvent[];
  readonly meta: Metadata;
  /** Names of things that may happen once, such as the effect of a consumed event. */
  readonly once?: readonly string[];
}

/** A commit as it is in the log. */
export interface Commit {
  /** `last + 1`: the log is dense and its order is the commit order. Counted from 1. */
  readonly position: number;
  readonly keys: readonly string[];
  readonly events: readonly NewEvent[];
  readonly meta: Metadata;
}

/** An event read from its stream, with the position of its commit. */
export type StreamEvent<E extends Event = Event> = Recorded<E> & { readonly position: number };

/** How far the caller knows a stream; 0 for one of which it knows no event. */
export interface StreamVersion {
  readonly stream: string;
  readonly version: number;
}

interface AppendOptions {
  /**
   * The state documents that this commit changes. SQLite writes them in the append's transaction; MongoDB right after
   * it, as a shortcut whose loss the projector mends.
   */
  readonly documents?: readonly DocumentWrite[];
}

/** New data for an event that is in the log, in place of its own. */
export interface Redaction {
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  readonly data: object;
}

/**
 * A service's one log. All its answers are of what is durable: an acknowledged append is never lost, and a reader never
 * sees a position before all lower ones.
 */
export interface EventStore {
  /**
   * Appends a commit; resolves to its position once it is durable. A commit that is in the log already is not written
   * again: its first position is answered.
   * @throws VersionConflictError a stream has moved on; KeyTakenError a `once` name has happened, or another commit of the
   * same id stands, which another try of the same request has made (`isSameCommit`); CommitTooLargeError,
   * UnserialisableError, UnstorableError before anything is sent; OutcomeUnknownError, StoreUnavailableError when the store does not
   * say.
   */
  append(commit: NewCommit, options?: AppendOptions): Promise<{ position: number }>;
  /**
   * A stream's events from a version (default 1) on, in order; none for a stream that is not there. They are read
   * `PAGE_SIZE` at a time, as they are taken.
   */
  readStream<E extends Event = Event>(stream: string, options?: { from?: number }): AsyncIterable<StreamEvent<E>>;
  /**
   * Commits after a position, in order, at most `limit` (default 500), and none after `PAGE_SIZE` is reached: fewer than
   * `limit` are not yet the end of the log, none are. Stops loudly at a gap.
   * @throws LogGapError
   */
  readLog(after: number, limit?: number): Promise<Commit[]>;
  /**
   * The commit at a position, of everything that was acknowledged before this call; undefined past the end. Other reads
   * may lack the newest commits for a moment while a new primary begins: whoever would stop over one asks here first.
   */
  commitAt(position: number): Promise<Commit | undefined>;
  /** The commit with that id, by its `once/<id>` key; undefined when it does not stand in the log. */
  findCommit(id: string): Promise<Commit | undefined>;
  /** Of streams at the versions that the caller knows, the first that has events after it; undefined where none has. */
  firstMoved(known: readonly StreamVersion[]): Promise<string | undefined>;
  /** The position of the newest durable commit; 0 for an empty log. */
  last(): Promise<number>;
  /**
   * Compares the lock with the log, in words: a key of a commit that is missing or stands elsewhere, and one that stands
   * for no commit.
   * @throws LogGapError
   */
  keyFaults(): AsyncIterable<string>;
  /**
   * Calls the listener after commits of this process, without arguments and without a guarantee, so readers poll as
   * well.
   */
  onAppend(listener: () => void): () => void;
  /**
   * Replaces the data of events in place, for erasure alone (docs/architecture.md §2): positions, versions, types, keys
   * and metadata stay. Documents that fold them must be made anew. An event that is not there is passed over.
   */
  redact(redactions: readonly Redaction[]): Promise<void>;
  /** Writes the commits that still wait, then refuses appends. The database or client that it was given stays open. */
  close(): Promise<void>;
}

/** What shows whether a commit in the log is one that was to be appended. */
export interface CommitIdentity {
  readonly keys: readonly string[];
  readonly meta: Pick<Metadata, 'at'>;
}

/** Whether a commit in the log is this one, and not what another try under the same id has decided. */
export const isSameCommit = (stored: CommitIdentity, { keys, meta }: CommitIdentity): boolean =>
  stored.meta.at === meta.at && stored.keys.length === keys.length && keys.every((key) => stored.keys.includes(key));

/** The keys of a commit, in the order in which they are stored. */
export const keysOf = (commit: NewCommit): string[] => [
  ...commit.events.map((event) => `${event.stream}@${event.version}`),
  `once/${commit.meta.id}`,
  ...(commit.once ?? []).map((name) => `once/${name}`),
];
