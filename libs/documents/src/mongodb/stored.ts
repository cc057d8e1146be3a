import { TEXT_FOLD_VERSION } from '@almanac/text';
import type { Collection, DocumentId, DocumentWrite, Scalar, StateDocument } from '../documents.ts';
import { UndeclaredFieldError, UnindexableValueError } from '../errors.ts';
import { searchableText } from '../searchableText.ts';
import { valueAt } from '../valueAt.ts';

/**
 * A state document as MongoDB holds it. The body is JSON text, given back as it was written whatever its members are
 * called; the members that can be queried are beside it, under names without dots.
 */
export interface Stored {
  readonly _id: DocumentId;
  readonly version: number;
  readonly fold: number;
  /** False for a tombstone; every query and index asks for true. */
  readonly live: boolean;
  readonly body: string;
  /** The scalars of sorted indexes. */
  readonly q: Readonly<Record<string, Scalar>>;
  /** The arrays, each value once. */
  readonly a: Readonly<Record<string, readonly Scalar[]>>;
  /** The folded texts. */
  readonly t: Readonly<Record<string, string>>;
}

const keyOf = (field: string): string => field.replaceAll('.', ':');

const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** The scalar fields of a collection's sorted indexes. */
const scalarsOf = ({ indexes = [], arrays = [] }: Collection): string[] => [
  ...new Set(indexes.flat().filter((field) => field !== 'id' && !arrays.includes(field))),
];

/**
 * Describes the fields beside the bodies of a collection's documents; where it differs from what was stored, the
 * documents are updated.
 */
export const shapeOf = (collection: Collection): string => {
  const { arrays = [], texts = [] } = collection;
  return JSON.stringify([scalarsOf(collection), arrays, texts, ...(texts.length > 0 ? [TEXT_FOLD_VERSION] : [])]);
};

/** The path of a field that is compared or ordered by. @throws UndeclaredFieldError */
export const scalarPath = (collection: Collection, field: string): string => {
  if (field === 'id') return '_id';
  if (!scalarsOf(collection).includes(field)) throw new UndeclaredFieldError(collection.name, field, 'indexes');
  return `q.${keyOf(field)}`;
};

/** The path of an array. @throws UndeclaredFieldError */
export const arrayPath = (collection: Collection, field: string): string => {
  if (field === 'id') return '_id';
  if (!collection.arrays?.includes(field)) throw new UndeclaredFieldError(collection.name, field, 'arrays');
  return `a.${keyOf(field)}`;
};

/** The path of a field that may be either. @throws UndeclaredFieldError */
export const anyPath = (collection: Collection, field: string): string =>
  collection.arrays?.includes(field) ? arrayPath(collection, field) : scalarPath(collection, field);

/** The path of a folded text. @throws UndeclaredFieldError */
export const textPath = (collection: Collection, field: string): string => {
  if (!collection.texts?.includes(field)) throw new UndeclaredFieldError(collection.name, field, 'texts');
  return `t.${keyOf(field)}`;
};

/** The fields of each declared index as MongoDB's specifications; each ends with the id, and holds live documents alone. */
export const indexesOf = (collection: Collection): Record<string, 1>[] => {
  const arrays = (collection.arrays ?? []).map((field) => [field]);
  const lists = [...(collection.indexes ?? []), ...arrays].map((fields) =>
    fields.includes('id') ? fields : [...fields, 'id'],
  );
  return lists.map((fields) => Object.fromEntries(fields.map((field) => [anyPath(collection, field), 1] as const)));
};

/** What a write stores. @throws UnindexableValueError a declared field holds what no index can */
export const storedOf = ({ collection, id, version, body }: DocumentWrite): Stored => ({
  _id: id,
  version,
  fold: collection.projectionVersion,
  live: body !== null,
  body: JSON.stringify(body),
  ...queryable(collection, body),
});

/** The members that queries look at, taken from a body. */
export const queryable = (collection: Collection, body: unknown): Pick<Stored, 'q' | 'a' | 't'> => ({
  q: Object.fromEntries(scalarsOf(collection).map((field) => [keyOf(field), scalarIn(collection, field, body)])),
  a: Object.fromEntries((collection.arrays ?? []).map((field) => [keyOf(field), arrayIn(collection, field, body)])),
  t: Object.fromEntries((collection.texts ?? []).flatMap((field) => textIn(field, body))),
});

const scalarIn = (collection: Collection, field: string, body: unknown): Scalar => {
  const value = valueAt(body, field) ?? null;
  if (!isScalar(value)) throw new UnindexableValueError(collection.name, field);
  return value;
};

const arrayIn = (collection: Collection, field: string, body: unknown): Scalar[] => {
  const value = valueAt(body, field) ?? [];
  const values: unknown[] = Array.isArray(value) ? value : [value];
  if (!values.every(isScalar)) throw new UnindexableValueError(collection.name, field);
  return [...new Set(values)];
};

const textIn = (field: string, body: unknown): [string, string][] => {
  const value = valueAt(body, field);
  return typeof value === 'string' ? [[keyOf(field), searchableText(value)]] : [];
};

/** A stored document as the port gives it. */
export const documentOf = <Body>({ _id, version, fold: projectionVersion, body }: Stored): StateDocument<Body> => ({
  id: _id,
  version,
  projectionVersion,
  body: JSON.parse(body),
});
