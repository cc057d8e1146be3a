import { TEXT_FOLD_VERSION } from '@almanac/text';
import type { Collection } from '../documents.ts';
import { InvalidCollectionError, UndeclaredFieldError } from '../errors.ts';
import { quote } from './scalars.ts';

/** The declaration of a collection in the form that tables need; equal shapes need no migration. */
export interface TableShape {
  /** The version of the layout of the tables. */
  readonly layout: number;
  /** Every scalar field of a sorted index except the id, each a column. */
  readonly fields: readonly string[];
  /** Field lists of the sorted indexes; each ends with the id. */
  readonly indexes: readonly (readonly string[])[];
  readonly arrays: readonly string[];
  /** For each array, the fields that its side table carries, for indexes over both. */
  readonly carried: Readonly<Record<string, readonly string[]>>;
  readonly texts: readonly string[];
  /** The version of the rule that folds texts; undefined without texts. */
  readonly textFold?: number;
}

const LAYOUT = 4;

/** @throws InvalidCollectionError for an index over two arrays */
export const shapeOf = ({ name, indexes = [], arrays = [], texts = [] }: Collection): TableShape => {
  const withArrays = indexes.filter((fields) => fields.some((field) => arrays.includes(field)));
  if (withArrays.some((fields) => fields.filter((field) => arrays.includes(field)).length > 1))
    throw new InvalidCollectionError(`an index of "${name}" has more than one array`);
  const scalars = (lists: readonly (readonly string[])[]) =>
    sorted(lists.flat().filter((field) => field !== 'id' && !arrays.includes(field)));
  const carriedBy = (array: string) => scalars(withArrays.filter((fields) => fields.includes(array)));
  return {
    layout: LAYOUT,
    fields: scalars(indexes),
    indexes: indexes.map((fields) => (fields.includes('id') ? fields : [...fields, 'id'])),
    arrays: sorted(arrays),
    carried: Object.fromEntries(sorted(arrays).map((array) => [array, carriedBy(array)])),
    texts: sorted(texts),
    ...(texts.length > 0 && { textFold: TEXT_FOLD_VERSION }),
  };
};

const sorted = (fields: readonly string[]): string[] => [...new Set(fields)].sort();

/** Returns the array of an index; undefined if it has none. */
export const arrayOfIndex = (shape: TableShape, index: readonly string[]): string | undefined =>
  index.find((field) => shape.arrays.includes(field));

/** The names of a generation's tables and columns, quoted for SQL. */
export interface Names {
  /**
   * Columns: doc (internal number), id, version, projection version, body (JSON), each field, and JSON of each array.
   */
  readonly documents: string;
  /**
   * The same rows for readers: a view that is dropped when the generation is retired. Otherwise a reader could take a
   * table that is being emptied for a small one.
   */
  readonly rows: string;
  /** id, version and projection version of deleted documents. */
  readonly tombstones: string;
  /** doc and the folded texts. */
  readonly texts: string;
  /** The trigrams of the folded texts. */
  readonly search: string;
  /**
   * The docs whose texts were added, changed or deleted since trigrams were last written, with a mark for those that
   * had trigrams then.
   */
  readonly pending: string;
  /** Returns the name of a declared array's table: value, doc, id and the carried fields. */
  array(field: string): string;
  /** Returns the name of the index of documents or tombstones of a lower projection version. */
  below(of: 'documents' | 'tombstones'): string;
  index(fields: readonly string[]): string;
}

export const namesOf = (collection: string, generation: number): Names => {
  const name = (...parts: string[]) => quote(['documents', collection, String(generation), ...parts].join('/'));
  return {
    documents: name(),
    rows: name('rows'),
    tombstones: name('tombstones'),
    texts: name('texts'),
    search: name('search'),
    pending: name('pending'),
    array: (field) => name('array', field),
    below: (of) => name('below', of),
    index: (fields) => name('index', ...fields),
  };
};

export const columnOf = (field: string): string => (field === 'id' ? 'id' : quote(`$${field}`));

export const arrayColumnOf = (field: string): string => quote(`@${field}`);

/** Returns the column of a text by its index in the shape. @throws UndeclaredFieldError */
export const textColumnOf = (shape: TableShape, collection: string, field: string): string => {
  const place = shape.texts.indexOf(field);
  if (place === -1) throw new UndeclaredFieldError(collection, field, 'texts');
  return `c${place}`;
};
