import { randomUUID } from 'node:crypto';
import { type Db, type Collection as MongoCollection, MongoServerError, type UpdateFilter } from 'mongodb';
import type { Collection, SharedChanges } from '../documents.ts';
import { answered, BOUNDED, MAJORITY } from './answered.ts';

/** Collections that a process is changing. */
interface OpenChanges {
  /** Grows while the process is alive. */
  readonly beat: number;
  readonly collections: readonly string[];
}

interface ChangeBook {
  readonly _id: string;
  /** Ended changes, by collection. */
  readonly counts?: Readonly<Record<string, number>>;
  /** By process. */
  readonly open?: Readonly<Record<string, OpenChanges>>;
}

const BOOK = 'documents';
const DUPLICATE_KEY = 11_000;
/** Milliseconds after which `known` reads the book again. */
const LOOK_MS = 50;
/** Milliseconds between two beats of open changes. */
const BEAT_MS = 3_000;
/** Milliseconds without a beat after which a process counts as killed; above the timeouts of its last write. */
const KILLED_MS = 20_000;

/** A beat of another process, and the time at which this process first saw it. */
interface SeenBeat {
  readonly beat: number;
  readonly at: number;
}

/**
 * Counts the changes of a service's collections in one document that all replicas share. A change is open from before
 * its first write until after its last one; then the count is raised. So an answer that was made from documents at a
 * count equals a later one if the collection has this count and no open change. The changes of a killed process are
 * ended by another one.
 */
export class MongodbChanges implements SharedChanges {
  readonly #book: MongoCollection<ChangeBook>;
  readonly #names: readonly string[];
  readonly #process = randomUUID();
  readonly #counts = new Map<string, number>();
  /** Open changes of this process, by collection. */
  readonly #open = new Map<string, number>();
  /** Ended changes that are not stored yet, by collection. */
  readonly #ended = new Map<string, number>();
  readonly #seen = new Map<string, SeenBeat>();
  #beat = 0;
  #storing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #beating: NodeJS.Timeout | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(database: Db, collections: readonly Collection[]) {
    this.#book = database.collection<ChangeBook>('changes');
    this.#names = collections.map(({ name }) => name);
    for (const name of this.#names) this.#counts.set(name, 0);
  }

  /** Runs a change of collections. Its count is raised before this resolves, whether the change fails or not. */
  async around<Result>(names: readonly string[], change: () => Promise<Result>): Promise<Result> {
    for (const name of names) add(this.#open, name, 1);
    try {
      await this.#store();
      return await change();
    } finally {
      for (const name of names) {
        add(this.#open, name, -1);
        add(this.#ended, name, 1);
      }
      await this.#store();
    }
  }

  known({ name }: Pick<Collection, 'name'>): number {
    this.#look();
    return this.#counts.get(name) ?? 0;
  }

  all(): ReadonlyMap<string, number> {
    return new Map(this.#counts);
  }

  async read(): Promise<ReadonlyMap<string, number | null>> {
    this.#lookedAt = performance.now();
    const book = await answered(this.#book.findOne({ _id: BOOK }, BOUNDED));
    if (book !== null) this.#adopt(book);
    const { open = {} } = book ?? {};
    await this.#endKilled(open);
    const changing = new Set(Object.values(open).flatMap(({ collections }) => collections));
    return new Map(this.#names.map((name) => [name, changing.has(name) ? null : (this.#counts.get(name) ?? 0)]));
  }

  /** Reads the book in the background; a count that is not the newest is safe for reads. */
  #look(): void {
    if (performance.now() - this.#lookedAt >= LOOK_MS) this.read().catch(() => undefined);
  }

  #adopt({ counts = {} }: ChangeBook): void {
    for (const [name, count] of Object.entries(counts))
      if (count > (this.#counts.get(name) ?? 0)) this.#counts.set(name, count);
  }

  /** Stores the open and ended changes of this process, in a write that begins after the call; callers share writes. */
  #store(): Promise<void> {
    this.#next ??= this.#storing
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        this.#storing = this.#storeNow();
        return this.#storing;
      });
    return this.#next;
  }

  async #storeNow(): Promise<void> {
    const ended = [...this.#ended];
    const open = [...this.#open.keys()];
    const place = `open.${this.#process}`;
    this.#beat += 1;
    this.#ended.clear();
    this.#keepBeating();
    try {
      await this.#update({
        ...(ended.length > 0 && { $inc: Object.fromEntries(ended.map(([name, by]) => [`counts.${name}`, by])) }),
        ...(open.length > 0
          ? { $set: { [place]: { beat: this.#beat, collections: open } } }
          : { $unset: { [place]: '' } }),
      });
      if (open.length === 0) this.#stopBeating();
    } catch (error) {
      for (const [name, by] of ended) add(this.#ended, name, by);
      throw error;
    }
  }

  /** Updates the book, and adopts its counts. The first processes of a site may insert it at the same time. */
  async #update(update: UpdateFilter<ChangeBook>): Promise<void> {
    const change = () =>
      answered(
        this.#book.findOneAndUpdate({ _id: BOOK }, update, { ...MAJORITY, upsert: true, returnDocument: 'after' }),
      );
    const book = await change().catch((error: unknown) => {
      if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return change();
      throw error;
    });
    if (book !== null) this.#adopt(book);
  }

  /** Stores again at intervals, until no change is open and all ended ones are stored. */
  #keepBeating(): void {
    this.#beating ??= setInterval(() => this.#store().catch(() => undefined), BEAT_MS).unref();
  }

  #stopBeating(): void {
    if (this.#ended.size > 0) return;
    clearInterval(this.#beating);
    this.#beating = undefined;
  }

  /** Ends the changes of processes that have not beaten for a long time. */
  async #endKilled(open: Readonly<Record<string, OpenChanges>>): Promise<void> {
    const now = performance.now();
    for (const id of this.#seen.keys()) if (open[id] === undefined) this.#seen.delete(id);
    for (const [id, { beat, collections }] of Object.entries(open)) {
      const seen = this.#seen.get(id);
      if (seen?.beat !== beat) this.#seen.set(id, { beat, at: now });
      else if (id !== this.#process && now - seen.at >= KILLED_MS) await this.#end(id, { beat, collections });
    }
  }

  async #end(id: string, { beat, collections }: OpenChanges): Promise<void> {
    const counts = Object.fromEntries(collections.map((name) => [`counts.${name}`, 1]));
    const unchanged = { _id: BOOK, [`open.${id}.beat`]: beat };
    const end: UpdateFilter<ChangeBook> = { $inc: counts, $unset: { [`open.${id}`]: '' } };
    await answered(this.#book.updateOne(unchanged, end, MAJORITY));
  }
}

/** Adds to a number of a map; forgets a number that becomes 0. */
const add = (numbers: Map<string, number>, name: string, by: number): void => {
  const sum = (numbers.get(name) ?? 0) + by;
  if (sum === 0) numbers.delete(name);
  else numbers.set(name, sum);
};
