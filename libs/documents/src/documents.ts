/**
 * A document's id within its collection: numbers for records of the interface, text for claims, keys and copies.
 * Numbers sort by value and before texts; the id 7 is not the id "7".
 */
export type DocumentId = number | string;

export type Scalar = string | number | boolean | null;

/**
 * A kind of state document: folds over events, rebuildable from the log, guarded by version. Field names are paths into
 * the body (`venue.city`). Only declared fields can be queried; both stores have an index for each kind of query.
 */
export interface Collection {
  /** Kebab-case, unique in its service. */
  readonly name: string;
  /** Raised with every change of the code that folds the document; see `Aggregate.projectionVersion`. */
  readonly projectionVersion: number;
  /**
   * Field lists of sorted indexes, for equality, sets, ranges and orders. One field of a list may be an array, which
   * keeps lists by its values in order too (`['categories', 'status', 'start']`). Each list ends, implicitly, with the
   * id; put it before fields that are only filtered (`['status', 'start', 'id', 'end']`).
   */
  readonly indexes?: readonly (readonly string[])[];
  /** Fields that hold arrays of scalars other than null, for `contains`. */
  readonly arrays?: readonly string[];
  /** Fields whose folded text (no case, no accents, no markup) can be searched. */
  readonly texts?: readonly string[];
}

/** A stored document. A tombstone has `body: null`: deleted, but kept so that no late writer restores it. */
export interface StateDocument<Body = unknown> {
  readonly id: DocumentId;
  /** The version of the folded stream. A write with a lower or equal version changes nothing. */
  readonly version: number;
  readonly projectionVersion: number;
  readonly body: Body | null;
}

export interface DocumentWrite<Body = unknown> {
  readonly collection: Collection;
  readonly id: DocumentId;
  readonly version: number;
  readonly body: Body | null;
  /** True if the writer has just found no document with the id; a hint that spares a store to look first. */
  readonly isNew?: boolean;
}

/** Bounds of a range: `from` and `to` inclusive, `after` and `before` exclusive. Null is in no range. */
export interface Range {
  readonly field: string;
  readonly from?: Scalar;
  readonly after?: Scalar;
  readonly to?: Scalar;
  readonly before?: Scalar;
}

/**
 * The closed set of conditions (docs/architecture.md §2, Queries). `id` is a field of every document; a missing field
 * is null. Values of different kinds are never equal and share no range; the order of kinds is null, numbers, texts (by
 * code point), booleans. `not` is true for every document that does not match.
 * @throws UnknownCollectionError or UndeclaredFieldError for a collection or field that is not declared for its use
 */
export type Filter =
  | { readonly all: readonly Filter[] }
  | { readonly any: readonly Filter[] }
  | { readonly not: Filter }
  | { readonly field: string; readonly equals: Scalar }
  | { readonly field: string; readonly in: readonly Scalar[] }
  | Range
  /** The array contains at least one of the values; a scalar counts as an array of one. */
  | { readonly field: string; readonly contains: readonly Scalar[] }
  /**
   * Each word is, folded, a part of at least one of the fields; with `sameField`, all in the same one. A word of one or
   * two letters is looked for in the 1,500 documents with the highest ids only.
   */
  | { readonly texts: readonly string[]; readonly words: readonly string[]; readonly sameField?: boolean }
  /** The folded text of one of the fields equals this. */
  | { readonly texts: readonly string[]; readonly exactly: string }
  /** The id (or `field`, if given) is a value of a field, plain or array, of the documents that another query finds. */
  | {
      readonly field?: string;
      readonly referencedBy: { readonly collection: Collection; readonly field: string; readonly filter?: Filter };
    };

export interface Order {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

export interface Query {
  readonly filter?: Filter;
  /** Ends with the id, in the direction of the last entry (`asc` without one), added if missing. */
  readonly order?: readonly Order[];
  readonly limit?: number;
  readonly offset?: number;
  /**
   * Members of bodies whose texts are not needed: a long one is an empty text in the results, and does not count for
   * `withinReadLimit`.
   */
  readonly without?: readonly string[];
}

/** Returns a collection and those that a filter refers to. */
export const collectionsRead = (collection: Collection, filter?: Filter): readonly Collection[] => [
  collection,
  ...collectionsIn(filter),
];

const collectionsIn = (filter: Filter | undefined): readonly Collection[] => {
  if (filter === undefined) return [];
  if ('all' in filter) return filter.all.flatMap(collectionsIn);
  if ('any' in filter) return filter.any.flatMap(collectionsIn);
  if ('not' in filter) return collectionsIn(filter.not);
  if (!('referencedBy' in filter)) return [];
  return [filter.referencedBy.collection, ...collectionsIn(filter.referencedBy.filter)];
};

/** Numbers of changes of collections, which all processes of a service count together. */
export interface SharedChanges {
  /**
   * Returns the number of ended changes of a collection that this process knows, at once. Reads of documents that begin
   * later include all of them. A change by this process counts before its writer has the answer.
   */
  known(collection: Pick<Collection, 'name'>): number;
  /** Returns the known numbers of all collections, by name. */
  all(): ReadonlyMap<string, number>;
  /**
   * Reads the numbers of all declared collections from the store; null for a collection that a process is changing.
   * A change that readers of documents may see is among them, ended or not.
   */
  read(): Promise<ReadonlyMap<string, number | null>>;
}

/** A service's state documents. Reads include this process's writes, and on a replica set the primary's newest. */
export interface Documents {
  /** Returns the stored document, tombstones included; undefined if it never existed. */
  get<Body>(collection: Collection, id: DocumentId): Promise<StateDocument<Body> | undefined>;
  /** Returns the bodies of existing documents, without tombstones, in the order of `ids`. */
  getMany<Body>(collection: Collection, ids: readonly DocumentId[]): Promise<Body[]>;
  find<Body>(collection: Collection, query: Query): Promise<Body[]>;
  /** Returns the number of matching documents; cached per filter until the collection changes. */
  count(collection: Collection, filter?: Filter): Promise<number>;
  /**
   * Returns for each value the number of matching documents that have it in `field` (plain or array), zeros included.
   */
  countBy<Value extends Scalar>(
    collection: Collection,
    field: string,
    values: readonly Value[],
    filter?: Filter,
  ): Promise<Map<Value, number>>;
  /**
   * Writes documents, each only over a lower version (or the same version of a lower projection version); other writes
   * change nothing.
   */
  write(writes: readonly DocumentWrite[]): Promise<void>;
  /**
   * Returns a text that differs after every change of a document, by any process, from before its writer has the answer;
   * reads that begin later include every change up to it. Undefined if the store does not count its changes.
   */
  version(): Promise<string | undefined>;
  /**
   * Returns the number of changes of a collection, including rebuilds, that this process has made or noticed. A change
   * by this process counts before its writer has the answer, one by another process at most 50 ms after its commit.
   * Undefined if the store does not count, and while a transaction is open.
   */
  changesOf(collection: Collection): number | undefined;
  /** Absent if processes do not share the store. */
  readonly sharedChanges?: SharedChanges;
  /** Returns the collections to rebuild: the live generation is new, or was begun under a lower projection version. */
  outdated(): Promise<readonly Collection[]>;
  /**
   * Returns other collections whose live generation has documents of a lower projection version, from an older release.
   */
  holdingOlder(): Promise<readonly Collection[]>;
  /** Removes the remains of replaced and abandoned generations, including those of killed processes. */
  sweep(): Promise<void>;
  /**
   * Begins a new generation of collections beside the live one; see `Rebuild`.
   * @param options `gently`: true in a process that serves requests, so that no step of the work blocks them for long
   */
  rebuild(collections: readonly Collection[], options?: RebuildOptions): Promise<Rebuild>;
  close(): Promise<void>;
}

interface RebuildOptions {
  readonly gently?: boolean;
}

/**
 * A new generation that is being filled. While it is open every `Documents.write`, of any process, goes to both
 * generations. Readers use the live one until `switch`. A later rebuild of the same collection replaces it: then all
 * methods except `abandon` throw RebuildEndedError.
 */
export interface Rebuild {
  write(writes: readonly DocumentWrite[]): Promise<void>;
  /**
   * Returns documents of the new generation in id order, for comparison: at most `limit`, and at most about
   * `PAGE_SIZE`. An empty answer is the end.
   */
  read(collection: Collection, after?: DocumentId, limit?: number): Promise<StateDocument[]>;
  /** Makes the new generations live, all at once, and drops the old ones. */
  switch(): Promise<void>;
  /** Drops the new generations; ended ones stay as they are. */
  abandon(): Promise<void>;
}
