import type { Filter, Order, Scalar } from '../documents.ts';
import type { Of } from './scope.ts';
import type { Shape } from './shape.ts';

const MOST_BRANCHES = 16;

/**
 * A list of values before the ordered field would make an index give its rows list value by list value, to be sorted.
 * Where an index serves the order once each such list is cut into its values, the branches that this makes; else
 * undefined.
 */
export const branchesOf = (
  filters: readonly Filter[],
  order: readonly Order[],
  shape: Shape,
): readonly (readonly Filter[])[] | undefined => {
  if (!filters.some((filter) => 'in' in filter) || !isOneWay(order)) return undefined;
  for (const index of shape.indexes) {
    const cut = listsBeforeOrder(index, filters, order);
    if (cut === undefined) continue;
    const branches = cut.reduce(cutList, [filters]);
    if (branches.length > 1 && branches.length <= MOST_BRANCHES) return branches;
  }
  return undefined;
};

const isOneWay = (order: readonly Order[]): boolean =>
  order.every(({ direction }) => direction === order[0]?.direction);

/** The lists on the fields of an index before those of the order; undefined when the index does not serve it. */
const listsBeforeOrder = (
  index: readonly string[],
  filters: readonly Filter[],
  order: readonly Order[],
): Of<'in'>[] | undefined => {
  const lists: Of<'in'>[] = [];
  for (const [place, field] of index.entries()) {
    const list = filters.find((filter): filter is Of<'in'> => 'in' in filter && filter.field === field);
    const isPinned = filters.some((filter) => 'equals' in filter && filter.field === field);
    if (list === undefined && !isPinned) return isServed(index.slice(place), order) ? lists : undefined;
    if (list !== undefined) lists.push(list);
  }
  return undefined;
};

const isServed = (rest: readonly string[], order: readonly Order[]): boolean =>
  order.every(({ field }, place) => rest[place] === field);

const cutList = (branches: readonly (readonly Filter[])[], list: Of<'in'>): readonly (readonly Filter[])[] =>
  branches.flatMap((filters) =>
    [...new Set<Scalar>(list.in)].map((value) =>
      filters.map((filter) => (filter === list ? { field: list.field, equals: value } : filter)),
    ),
  );
