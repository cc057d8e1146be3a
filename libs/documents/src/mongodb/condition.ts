import { searchableText, searchableWord } from '@almanac/text';
import type { Filter as Condition } from 'mongodb';
import type { Collection, DocumentId, Filter, Order, Scalar } from '../documents.ts';
import { haveShortWord, MAX_SHORT_WORD_DOCUMENTS } from '../shortWords.ts';
import { anyPath, arrayPath, type StoredDocument, scalarPath, TRIGRAM_PATH, textPath } from './stored.ts';
import { trigramProbe } from './trigrams.ts';

type Of<Member extends string> = Extract<Filter, Readonly<Record<Member, unknown>>>;

/** The queries that a condition needs first. */
export interface Subqueries {
  /** Returns the values that the documents of another query have in a field. */
  valuesOf(collection: Collection, field: string, condition: Condition<StoredDocument>): Promise<Scalar[]>;
  /** Returns the id of a document by its place, the highest id first; undefined beyond the end. */
  idFromEnd(collection: Collection, place: number): Promise<DocumentId | undefined>;
}

const MATCH_NOTHING: Condition<StoredDocument> = { _id: { $in: [] } };

/** Converts a filter to MongoDB's condition; first queries the documents that it refers to. */
export const conditionOf = async (
  collection: Collection,
  filter: Filter,
  subqueries: Subqueries,
): Promise<Condition<StoredDocument>> => {
  const each = (filters: readonly Filter[]) =>
    Promise.all(filters.map((one) => conditionOf(collection, one, subqueries)));
  if ('all' in filter) return filter.all.length === 0 ? {} : { $and: await each(filter.all) };
  if ('any' in filter) return filter.any.length === 0 ? MATCH_NOTHING : { $or: await each(filter.any) };
  if ('not' in filter) return { $nor: await each([filter.not]) };
  if ('texts' in filter) return textCondition(collection, filter, subqueries);
  if ('referencedBy' in filter) return reference(collection, filter, subqueries);
  if ('contains' in filter) return on(arrayPath(collection, filter.field), { $in: [...filter.contains] });
  if ('equals' in filter) return on(scalarPath(collection, filter.field), { $eq: filter.equals });
  if ('in' in filter) return on(scalarPath(collection, filter.field), { $in: [...filter.in] });
  return on(scalarPath(collection, filter.field), rangeOf(filter));
};

const on = (path: string, condition: object): Condition<StoredDocument> => ({ [path]: condition });

const rangeOf = ({ from, after, to, before }: Extract<Filter, { readonly from?: Scalar }>): object => ({
  ...(from !== undefined && { $gte: from }),
  ...(after !== undefined && { $gt: after }),
  ...(to !== undefined && { $lte: to }),
  ...(before !== undefined && { $lt: before }),
});

const reference = async (
  collection: Collection,
  { field = 'id', referencedBy }: Of<'referencedBy'>,
  subqueries: Subqueries,
): Promise<Condition<StoredDocument>> => {
  const inner = await conditionOf(referencedBy.collection, referencedBy.filter ?? { all: [] }, subqueries);
  const values = await subqueries.valuesOf(referencedBy.collection, referencedBy.field, inner);
  return on(scalarPath(collection, field), { $in: values.filter((value) => value !== null) });
};

const textCondition = async (
  collection: Collection,
  filter: Of<'texts'>,
  subqueries: Subqueries,
): Promise<Condition<StoredDocument>> => {
  const paths = filter.texts.map((field) => textPath(collection, field));
  if (paths.length === 0) return MATCH_NOTHING;
  if ('exactly' in filter) {
    const text = searchableText(filter.exactly);
    return { $and: [{ $or: paths.map((path) => on(path, { $eq: text })) }, ...candidates([text])] };
  }
  const words = [...new Set(filter.words.map(searchableWord))].filter((word) => word !== '');
  if (words.length === 0) return {};
  const newest = haveShortWord(words) ? [await newestCondition(collection, subqueries)] : [];
  const within = (path: string, word: string) => on(path, { $regex: escaped(word) });
  const inOneText = { $or: paths.map((path) => ({ $and: words.map((word) => within(path, word)) })) };
  const inTexts = words.map((word) => ({ $or: paths.map((path) => within(path, word)) }));
  return { $and: [...newest, ...(filter.sameField ? [inOneText] : inTexts), ...candidates(words)] };
};

/**
 * Returns conditions that an index answers, and that every document with these words meets. They stand last: where no
 * index answers them, they are tested only for documents that match.
 */
const candidates = (words: readonly string[]): Condition<StoredDocument>[] =>
  words.flatMap((word) => {
    const probe = trigramProbe(word);
    return probe === undefined ? [] : [on(TRIGRAM_PATH, { $in: [...probe] })];
  });

/** Returns the condition for the documents in whose texts a short word is looked for. */
const newestCondition = async (
  collection: Collection,
  { idFromEnd }: Subqueries,
): Promise<Condition<StoredDocument>> => {
  const last = await idFromEnd(collection, MAX_SHORT_WORD_DOCUMENTS - 1);
  if (last === undefined) return {};
  // A comparison matches values of its own kind only; all texts sort after the numbers.
  return { _id: typeof last === 'number' ? { $not: { $lt: last } } : { $gte: last } };
};

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Converts an order to MongoDB's sort, which ends with the id. A repeated field is ignored. */
export const sortOf = (collection: Collection, order: readonly Order[] = []): [string, 1 | -1][] => {
  const steps = new Map<string, 1 | -1>();
  for (const { field, direction } of [...order, { field: 'id', direction: order.at(-1)?.direction ?? 'asc' }]) {
    const path = scalarPath(collection, field);
    if (!steps.has(path)) steps.set(path, direction === 'asc' ? 1 : -1);
  }
  return [...steps];
};

/** Returns the path that `countBy` groups by. @throws UndeclaredFieldError */
export const groupPath = anyPath;
