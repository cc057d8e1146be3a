import type { ServiceName } from '@almanac/contracts';
import type { Records } from '@almanac/documents';
import { isAfter, type Mark } from './bus.ts';

const KIND = 'checkpoint';

/** How far a reader of a log has come: everything up to and with this event is done. */
export interface Place extends Mark {
  readonly epoch: number;
  /** The id of the commit at the position; the log must say the same. */
  readonly commitId: string;
}

/** Before the first commit. */
export const START: Place = { epoch: 1, position: 0, n: 0, commitId: '' };

interface Stored extends Place {
  readonly term: number;
}

/** A later holder of the lease has taken over this checkpoint: what this one did since may be done again, no harm. */
export class StaleTermError extends Error {
  readonly code = 'stale-term';
  constructor(id: string, term: number, stored: number) {
    super(`the checkpoint ${id} belongs to term ${stored}, not to ${term}`);
    this.name = 'StaleTermError';
  }
}

/** A reader's progress, kept in a record; it only moves forward and never from a term to a lower one. */
export interface Checkpoint {
  /**
   * Takes it over for a term of the lease and tells where it stands.
   * @throws StaleTermError
   */
  open(term: number): Promise<Place>;
  /** Takes it over from whoever has it, with a term of its own beyond theirs, and tells where it stands. */
  takeOver(): Promise<Place>;
  /**
   * Moves it; a place that is not further on changes nothing.
   * @throws StaleTermError
   */
  save(place: Place): Promise<void>;
}

/** Under which id a subscription keeps its mark of a source, or of one of its partitions. */
export const markId = (subscription: string, source: ServiceName, partition?: number): string =>
  partition === undefined ? `${subscription}/${source}` : `${subscription}/${source}/${partition}`;

/** @param id of a subscription's mark (`markId`), or `relay/<service>` */
export const createCheckpoint = (records: Records, id: string): Checkpoint => new RecordCheckpoint(records, id);

class RecordCheckpoint implements Checkpoint {
  readonly #records: Records;
  readonly #id: string;
  #term = 0;
  #revision = 0;
  #place = START;

  constructor(records: Records, id: string) {
    this.#records = records;
    this.#id = id;
  }

  async open(term: number): Promise<Place> {
    return this.#open((stored) => {
      if (stored > term) throw new StaleTermError(this.#id, term, stored);
      return term;
    });
  }

  takeOver(): Promise<Place> {
    return this.#open((stored) => stored + 1);
  }

  /** @param termAfter the own term, from the stored one */
  async #open(termAfter: (stored: number) => number): Promise<Place> {
    const record = await this.#records.get<Stored>(KIND, this.#id);
    const stored = record?.body ?? { ...START, term: 0 };
    const [term, ifRevision] = [termAfter(stored.term), record?.revision ?? 0];
    if (!(await this.#records.put<Stored>(KIND, this.#id, { ...stored, term }, { ifRevision }))) {
      return this.#open(termAfter);
    }
    [this.#term, this.#revision, this.#place] = [term, ifRevision + 1, placeOf(stored)];
    return this.#place;
  }

  async save(place: Place): Promise<void> {
    if (!isAfter(place, this.#place)) return;
    const stored: Stored = { ...placeOf(place), term: this.#term };
    if (await this.#records.put(KIND, this.#id, stored, { ifRevision: this.#revision })) {
      [this.#revision, this.#place] = [this.#revision + 1, place];
      return;
    }
    await this.open(this.#term);
    await this.save(place);
  }
}

/** Where a checkpoint stands, for those who only look. */
export const readCheckpoint = async (records: Records, id: string): Promise<Place> => {
  const record = await records.get<Stored>(KIND, id);
  return record === undefined ? START : placeOf(record.body);
};

/** A reader's progress as an operator sees it. */
export interface KeptCheckpoint {
  readonly id: string;
  /** The subscription, or `relay/<service>`. */
  readonly owner: string;
  readonly source: ServiceName;
  /** Where topics are read, each partition has a mark of its own. */
  readonly partition?: number;
  readonly place: Place;
}

/** The checkpoints that a service keeps, by id. */
export const listCheckpoints = async (records: Records): Promise<KeptCheckpoint[]> => {
  const found: KeptCheckpoint[] = [];
  for (let after: string | undefined; ; after = found.at(-1)?.id) {
    const page = await records.list<Stored>(KIND, after === undefined ? {} : { after });
    found.push(...page.map(({ id, body }) => ({ id, ...ownerOf(id), place: placeOf(body) })));
    if (page.length === 0) return found;
  }
};

const ownerOf = (id: string): Pick<KeptCheckpoint, 'owner' | 'source' | 'partition'> => {
  const [name = '', source = '', partition] = id.split('/');
  const owner = name === 'relay' ? id : name;
  return { owner, source: source as ServiceName, ...(partition !== undefined && { partition: Number(partition) }) };
};

/**
 * Puts a checkpoint where an operator wants it, forwards or back, while its owner does not run. What an owner that runs
 * all the same did since is done again.
 */
export const placeCheckpoint = async (records: Records, id: string, place: Place): Promise<void> => {
  const record = await records.get<Stored>(KIND, id);
  const term = (record?.body.term ?? 0) + 1;
  const done = await records.put<Stored>(KIND, id, { ...placeOf(place), term }, { ifRevision: record?.revision ?? 0 });
  if (!done) await placeCheckpoint(records, id, place);
};

const placeOf = ({ epoch, position, n, commitId }: Place): Place => ({ epoch, position, n, commitId });
