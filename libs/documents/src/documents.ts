/**
 * A document's id within its collection: numbers for records of the interface, text for claims, keys and copies.
 * Numbers order by value and before texts; the id 7 is not the id "7".
 */
export type DocumentId = number | string;

export type Scalar = string | number | boolean | null;

/**
 * A kind of state document: folds over events, rebuildable from the log, guarded by version. Field names are paths into
 * the body (`venue.city`). Only declared fields can be queried; both stores serve each kind of query by an index.
 */
export interface Collection {
  /** Kebab-case, unique in its service. */
  readonly name: string;
  /** Raised with every change of the code that makes the document; see `Aggregate.projectionVersion`. */
  readonly projectionVersion: number;
  /**
   * Field lists of sorted indexes, for equality, sets, ranges and orders. One field of a list may be an array, for its
   * lists to come in order too (`['categories', 'status', 'start']`). Each list ends, implicitly, with the id; put it
   * before fields that are only looked at (`['status', 'start', 'id', 'end']`).
   */
  readonly indexes?: readonly (readonly string[])[];
  /** Fields that hold arrays of scalars other than null, for `contains`. */
  readonly arrays?: readonly string[];
  /** Fields whose folded text (no case, no accents, no markup) can be searched. */
  readonly texts?: readonly string[];
}

/** A document as stored. A tombstone has `body: null`: deleted, but remembered, so that no late writer revives it. */
export interface StateDocument<Body = unknown> {
  readonly id: DocumentId;
  /** The version of the stream that it folds. A write with a lower or equal one changes nothing. */
  readonly version: number;
  readonly projectionVersion: number;
  readonly body: Body | null;
}

export interface DocumentWrite<Body = unknown> {
  readonly collection: Collection;
  readonly id: DocumentId;
  readonly version: number;
  readonly body: Body | null;
}

/** Bounds of a range: `from` and `to` inclusive, `after` and `before` exclusive. Null lies in no range. */
export interface Range {
  readonly field: string;
  readonly from?: Scalar;
  readonly after?: Scalar;
  readonly to?: Scalar;
  readonly before?: Scalar;
}

/**
 * The closed set of conditions (docs/architecture.md §2, Queries). `id` is a field of every document; a field that is
 * not there is null. Values of different kinds are never equal and lie in no common range; the order of kinds is null,
 * numbers, texts (by code point), booleans. `not` is true of every document that does not match. A collection or field
 * that is not declared for its use is refused with UnknownCollectionError or UndeclaredFieldError.
 */
export type Filter =
  | { readonly all: readonly Filter[] }
  | { readonly any: readonly Filter[] }
  | { readonly not: Filter }
  | { readonly field: string; readonly equals: Scalar }
  | { readonly field: string; readonly in: readonly Scalar[] }
  | Range
  /** The array holds at least one of the values; a scalar in its place counts as an array of one. */
  | { readonly field: string; readonly contains: readonly Scalar[] }
  /** Each word occurs, folded, as a part of at least one of the fields; with `sameField`, all in one and the same. */
  | { readonly texts: readonly string[]; readonly words: readonly string[]; readonly sameField?: boolean }
  /** The folded text of one of the fields is exactly this. */
  | { readonly texts: readonly string[]; readonly exactly: string }
  /** The id (or `field`, if given) stands in a field, plain or array, of the documents that another query names. */
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
  /** Ends with the id, in the direction of the last entry (`asc` without one), added where it is not named. */
  readonly order?: readonly Order[];
  readonly limit?: number;
  readonly offset?: number;
}

/** A service's state documents. Reads see what this process wrote, and on a replica set the primary's newest. */
export interface Documents {
  /** The stored document, tombstones included; undefined when there never was one. */
  get<Body>(collection: Collection, id: DocumentId): Promise<StateDocument<Body> | undefined>;
  /** The bodies of those that exist, tombstones left out, in the order of `ids`. */
  getMany<Body>(collection: Collection, ids: readonly DocumentId[]): Promise<Body[]>;
  find<Body>(collection: Collection, query: Query): Promise<Body[]>;
  /** How many match; remembered per filter until the collection changes. */
  count(collection: Collection, filter?: Filter): Promise<number>;
  /** For each of `values`: how many matching documents have it in `field` (plain or array). Zeros included. */
  countBy<Value extends Scalar>(
    collection: Collection,
    field: string,
    values: readonly Value[],
    filter?: Filter,
  ): Promise<Map<Value, number>>;
  /**
   * Writes documents, each only over a lower version (or the same version of a lower projection version); others change
   * nothing.
   */
  write(writes: readonly DocumentWrite[]): Promise<void>;
  /** Collections to rebuild: the live generation is new, or was begun under a lower projection version. */
  outdated(): Promise<readonly Collection[]>;
  /** Others whose live generation holds documents of a lower projection version: an older release has written them since. */
  holdingOlder(): Promise<readonly Collection[]>;
  /** Removes what replaced and given-up generations have left, those of killed processes too. */
  sweep(): Promise<void>;
  /**
   * Fills a new generation of collections beside the live one; see `Rebuild`.
   * @param options `gently`: in a process that serves others meanwhile, which shall wait for no long piece of the work
   */
  rebuild(collections: readonly Collection[], options?: RebuildOptions): Promise<Rebuild>;
  close(): Promise<void>;
}

interface RebuildOptions {
  readonly gently?: boolean;
}

/**
 * A new generation being filled. While it is open every `Documents.write`, of any process, goes to both generations.
 * Readers keep the live one until `switch`. A later rebuild of the same collection replaces it: from then on all but
 * `abandon` throws RebuildEndedError.
 */
export interface Rebuild {
  write(writes: readonly DocumentWrite[]): Promise<void>;
  /**
   * Every document of the new generation in id order, for comparing: at most `limit`, and none after `PAGE_SIZE` is
   * reached. None are the end.
   */
  read(collection: Collection, after?: DocumentId, limit?: number): Promise<StateDocument[]>;
  /** Makes the new generations live, all at once, and drops the old. */
  switch(): Promise<void>;
  /** Drops the new generations; one that has ended already is left alone. */
  abandon(): Promise<void>;
}
