import { isEmpty } from '@almanac/content-model';
import { type Collection, type Documents, type Filter, findPage, type Order } from '@almanac/documents';
import { anything, cappedInteger, type Invalid, integer, invalid, invalidParams, isObject, text } from '@almanac/rest';

const MAX_VALUE_LENGTH = 2_000;

/** The conditions of a list by name: `filterBy[url]=/old`. */
export type Filters = Readonly<Record<string, string>>;

/** Returns the condition of one filter for a value; undefined for an unknown value. */
export type FilterOf = (value: string) => Filter | undefined;

/** The known filters by name. Only own members are looked up. */
export type KnownFilters = Readonly<Record<string, FilterOf>>;

/**
 * Returns the arguments of every list. Writes take them too, because they answer with a list
 * (docs/interface/redirection.md §3).
 * @param orders the names of the orders that the list accepts
 */
export const listArgs = <const Orders extends readonly string[]>(orders: Orders, filters: KnownFilters) => ({
  filterBy: anything({ description: 'Conditions on the records, by name.', parse: readFilters(filters) }),
  orderby: text({ enum: [...orders, ''] as const, description: 'The field by which the list is ordered.' }),
  direction: text({ enum: ['asc', 'desc'] as const, default: 'desc', description: 'The direction of the order.' }),
  per_page: integer({ default: 25, minimum: 5, maximum: 200, description: 'The number of records per page.' }),
  page: cappedInteger({ default: 0, minimum: 0, description: 'The page of the list, counted from 0.' }),
});

/** The arguments of every list as a request sent them. */
export interface ListArgs {
  readonly filterBy?: Filters | undefined;
  readonly orderby?: string | undefined;
  readonly direction: 'asc' | 'desc';
  readonly per_page: number;
  readonly page: number;
}

const readFilters =
  (known: KnownFilters) =>
  (value: unknown): Filters | Invalid => {
    if (value === '') return {};
    if (!isObject(value)) return invalid('Filter is not an array');
    const entries = Object.entries(value);
    const unknown = entries.find(([name]) => !Object.hasOwn(known, name));
    if (unknown !== undefined)
      return invalid('Filter type is not supported: {filter}', undefined, { filter: unknown[0].slice(0, 100) });
    if (!entries.every(([, each]) => isPlain(each))) return invalid('{name} has a value that is not a text.');
    const given = entries.map(([name, each]) => [name, String(each)] as const).filter(([, each]) => each !== '');
    return Object.fromEntries(given);
  };

const isPlain = (value: unknown): boolean =>
  (typeof value === 'string' && value.length <= MAX_VALUE_LENGTH) ||
  typeof value === 'number' ||
  typeof value === 'boolean';

/** Returns the conditions of a list. A filter with an unknown value does not narrow it. */
export const listFilter = (known: KnownFilters, asked: Filters = {}): Filter => ({
  all: Object.entries(asked).flatMap(([name, value]) => known[name]?.(value) ?? []),
});

/** A filter that matches no record. */
const NO_RECORD: Filter = { field: 'id', in: [] };

/**
 * Returns the conditions of an action on all matches; without a filter it matches all records.
 * @throws DomainError 400 for filters without any condition and for an unknown value: they would widen the action to
 * records that nobody chose
 */
export const strictFilter = (known: KnownFilters, asked?: Filters): Filter => {
  if (asked === undefined) return listFilter(known);
  if (isEmpty(asked)) throw invalidParams({ filterBy: invalid('{name} has no condition.') });
  const faulty = Object.entries(asked).find(([name, value]) => (known[name]?.(value) ?? NO_RECORD) === NO_RECORD);
  if (faulty !== undefined) throw invalidParams({ filterBy: invalidFilter(faulty[0]) });
  return listFilter(known, asked);
};

const invalidFilter = (filter: string): Invalid =>
  invalid('The value of the filter {filter} is not known.', undefined, { filter });

/** Filters by a text that the field contains, ignoring case. */
export const containsFilter =
  (field: string): FilterOf =>
  (value) => ({ texts: [field], words: [value] });

/** Filters by a whole number. A value that is not a number matches no record. */
export const numberFilter =
  (field: string): FilterOf =>
  (value) =>
    /^\d{1,15}$/.test(value) ? { field, equals: Number(value) } : NO_RECORD;

/** Filters by `enabled`; any other value means disabled. */
export const enabledFilter =
  (enabled: Filter): FilterOf =>
  (value) =>
    value === 'enabled' ? enabled : { not: enabled };

/** Returns one page of a collection and the total number of matches. */
export const pageOf = async <Body>(
  documents: Documents,
  collection: Collection,
  { filter, order, asked }: { readonly filter: Filter; readonly order: readonly Order[]; readonly asked: ListArgs },
): Promise<{ readonly items: Body[]; readonly total: number }> => {
  const { page, per_page: limit } = asked;
  const { found, total } = await findPage<Body>(documents, collection, { filter, order, limit, offset: page * limit });
  return { items: found, total };
};
