import type { ServiceName } from '@almanac/contracts';
import type { Entries } from '@almanac/documents';
import { type EventPosition, isAfter } from './bus.ts';

const CHECKPOINT_KIND = 'checkpoint';

/** The progress of a log's reader: everything up to this event, and the event itself, is done. */
export interface LogPosition extends EventPosition {
  readonly epoch: number;
  /** The id of the commit at the position; it must match the log. */
  readonly commitId: string;
}

/** The position before the first commit. */
export const START: LogPosition = { epoch: 1, position: 0, n: 0, commitId: '' };

interface CheckpointEntry extends LogPosition {
  readonly term: number;
}

/**
 * A later holder of the lease has taken over this checkpoint. This holder's work since then may be repeated, which is
 * harmless.
 */
class StaleTermError extends Error {
  readonly code = 'stale-term';
  constructor(id: string, term: number, stored: number) {
    super(`the checkpoint ${id} belongs to term ${stored}, not to ${term}`);
    this.name = 'StaleTermError';
  }
}

/** A reader's progress, stored as an entry; it only moves forward and never to a lower term. */
export interface Checkpoint {
  /**
   * Takes the checkpoint over for a term of the lease; resolves to its position.
   * @throws StaleTermError if a later term has it
   */
  open(term: number): Promise<LogPosition>;
  /** Takes the checkpoint over from its owner, with a higher term; resolves to its position. */
  takeOver(): Promise<LogPosition>;
  /**
   * Moves the checkpoint; a position that is not further changes nothing.
   * @throws StaleTermError if a later term has it
   */
  save(logPosition: LogPosition): Promise<void>;
}

/** Returns the id of a subscription's checkpoint in a source, or in one of the source's partitions. */
export const checkpointId = (subscription: string, source: ServiceName, partition?: number): string =>
  partition === undefined ? `${subscription}/${source}` : `${subscription}/${source}/${partition}`;

/** @param id of a subscription's checkpoint (`checkpointId`), or `relay/<service>` */
export const createCheckpoint = (entries: Entries, id: string): Checkpoint => new EntryCheckpoint(entries, id);

class EntryCheckpoint implements Checkpoint {
  readonly #entries: Entries;
  readonly #id: string;
  #term = 0;
  #revision = 0;
  #logPosition = START;

  constructor(entries: Entries, id: string) {
    this.#entries = entries;
    this.#id = id;
  }

  async open(term: number): Promise<LogPosition> {
    return this.#open((stored) => {
      if (stored > term) throw new StaleTermError(this.#id, term, stored);
      return term;
    });
  }

  takeOver(): Promise<LogPosition> {
    return this.#open((stored) => stored + 1);
  }

  /** @param termAfter returns this reader's term, given the stored one */
  async #open(termAfter: (stored: number) => number): Promise<LogPosition> {
    const entry = await this.#entries.get<CheckpointEntry>(CHECKPOINT_KIND, this.#id);
    const stored = entry?.body ?? { ...START, term: 0 };
    const [term, ifRevision] = [termAfter(stored.term), entry?.revision ?? 0];
    if (!(await this.#put({ ...stored, term }, ifRevision))) {
      return this.#open(termAfter);
    }
    [this.#term, this.#revision, this.#logPosition] = [term, ifRevision + 1, logPositionOf(stored)];
    return this.#logPosition;
  }

  async save(logPosition: LogPosition): Promise<void> {
    if (!isAfter(logPosition, this.#logPosition)) return;
    const stored: CheckpointEntry = { ...logPositionOf(logPosition), term: this.#term };
    if (await this.#put(stored, this.#revision)) {
      [this.#revision, this.#logPosition] = [this.#revision + 1, logPosition];
      return;
    }
    await this.open(this.#term);
    await this.save(logPosition);
  }

  /** A checkpoint that a power cut loses is one whose last work is repeated, as after a crash. */
  #put(stored: CheckpointEntry, ifRevision: number): Promise<boolean> {
    return this.#entries.put(CHECKPOINT_KIND, this.#id, stored, { ifRevision, flushed: false });
  }
}

/** Reads the position of a checkpoint, without taking it over. */
export const readCheckpoint = async (entries: Entries, id: string): Promise<LogPosition> => {
  const entry = await entries.get<CheckpointEntry>(CHECKPOINT_KIND, id);
  return entry === undefined ? START : logPositionOf(entry.body);
};

/** A reader's progress, for operators. */
export interface StoredCheckpoint {
  readonly id: string;
  /** The subscription, or `relay/<service>`. */
  readonly owner: string;
  /** The name of a service. */
  readonly source: string;
  /** The partition, if topics are read: each partition has its own checkpoint. */
  readonly partition?: number;
  readonly logPosition: LogPosition;
}

/** Returns the checkpoints that a service stores, by id. */
export const listCheckpoints = async (entries: Entries): Promise<StoredCheckpoint[]> => {
  const found: StoredCheckpoint[] = [];
  for (let after: string | undefined; ; after = found.at(-1)?.id) {
    const page = await entries.list<CheckpointEntry>(CHECKPOINT_KIND, after === undefined ? {} : { after });
    found.push(...page.map(({ id, body }) => ({ id, ...ownerOf(id), logPosition: logPositionOf(body) })));
    if (page.length === 0) return found;
  }
};

const ownerOf = (id: string): Pick<StoredCheckpoint, 'owner' | 'source' | 'partition'> => {
  const [name = '', source = '', partition] = id.split('/');
  const owner = name === 'relay' ? id : name;
  return { owner, source, ...(partition !== undefined && { partition: Number(partition) }) };
};

/**
 * Sets a checkpoint to an operator's position, forwards or back, while its owner does not run. If an owner runs after
 * all, its work meanwhile is repeated.
 */
export const setCheckpoint = async (entries: Entries, id: string, logPosition: LogPosition): Promise<void> => {
  const entry = await entries.get<CheckpointEntry>(CHECKPOINT_KIND, id);
  const term = (entry?.body.term ?? 0) + 1;
  const done = await entries.put<CheckpointEntry>(
    CHECKPOINT_KIND,
    id,
    { ...logPositionOf(logPosition), term },
    { ifRevision: entry?.revision ?? 0 },
  );
  if (!done) await setCheckpoint(entries, id, logPosition);
};

const logPositionOf = ({ epoch, position, n, commitId }: LogPosition): LogPosition => ({
  epoch,
  position,
  n,
  commitId,
});
