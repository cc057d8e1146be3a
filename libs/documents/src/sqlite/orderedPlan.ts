import type { Filter, Order } from '../documents.ts';
import type { FilterWith } from './scope.ts';
import { arrayOfIndex, type TableShape } from './shape.ts';

const MAX_BRANCHES = 16;

/** Filters in branches; an index returns each branch in the requested order. */
export interface OrderedPlan {
  readonly branches: readonly (readonly Filter[])[];
  /** The filter on the array of the index; each branch has one of its values. */
  readonly lead?: FilterWith<'contains'>;
}

type Cut = FilterWith<'in'> | FilterWith<'contains'>;

/**
 * Splits lists of values before the ordered field into branches of one value each, to be merged. Otherwise an index
 * would return its rows value by value, and they would be sorted. Returns undefined if that is not needed or no index
 * allows it.
 */
export const orderedPlanOf = (
  filters: readonly Filter[],
  order: readonly Order[],
  shape: TableShape,
): OrderedPlan | undefined => {
  if (!order.every(({ direction }) => direction === order[0]?.direction)) return undefined;
  const pinning = pinningFilters(filters);
  const plans = shape.indexes.map((index) => planOf(index, { filters, pinning, order, shape }));
  const [best] = plans.filter((plan) => plan !== undefined).sort((left, right) => right.pinned - left.pinned);
  return best;
};

interface Planning {
  readonly filters: readonly Filter[];
  readonly pinning: PinningFilters;
  readonly order: readonly Order[];
  readonly shape: TableShape;
}

const planOf = (
  index: readonly string[],
  { filters, pinning, order, shape }: Planning,
): (OrderedPlan & { readonly pinned: number }) | undefined => {
  const pins = pinsOf(index, pinning);
  if (!isServed(index.slice(pins.length), order)) return undefined;
  const array = arrayOfIndex(shape, index);
  const lead = filters.find(
    (filter): filter is FilterWith<'contains'> => 'contains' in filter && filter.field === array,
  );
  if (array !== undefined && !pins.some((pin) => pin === lead)) return undefined;
  const cuts = pins.filter((pin): pin is Cut => 'in' in pin || 'contains' in pin);
  if (array === undefined && cuts.length === 0) return undefined;
  const number = cuts.reduce((product, cut) => product * valuesOf(cut).length, 1);
  if (number === 0 || number > MAX_BRANCHES) return undefined;
  const plan = { branches: cuts.reduce(cutBranches, [filters]), pinned: pins.length };
  return lead === undefined ? plan : { ...plan, lead };
};

/** The first filter of each field that pins it to values. */
type PinningFilters = ReadonlyMap<string, Filter>;

const pinningFilters = (filters: readonly Filter[]): PinningFilters => {
  const pinning = new Map<string, Filter>();
  for (const filter of filters)
    if (('equals' in filter || 'in' in filter || 'contains' in filter) && !pinning.has(filter.field))
      pinning.set(filter.field, filter);
  return pinning;
};

/** Returns the filters that pin an index's first fields to values, as far as they go. */
const pinsOf = (index: readonly string[], pinning: PinningFilters): Filter[] => {
  const pins: Filter[] = [];
  for (const field of index) {
    const pin = pinning.get(field);
    if (pin === undefined) break;
    pins.push(pin);
  }
  return pins;
};

/**
 * Returns the fields whose values the best index in the requested order pins: a walk along it meets no other values of
 * them.
 */
export const pinnedFields = (
  filters: readonly Filter[],
  order: readonly Order[],
  shape: TableShape,
): ReadonlySet<string> => {
  const pinning = pinningFilters(filters);
  const pinned = shape.indexes
    .map((index) => ({ index, pins: pinsOf(index, pinning).length }))
    .filter(({ index, pins }) => isServed(index.slice(pins), order))
    .sort((left, right) => right.pins - left.pins);
  const [best] = pinned;
  return new Set(best?.index.slice(0, best.pins));
};

/** True if an index serves the order; further fields before the id leave equal rows to be sorted, which is cheap. */
export const isServed = (rest: readonly string[], order: readonly Order[]): boolean =>
  order.every(({ field }, place) => rest[place] === field || (field === 'id' && place > 0));

const valuesOf = (cut: Cut) => [...new Set('in' in cut ? cut.in : cut.contains)];

const cutBranches = (branches: readonly (readonly Filter[])[], cut: Cut): readonly (readonly Filter[])[] =>
  branches.flatMap((filters) =>
    valuesOf(cut).map((value) => {
      const one = 'in' in cut ? { field: cut.field, equals: value } : { field: cut.field, contains: [value] };
      return filters.map((filter) => (filter === cut ? one : filter));
    }),
  );
