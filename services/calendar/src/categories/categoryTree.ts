import type { Registration } from '@almanac/aggregates';
import type { Collection } from '@almanac/documents';
import type { Aggregate, Event } from '@almanac/domain';

/** Which category is below which: what no single category knows, and a circle would break. */
export interface CategoryTree {
  /** By id; categories at the top are not named. */
  readonly parents: Readonly<Record<number, number>>;
}

export type CategoryTreeEvent =
  | Event<'CategoryPlaced', { readonly id: number; readonly parent: number }>
  | Event<'CategoryUprooted', { readonly id: number }>;

/** The one tree, `categorytree-all`. Whoever places, moves or deletes a category appends to it. */
export const categoryTree: Aggregate<CategoryTree, CategoryTreeEvent> = {
  category: 'categorytree',
  initialState: { parents: {} },
  eventTypes: ['CategoryPlaced', 'CategoryUprooted'],
  fold: 1,
  evolve: (state, { type, data }) => {
    const { [data.id]: _before, ...others } = state.parents;
    return { parents: type === 'CategoryPlaced' && data.parent > 0 ? { ...others, [data.id]: data.parent } : others };
  },
};

export const treeId = 'all';

export const categoryTrees: Collection = { name: 'category-trees', fold: categoryTree.fold };

export const categoryTreeRegistration: Registration<CategoryTree, CategoryTreeEvent> = {
  aggregate: categoryTree,
  collection: categoryTrees,
};

/** The categories above one, from its parent up. */
export const ancestorsOf = (tree: CategoryTree, id: number): number[] => {
  const above: number[] = [];
  for (let at = tree.parents[id]; at !== undefined && !above.includes(at); at = tree.parents[at]) above.push(at);
  return above;
};

/** The ids with everything below them. */
export const withDescendants = (tree: CategoryTree, ids: readonly number[]): number[] => {
  const found = new Set(ids);
  const links = Object.entries(tree.parents).map(([id, parent]) => [Number(id), parent] as const);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [id, parent] of links) if (found.has(parent)) found.add(id);
  }
  return [...found];
};

/**
 * Places a category below another, 0 for the top. A place that would close a circle, itself or one below it, is the
 * top (core-adjacent.md §1.4).
 */
export const decidePlace = (
  tree: CategoryTree,
  id: number,
  asked: number,
): { parent: number; events: CategoryTreeEvent[] } => {
  const circular = asked === id || ancestorsOf(tree, asked).includes(id);
  const parent = circular ? 0 : asked;
  const unchanged = (tree.parents[id] ?? 0) === parent;
  return { parent, events: unchanged ? [] : [{ type: 'CategoryPlaced', data: { id, parent } }] };
};
