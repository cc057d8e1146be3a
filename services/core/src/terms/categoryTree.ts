import type { Registration, UnitOfWork } from '@almanac/aggregates';
import type { Collection } from '@almanac/documents';
import type { Aggregate, Event } from '@almanac/domain';

/**
 * Which category stands below which: an invariant over all of them, so every commit that relies on it appends to this
 * one stream (architecture §2).
 */
export interface CategoryTree {
  /** The parent of each category by id; 0 for the top. */
  readonly parents: Readonly<Record<number, number>>;
}

export type CategoryTreeEvent =
  | Event<'CategoryPlaced', { readonly id: number; readonly parent: number }>
  | Event<'CategoryRemoved', { readonly id: number }>;

export const categoryTree: Aggregate<CategoryTree, CategoryTreeEvent> = {
  category: 'categorytree',
  initialState: { parents: {} },
  eventTypes: ['CategoryPlaced', 'CategoryRemoved'],
  fold: 1,
  evolve: (state, { type, data }) => {
    const { [data.id]: _, ...rest } = state.parents;
    return { parents: type === 'CategoryPlaced' ? { ...rest, [data.id]: data.parent } : rest };
  },
};

export const categoryTrees: Collection = { name: 'category-tree', fold: categoryTree.fold };

export const categoryTreeRegistration: Registration<CategoryTree, CategoryTreeEvent> = {
  aggregate: categoryTree,
  collection: categoryTrees,
};

const THE_TREE = 'all';

export const loadTree = (unit: UnitOfWork): Promise<CategoryTree> => unit.load(categoryTree, THE_TREE);

export const place = async (unit: UnitOfWork, id: number, parent: number): Promise<void> => {
  await unit.append(categoryTree, THE_TREE, [{ type: 'CategoryPlaced', data: { id, parent } }]);
};

export const unplace = async (unit: UnitOfWork, id: number): Promise<void> => {
  await unit.append(categoryTree, THE_TREE, [{ type: 'CategoryRemoved', data: { id } }]);
};

/** The id of the document that holds the tree. */
export const treeDocument = THE_TREE;

/** The categories above one, the nearest first. */
export const ancestorsOf = (tree: CategoryTree, id: number): number[] => {
  const found: number[] = [];
  for (
    let parent = tree.parents[id] ?? 0;
    parent !== 0 && !found.includes(parent);
    parent = tree.parents[parent] ?? 0
  ) {
    found.push(parent);
  }
  return found;
};

export const childrenOf = (tree: CategoryTree, id: number): number[] =>
  Object.entries(tree.parents).flatMap(([child, parent]) => (parent === id ? [Number(child)] : []));

/** The categories below these, at any depth, without the given ones. */
export const descendantsOf = (tree: CategoryTree, ids: readonly number[]): number[] => {
  const wanted = new Set(ids);
  return Object.keys(tree.parents)
    .map(Number)
    .filter((id) => !wanted.has(id) && ancestorsOf(tree, id).some((ancestor) => wanted.has(ancestor)));
};
