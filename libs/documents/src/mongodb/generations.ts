import { setTimeout as pause } from 'node:timers/promises';
import { type Db, type IndexDescription, type Collection as MongoCollection, MongoServerError } from 'mongodb';
import type { Collection } from '../documents.ts';
import { RebuildEndedError, UnknownCollectionError } from '../errors.ts';
import { answered, BOUNDED, MAJORITY } from './answered.ts';
import { indexesOf, queryable, type StoredDocument, shapeOf, trigramForm } from './stored.ts';

/** The generations of a collection that readers and writers use. */
interface Entry {
  readonly live: number;
  /** The projection version under which the live generation was begun; 0 if no rebuild has filled it. */
  readonly fold: number;
  readonly shape: string;
  /** The form of the trigrams of the live generation; absent: without texts, or with texts of an older release. */
  readonly trigrams?: number;
  /** The generation that is being filled; all replicas write it beside the live one. */
  readonly filling?: number;
  /** The previous live generation; it is written until no replica can still read it. */
  readonly retiring?: number;
}

interface Book {
  readonly _id: string;
  readonly revision: number;
  readonly next: number;
  readonly entries: Readonly<Record<string, Entry>>;
}

const BOOK = 'documents';
const EMPTY: Book = { _id: BOOK, revision: 0, next: 1, entries: {} };

/**
 * The generations of all collections of a service, in one document that replicas change by its revision. A replica
 * reads it every `refresh` milliseconds. A replica that begins or ends a generation waits twice that long, until all
 * have read the change.
 */
export class Generations {
  readonly #database: Db;
  readonly #book: MongoCollection<Book>;
  readonly #known: ReadonlyMap<string, Collection>;
  readonly #refresh: number;
  #seen: Book = EMPTY;
  #seenAt = Number.NEGATIVE_INFINITY;

  constructor(database: Db, collections: readonly Collection[], refresh: number) {
    this.#database = database;
    this.#book = database.collection<Book>('generations');
    this.#known = new Map(collections.map((collection) => [collection.name, collection]));
    this.#refresh = refresh;
  }

  /**
   * Creates missing collections and indexes, and updates the fields beside the documents' bodies if their declaration
   * has changed. A replica of an older release leaves the fields of a newer one as they are. @param fresh true if the log was never written, so missing collections need no rebuild from it
   */
  async open(fresh: boolean): Promise<void> {
    await this.#change((book) => {
      const missing = [...this.#known.values()].filter(({ name }) => book.entries[name] === undefined);
      const made = missing.map((each, index) => {
        return [each.name, { ...newEntry(each, book.next + index), fold: fresh ? each.projectionVersion : 0 }] as const;
      });
      return { next: book.next + missing.length, entries: { ...book.entries, ...Object.fromEntries(made) } };
    });
    for (const collection of this.#known.values()) {
      const entry = await this.entry(collection);
      await this.#index(collection, entry.live, entry.fold);
      const isOlderRelease = entry.fold > collection.projectionVersion;
      const isCurrent = entry.shape === shapeOf(collection) && entry.trigrams === trigramForm(collection);
      if (!isCurrent && !isOlderRelease) await this.#mend(collection, entry.live);
    }
  }

  /** @throws UnknownCollectionError for a collection that was not declared */
  async entry({ name }: Collection): Promise<Entry> {
    const entry = this.#known.has(name) ? (await this.#look()).entries[name] : undefined;
    if (entry === undefined) throw new UnknownCollectionError(name);
    return entry;
  }

  async live(collection: Collection): Promise<MongoCollection<StoredDocument>> {
    return this.at(collection, (await this.entry(collection)).live);
  }

  /** Returns the generations that a write goes to. */
  async written(collection: Collection): Promise<MongoCollection<StoredDocument>[]> {
    const { live, filling, retiring } = await this.entry(collection);
    return [live, filling, retiring].filter((each) => each !== undefined).map((each) => this.at(collection, each));
  }

  at({ name }: NamedCollection, generation: number): MongoCollection<StoredDocument> {
    return this.#database.collection<StoredDocument>(nameOf(name, generation));
  }

  /** Begins new generations and waits until every replica writes them; drops those that were being filled. */
  async begin(collections: readonly Collection[]): Promise<Map<string, number>> {
    const begun = new Map<string, number>();
    const dropped: [Collection, number][] = [];
    await this.#change((book) => {
      dropped.length = 0;
      const entries = { ...book.entries };
      for (const [index, collection] of collections.entries()) {
        const entry = entries[collection.name];
        if (entry === undefined) throw new UnknownCollectionError(collection.name);
        if (entry.filling !== undefined) dropped.push([collection, entry.filling]);
        begun.set(collection.name, book.next + index);
        entries[collection.name] = { ...entry, filling: book.next + index };
      }
      return { next: book.next + collections.length, entries };
    });
    for (const collection of collections) {
      const generation = begun.get(collection.name);
      if (generation !== undefined) await this.#index(collection, generation, collection.projectionVersion);
    }
    await this.#seenByAll();
    for (const [collection, generation] of dropped) await this.#drop(collection, generation);
    return begun;
  }

  /** True if a generation is still the one being filled, read from the store now. */
  async isFilling(collection: Collection, generation: number): Promise<boolean> {
    return (await this.#look(true)).entries[collection.name]?.filling === generation;
  }

  /** Makes generations live, all at once; the old ones are written until no replica reads them, then dropped. */
  async switch(begun: ReadonlyMap<Collection, number>): Promise<void> {
    const retired: [Collection, number][] = [];
    await this.#change((book) => {
      retired.length = 0;
      const entries = { ...book.entries };
      for (const [collection, generation] of begun) {
        const entry = entries[collection.name];
        if (entry?.filling !== generation) throw new RebuildEndedError(collection.name);
        retired.push([collection, entry.live]);
        entries[collection.name] = {
          ...newEntry(collection, generation),
          fold: collection.projectionVersion,
          retiring: entry.live,
        };
      }
      return { entries };
    });
    await this.#seenByAll();
    await this.#forget('retiring', retired);
  }

  /** Drops generations that are still being filled. */
  async abandon(begun: ReadonlyMap<Collection, number>): Promise<void> {
    await this.#forget('filling', [...begun]);
  }

  /**
   * Drops the remains of killed processes: replaced generations that are still written, and generations that the book
   * no longer lists.
   */
  async sweep(): Promise<void> {
    const there = await answered(this.#database.listCollections({}, { nameOnly: true, ...BOUNDED }).toArray());
    // read after the list of collections, so a collection missing in it was abandoned
    const { entries } = await this.#look(true);
    const kept = new Set(Object.entries(entries).flatMap(([name, entry]) => namesOf(name, entry)));
    const left = there.map(({ name }) => name).filter((name) => /^documents\..+\.\d+$/.test(name) && !kept.has(name));
    const retiring = Object.entries(entries).flatMap(([name, { retiring: generation }]): CollectionGeneration[] =>
      generation === undefined ? [] : [[{ name }, generation]],
    );
    if (left.length + retiring.length === 0) return;
    await this.#seenByAll();
    await this.#forget('retiring', retiring);
    for (const name of left) await this.#dropNamed(name);
  }

  async #forget(role: 'filling' | 'retiring', generations: readonly CollectionGeneration[]): Promise<void> {
    const forgotten: CollectionGeneration[] = [];
    await this.#change((book) => {
      forgotten.length = 0;
      const entries = { ...book.entries };
      for (const pair of generations) {
        const [{ name }, generation] = pair;
        const entry = entries[name];
        if (entry?.[role] !== generation) continue;
        const { [role]: _, ...rest } = entry;
        entries[name] = rest;
        forgotten.push(pair);
      }
      return { entries };
    });
    await this.#seenByAll();
    for (const [collection, generation] of forgotten) await this.#drop(collection, generation);
  }

  async #look(now = false): Promise<Book> {
    if (!now && performance.now() - this.#seenAt < this.#refresh) return this.#seen;
    const asked = performance.now();
    this.#seen = (await answered(this.#book.findOne({ _id: BOOK }, BOUNDED))) ?? EMPTY;
    this.#seenAt = asked;
    return this.#seen;
  }

  /**
   * Changes the book. If another replica changes it meanwhile, `to` is called again with the new book and must not rely
   * on the first call.
   */
  async #change(to: (book: Book) => Partial<Pick<Book, 'next' | 'entries'>>): Promise<void> {
    for (;;) {
      const book = await this.#look(true);
      const changed = { ...book, ...to(book), revision: book.revision + 1 };
      const guard = { _id: BOOK, revision: book.revision };
      const { matchedCount, upsertedCount } = await answered(
        this.#book.replaceOne(guard, changed, { ...MAJORITY, upsert: book.revision === 0 }).catch(takenByAnother),
      );
      if (matchedCount + upsertedCount > 0) break;
    }
    await this.#look(true);
  }

  async #seenByAll(): Promise<void> {
    await pause(2 * this.#refresh);
  }

  /** Creates a generation's indexes; the last one holds documents of a lower projection version, usually none. */
  async #index(collection: Collection, generation: number, fold: number): Promise<void> {
    const specifications: IndexDescription[] = indexesOf(collection).map((key) => ({
      key,
      partialFilterExpression: { live: true },
    }));
    const older = { key: { fold: 1 }, partialFilterExpression: { fold: { $lt: fold } } } as const;
    await answered(this.at(collection, generation).createIndexes([...specifications, older]));
  }

  async #mend(collection: Collection, generation: number): Promise<void> {
    const stored = this.at(collection, generation);
    for await (const { _id, version, fold, body } of stored.find({ live: true })) {
      const change = { $set: queryable(collection, JSON.parse(body)) };
      await answered(stored.updateOne({ _id, version, fold }, change, MAJORITY));
    }
    await this.#change((book) => {
      const entry = book.entries[collection.name];
      if (entry === undefined) throw new UnknownCollectionError(collection.name);
      return { entries: { ...book.entries, [collection.name]: { ...entry, ...formOf(collection) } } };
    });
  }

  #drop({ name }: NamedCollection, generation: number): Promise<void> {
    return this.#dropNamed(nameOf(name, generation));
  }

  async #dropNamed(name: string): Promise<void> {
    try {
      await answered(this.#database.collection(name).drop());
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

type NamedCollection = Pick<Collection, 'name'>;
type CollectionGeneration = readonly [NamedCollection, number];

const nameOf = (collection: string, generation: number): string => `documents.${collection}.${generation}`;

const namesOf = (collection: string, { live, filling, retiring }: Entry): string[] =>
  [live, filling, retiring].filter((each) => each !== undefined).map((each) => nameOf(collection, each));

const formOf = (collection: Collection): Pick<Entry, 'shape' | 'trigrams'> => {
  const trigrams = trigramForm(collection);
  return { shape: shapeOf(collection), ...(trigrams !== undefined && { trigrams }) };
};

const newEntry = (collection: Collection, live: number): Entry => ({ live, fold: 0, ...formOf(collection) });

const DUPLICATE_KEY = 11_000;

/** Returns an empty result if another replica has inserted the book first; throws other errors. */
const takenByAnother = (error: { code?: unknown }): { matchedCount: number; upsertedCount: number } => {
  if (error.code !== DUPLICATE_KEY) throw error;
  return { matchedCount: 0, upsertedCount: 0 };
};

const NAMESPACE_NOT_FOUND = 26;

/**
 * True for the error for a generation that has no indexes and was never written. Servers before 7.0 report it as
 * missing, some without a code.
 */
const isMissing = (error: unknown): boolean =>
  error instanceof MongoServerError && (error.code === NAMESPACE_NOT_FOUND || error.message === 'ns not found');
