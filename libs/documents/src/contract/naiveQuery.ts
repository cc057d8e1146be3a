import { searchableText, searchableWord } from '@almanac/text';
import type { Collection, DocumentId, Filter, Order, Query, Scalar } from '../documents.ts';
import { haveShortWord, MAX_SHORT_WORD_DOCUMENTS } from '../shortWords.ts';
import { valueAt } from '../valueAt.ts';

/** A document of the naive model. */
export interface NaiveDocument {
  readonly id: DocumentId;
  readonly body: object;
}

/** All documents, by their collection's name. */
export type World = Readonly<Record<string, readonly NaiveDocument[]>>;

const KINDS = ['null', 'number', 'string', 'boolean'];
const kindOf = (value: Scalar): number => KINDS.indexOf(value === null ? 'null' : typeof value);

/** Compares scalars: null, numbers, texts by code point, booleans. */
const compareScalars = (left: Scalar, right: Scalar): number => {
  if (kindOf(left) !== kindOf(right)) return kindOf(left) - kindOf(right);
  if (typeof left === 'string') return Buffer.compare(Buffer.from(left), Buffer.from(String(right)));
  return Number(left) - Number(right);
};

const scalarAt = ({ id, body }: NaiveDocument, field: string): Scalar =>
  field === 'id' ? id : scalarOf(valueAt(body, field));

const scalarOf = (value: unknown): Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

const listAt = (document: NaiveDocument, field: string): readonly Scalar[] => {
  if (field === 'id') return [document.id];
  const value = valueAt(document.body, field) ?? [];
  return Array.isArray(value) ? value : [scalarOf(value)];
};

const textsAt = ({ body }: NaiveDocument, fields: readonly string[]): string[] =>
  fields
    .map((field) => valueAt(body, field))
    .filter((text) => typeof text === 'string')
    .map((text) => searchableText(text));

const inRange = (value: Scalar, range: Extract<Filter, { readonly from?: Scalar }>): boolean => {
  const holds = (bound: Scalar | undefined, test: (order: number) => boolean) =>
    bound === undefined || (kindOf(bound) === kindOf(value) && test(compareScalars(value, bound)));
  return (
    holds(range.from, (order) => order >= 0) &&
    holds(range.after, (order) => order > 0) &&
    holds(range.to, (order) => order <= 0) &&
    holds(range.before, (order) => order < 0)
  );
};

/** True for one of the documents with the highest ids of its collection. */
const isNewest = (document: NaiveDocument, world: World): boolean =>
  Object.values(world)
    .filter((documents) => documents.includes(document))
    .every(
      (documents) => documents.filter((other) => compareById(other, document) > 0).length < MAX_SHORT_WORD_DOCUMENTS,
    );

const compareById = (left: NaiveDocument, right: NaiveDocument): number => compareScalars(left.id, right.id);

type TextFilter = Extract<Filter, { readonly texts: unknown }>;

const matchesTexts = (document: NaiveDocument, filter: TextFilter, world: World): boolean => {
  const texts = textsAt(document, filter.texts);
  if ('exactly' in filter) return texts.includes(searchableText(filter.exactly));
  const words = filter.words.map(searchableWord);
  if (filter.texts.length === 0 || words.every((word) => word === '')) return filter.texts.length > 0;
  const asked = words.filter((word) => word !== '');
  if (haveShortWord(asked) && !isNewest(document, world)) return false;
  if (filter.sameField === true) return texts.some((text) => words.every((word) => text.includes(word)));
  return asked.every((word) => texts.some((text) => text.includes(word)));
};

/** Applies a filter to one document. */
const naiveMatch = (document: NaiveDocument, filter: Filter, world: World): boolean => {
  if ('all' in filter) return filter.all.every((each) => naiveMatch(document, each, world));
  if ('any' in filter) return filter.any.some((each) => naiveMatch(document, each, world));
  if ('not' in filter) return !naiveMatch(document, filter.not, world);
  if ('equals' in filter) return scalarAt(document, filter.field) === filter.equals;
  if ('in' in filter) return filter.in.includes(scalarAt(document, filter.field));
  if ('contains' in filter) return listAt(document, filter.field).some((value) => filter.contains.includes(value));
  if ('texts' in filter) return matchesTexts(document, filter, world);
  if (!('referencedBy' in filter)) return inRange(scalarAt(document, filter.field), filter);
  const { collection, field, filter: inner = { all: [] } } = filter.referencedBy;
  const value = scalarAt(document, filter.field ?? 'id');
  const naming = (world[collection.name] ?? []).filter((other) => naiveMatch(other, inner, world));
  return value !== null && naming.some((other) => listAt(other, field).includes(value));
};

const compareBy = (order: readonly Order[]) => (left: NaiveDocument, right: NaiveDocument) => {
  const steps = [...order, { field: 'id', direction: order.at(-1)?.direction ?? 'asc' }];
  for (const { field, direction } of steps) {
    const step = compareScalars(scalarAt(left, field), scalarAt(right, field));
    if (step !== 0) return direction === 'asc' ? step : -step;
  }
  return 0;
};

/** Answers a query by filtering and sorting everything. */
export const naiveFind = (collection: Collection, query: Query, world: World): object[] => {
  const { filter = { all: [] }, order = [], offset = 0, limit = Number.POSITIVE_INFINITY } = query;
  return (world[collection.name] ?? [])
    .filter((document) => naiveMatch(document, filter, world))
    .sort(compareBy(order))
    .slice(offset, offset + limit)
    .map(({ body }) => body);
};
