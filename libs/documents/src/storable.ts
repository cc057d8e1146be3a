import { calculateObjectSize } from 'bson';
import type { DocumentWrite } from './documents.ts';
import { DocumentTooLargeError } from './errors.ts';
import { searchableText } from './searchableText.ts';
import { valueAt } from './valueAt.ts';

/** The most bytes of a document with what lists query of it, safely below the 16 MiB of MongoDB. */
const DOCUMENT_BYTES = 15 * 1_024 * 1_024;

/** What weighs no more stays below the limit, even where every character is escaped and folded to many. */
const LIGHT = 128 * 1_024;
/** A number with its punctuation, in the units of `weightOf`. */
const SCALAR = 8;

/**
 * The refusal of what MongoDB could not hold; in SQLite too, so that a site can move from one to the other. A document of
 * common size is not measured.
 */
export const storageRefusal = (write: DocumentWrite): DocumentTooLargeError | undefined => {
  if (weightOf(write.body) <= LIGHT) return undefined;
  const bytes = bytesOf(write);
  return bytes > DOCUMENT_BYTES ? new DocumentTooLargeError(write, bytes) : undefined;
};

/** @throws DocumentTooLargeError */
export const requireStorable = (write: DocumentWrite): void => {
  const refusal = storageRefusal(write);
  if (refusal !== undefined) throw refusal;
};

/** A body is kept as JSON, and beside it what lists compare, order by and search. */
const bytesOf = ({ collection, body }: DocumentWrite): number => {
  const { indexes = [], arrays = [], texts = [] } = collection;
  const compared = [...new Set([...indexes.flat(), ...arrays])].map((field) => valueAt(body, field));
  const searched = texts.map((field) => valueAt(body, field)).filter((value) => typeof value === 'string');
  return calculateObjectSize({ body: JSON.stringify(body), compared, searched: searched.map(searchableText) });
};

/** Roughly the characters of a JSON value. */
export const weightOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return SCALAR;
  let weight = SCALAR;
  for (const [name, member] of Object.entries(value)) weight += name.length + weightOf(member);
  return weight;
};
