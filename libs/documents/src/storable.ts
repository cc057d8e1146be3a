import { createRequire } from 'node:module';
import { searchableText } from '@almanac/text';
import { prepareJson } from './bodyJson.ts';
import type { DocumentWrite } from './documents.ts';
import { DocumentTooLargeError } from './errors.ts';
import { valueAt } from './valueAt.ts';

const require = createRequire(import.meta.url);
/** Loads the package at the first large document. */
const bson = (): typeof import('bson') => require('bson');

/** Maximum bytes of a document with its queryable fields, safely below the 16 MiB of MongoDB. */
const DOCUMENT_BYTES = 15 * 1_024 * 1_024;

/** Weight up to which a body is below the limit, even if every character is escaped and folded to several. */
const LIGHT = 128 * 1_024;
/** The weight of a number with its punctuation. */
const SCALAR = 8;

/**
 * Returns the refusal of a document that MongoDB could not store; SQLite refuses it too, so that a site can move from
 * one to the other. Documents of common size are not measured.
 */
export const storageRefusal = (write: DocumentWrite): DocumentTooLargeError | undefined => {
  if (approximateSize(write.body) <= LIGHT) return undefined;
  const bytes = bytesOf(write);
  return bytes > DOCUMENT_BYTES ? new DocumentTooLargeError(write, bytes) : undefined;
};

/** Folds the long texts of documents in another thread, so that writing them does not hold the event loop. */
export const prepareTexts = async (writes: readonly DocumentWrite[]): Promise<void> => {
  for (const { collection, body } of writes)
    for (const field of collection.texts ?? []) {
      const text = valueAt(body, field);
      if (typeof text === 'string') await searchableText.prepare(text);
    }
};

/** @throws DocumentTooLargeError for a document that cannot be stored */
export const requireStorable = (write: DocumentWrite): void => {
  const refusal = storageRefusal(write);
  if (refusal !== undefined) throw refusal;
};

/** Returns the bytes of a document: its body as JSON, and the values for comparing, sorting and searching. */
const bytesOf = ({ collection, body }: DocumentWrite): number => {
  const { indexes = [], arrays = [], texts = [] } = collection;
  const compared = [...new Set([...indexes.flat(), ...arrays])].map((field) => valueAt(body, field));
  const searched = texts.map((field) => valueAt(body, field)).filter((value) => typeof value === 'string');
  const folded = searched.map((text) => searchableText(text));
  return bson().calculateObjectSize({ body: prepareJson(body), compared, searched: folded });
};

/** Returns roughly the number of characters of a JSON value. */
export const approximateSize = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return SCALAR;
  let weight = SCALAR;
  for (const [name, member] of Object.entries(value)) weight += name.length + approximateSize(member);
  return weight;
};
