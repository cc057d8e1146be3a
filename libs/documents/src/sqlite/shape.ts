import type { Collection } from '../documents.ts';
import { UndeclaredFieldError } from '../errors.ts';
import { quote } from './scalars.ts';

/** What a collection declares, as the tables need it; equal shapes need no migration. */
export interface Shape {
  /** How this version of Almanac lays the tables out. */
  readonly layout: number;
  /** Every field of a sorted index but the id, each a column. */
  readonly fields: readonly string[];
  readonly indexes: readonly (readonly string[])[];
  readonly arrays: readonly string[];
  readonly texts: readonly string[];
}

const LAYOUT = 1;

export const shapeOf = ({ indexes = [], arrays = [], texts = [] }: Collection): Shape => ({
  layout: LAYOUT,
  fields: [...new Set(indexes.flat())].filter((field) => field !== 'id').sort(),
  indexes: indexes.map((fields) => (fields.includes('id') ? fields : [...fields, 'id'])),
  arrays: [...new Set(arrays)].sort(),
  texts: [...new Set(texts)].sort(),
});

/** The names of a generation's tables and columns, quoted for SQL. Beside each is what it holds. */
export interface Names {
  /** doc (internal number), id, version, fold, body (JSON), a column a field, and a column of JSON an array. */
  readonly documents: string;
  /** id, version, fold of deleted documents. */
  readonly tombstones: string;
  /** doc and the folded texts. */
  readonly texts: string;
  /** The trigrams of the folded texts. */
  readonly search: string;
  /** The docs whose texts have changed, or gone, since their trigrams were taken. */
  readonly pending: string;
  /** value, doc: a table for each declared array. */
  array(field: string): string;
  index(fields: readonly string[]): string;
}

export const namesOf = (collection: string, generation: number): Names => {
  const name = (...parts: string[]) => quote(['documents', collection, String(generation), ...parts].join('/'));
  return {
    documents: name(),
    tombstones: name('tombstones'),
    texts: name('texts'),
    search: name('search'),
    pending: name('pending'),
    array: (field) => name('array', field),
    index: (fields) => name('index', ...fields),
  };
};

export const columnOf = (field: string): string => (field === 'id' ? 'id' : quote(`$${field}`));

export const arrayColumnOf = (field: string): string => quote(`@${field}`);

/** The column of a text by its place in the shape. */
export const textColumnOf = (shape: Shape, collection: string, field: string): string => {
  const place = shape.texts.indexOf(field);
  if (place === -1) throw new UndeclaredFieldError(collection, field, 'texts');
  return `c${place}`;
};
