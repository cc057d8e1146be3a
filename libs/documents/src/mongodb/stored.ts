import { searchableText, TEXT_FOLD_VERSION } from '@almanac/text';
import { jsonOfBody } from '../bodyJson.ts';
import type { Collection, DocumentId, DocumentWrite, Scalar, StateDocument } from '../documents.ts';
import { UndeclaredFieldError, UnindexableValueError } from '../errors.ts';
import { isScalar, valueAt } from '../valueAt.ts';
import { storedTrigrams } from './trigrams.ts';

/**
 * A state document as stored in MongoDB. The body is JSON text, so it is returned as written, with any member names.
 * The queryable members are stored beside it, under names without dots.
 */
export interface StoredDocument {
  readonly _id: DocumentId;
  readonly version: number;
  readonly fold: number;
  /** False for a tombstone; every query and index requires true. */
  readonly live: boolean;
  readonly body: string;
  /** The scalars of sorted indexes. */
  readonly q: Readonly<Record<string, Scalar>>;
  /** The arrays, each value once. */
  readonly a: Readonly<Record<string, readonly Scalar[]>>;
  /**
   * The folded texts, and their trigrams beside them. Releases without trigrams replace the whole member, so it never
   * has trigrams of other texts.
   */
  readonly t: Readonly<Record<string, string | readonly string[]>>;
}

/** Increased if the same texts get other trigrams. */
const TRIGRAM_FORM = 1;
/** No field has this name: a dot of a field is a colon within a name. */
const TRIGRAMS = ':';
/** The path of the trigrams of a document's texts. */
export const TRIGRAM_PATH = `t.${TRIGRAMS}`;

const keyOf = (field: string): string => field.replaceAll('.', ':');

/** Returns the scalar fields of a collection's sorted indexes. */
const scalarsOf = ({ indexes = [], arrays = [] }: Collection): string[] => [
  ...new Set(indexes.flat().filter((field) => field !== 'id' && !arrays.includes(field))),
];

/**
 * Returns a description of the fields beside the bodies of a collection's documents; if it differs from the stored one,
 * the documents are updated.
 */
export const shapeOf = (collection: Collection): string => {
  const { arrays = [], texts = [] } = collection;
  return JSON.stringify([scalarsOf(collection), arrays, texts, ...(texts.length > 0 ? [TEXT_FOLD_VERSION] : [])]);
};

/** Returns the path of a field for comparison or order. @throws UndeclaredFieldError */
export const scalarPath = (collection: Collection, field: string): string => {
  if (field === 'id') return '_id';
  if (!scalarsOf(collection).includes(field)) throw new UndeclaredFieldError(collection.name, field, 'indexes');
  return `q.${keyOf(field)}`;
};

/** Returns the path of an array. @throws UndeclaredFieldError */
export const arrayPath = (collection: Collection, field: string): string => {
  if (field === 'id') return '_id';
  if (!collection.arrays?.includes(field)) throw new UndeclaredFieldError(collection.name, field, 'arrays');
  return `a.${keyOf(field)}`;
};

/** Returns the path of a field, plain or array. @throws UndeclaredFieldError */
export const anyPath = (collection: Collection, field: string): string =>
  collection.arrays?.includes(field) ? arrayPath(collection, field) : scalarPath(collection, field);

/** Returns the path of a folded text. @throws UndeclaredFieldError */
export const textPath = (collection: Collection, field: string): string => {
  if (!collection.texts?.includes(field)) throw new UndeclaredFieldError(collection.name, field, 'texts');
  return `t.${keyOf(field)}`;
};

/** Returns the fields of each declared index for MongoDB; each ends with the id, and covers only live documents. */
export const indexesOf = (collection: Collection): Record<string, 1>[] => {
  const arrays = (collection.arrays ?? []).map((field) => [field]);
  const lists = [...(collection.indexes ?? []), ...arrays].map((fields) =>
    fields.includes('id') ? fields : [...fields, 'id'],
  );
  const sorted = lists.map((fields) =>
    Object.fromEntries(fields.map((field) => [anyPath(collection, field), 1] as const)),
  );
  return hasTexts(collection) ? [...sorted, { [TRIGRAM_PATH]: 1 }] : sorted;
};

/** Returns the form of a collection's trigrams; undefined without texts. */
export const trigramForm = (collection: Collection): number | undefined =>
  hasTexts(collection) ? TRIGRAM_FORM : undefined;

const hasTexts = ({ texts = [] }: Collection): boolean => texts.length > 0;

/** Returns the stored form of a write. @throws UnindexableValueError for a value that cannot be indexed */
export const storedOf = ({ collection, id, version, body }: DocumentWrite): StoredDocument => ({
  _id: id,
  version,
  fold: collection.projectionVersion,
  live: body !== null,
  body: jsonOfBody(body),
  ...queryable(collection, body),
});

/** Returns the queryable members of a body. */
export const queryable = (collection: Collection, body: unknown): Pick<StoredDocument, 'q' | 'a' | 't'> => ({
  q: Object.fromEntries(scalarsOf(collection).map((field) => [keyOf(field), scalarIn(collection, field, body)])),
  a: Object.fromEntries((collection.arrays ?? []).map((field) => [keyOf(field), arrayIn(collection, field, body)])),
  t: textsIn(collection, body),
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

const textsIn = (collection: Collection, body: unknown): StoredDocument['t'] => {
  const texts = Object.fromEntries((collection.texts ?? []).flatMap((field) => textIn(field, body)));
  return hasTexts(collection) ? { ...texts, [TRIGRAMS]: storedTrigrams(Object.values(texts)) } : texts;
};

const textIn = (field: string, body: unknown): [string, string][] => {
  const value = valueAt(body, field);
  return typeof value === 'string' ? [[keyOf(field), searchableText(value)]] : [];
};

/** Returns the state document of a stored one. */
export const documentOf = <Body>({
  _id,
  version,
  fold: projectionVersion,
  body,
}: StoredDocument): StateDocument<Body> => ({
  id: _id,
  version,
  projectionVersion,
  body: JSON.parse(body),
});
