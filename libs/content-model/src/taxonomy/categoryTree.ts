import type { Collection, Documents } from '@almanac/documents';
import type { Decider, Registration, UnitOfWork } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';

/**
 * The parents of all categories. A cycle can only be excluded over all of them, so every commit that relies on a parent
 * appends to this one stream (docs/architecture.md §2).
 */
export interface CategoryTree {
  /** The parent of each category by id; categories at the top are absent. */
  readonly parents: Readonly<Record<number, number>>;
}

export type CategoryTreeEvent =
  | Event<'CategoryPlaced', { readonly id: number; readonly parent: number }>
  | Event<'CategoryRemoved', { readonly id: number }>;

export type CategoryTreeCommand =
  /** Sets a category's parent; 0 for the top, also if the parent closes a cycle (docs/interface/core-terms.md §4). */
  | { readonly type: 'Place'; readonly id: number; readonly parent: number }
  /** Removes a category; its children move up. */
  | { readonly type: 'Remove'; readonly id: number };

/** The one tree of a taxonomy, `categorytree-all`. */
export const categoryTree: Decider<CategoryTree, CategoryTreeEvent, CategoryTreeCommand> = {
  category: 'categorytree',
  initialState: { parents: {} },
  eventTypes: ['CategoryPlaced', 'CategoryRemoved'],
  projectionVersion: 1,
  evolve: (state, { type, data }) => {
    const { [data.id]: _before, ...others } = state.parents;
    return { parents: type === 'CategoryPlaced' && data.parent > 0 ? { ...others, [data.id]: data.parent } : others };
  },
  decide: (tree, command) => {
    if (command.type === 'Place') return decideParent(tree, command.id, command.parent);
    const { [command.id]: parent = 0 } = tree.parents;
    return [
      ...childrenOf(tree, command.id).map((id) => ({ type: 'CategoryPlaced', data: { id, parent } }) as const),
      { type: 'CategoryRemoved', data: { id: command.id } },
    ];
  },
};

const decideParent = (tree: CategoryTree, id: number, asked: number): CategoryTreeEvent[] => {
  const parent = parentAfter(tree, id, asked);
  return (tree.parents[id] ?? 0) === parent ? [] : [{ type: 'CategoryPlaced', data: { id, parent } }];
};

/** Returns the parent to store for a requested parent: the top if it would close a cycle. */
export const parentAfter = (tree: CategoryTree, id: number, asked: number): number =>
  asked === id || ancestorsOf(tree, asked).includes(id) ? 0 : asked;

const TREE = 'all';

const categoryTrees: Collection = { name: 'category-trees', projectionVersion: categoryTree.projectionVersion };

export const categoryTreeRegistration: Registration<CategoryTree, CategoryTreeEvent> = {
  aggregate: categoryTree,
  collection: categoryTrees,
};

/** Loads the tree in a unit of work. */
export const loadTree = (unit: UnitOfWork): Promise<CategoryTree> => unit.load(categoryTree, TREE);

/** Reads the stored tree, for lists and answers. */
export const readTree = async (documents: Documents): Promise<CategoryTree> =>
  (await documents.get<CategoryTree>(categoryTrees, TREE))?.body ?? { parents: {} };

/** Decides a command on the tree and appends its events. */
export const changeTree = (unit: UnitOfWork, command: CategoryTreeCommand): Promise<CategoryTree> =>
  unit.decide(categoryTree, TREE, command, undefined);

/** Returns the categories above one, the nearest first. */
export const ancestorsOf = (tree: CategoryTree, id: number): number[] => {
  const above = new Set<number>();
  for (let at = tree.parents[id]; at !== undefined && !above.has(at); at = tree.parents[at]) above.add(at);
  return [...above];
};

export const childrenOf = (tree: CategoryTree, id: number): number[] =>
  Object.entries(tree.parents).flatMap(([child, parent]) => (parent === id ? [Number(child)] : []));

/** Returns the ids with all their descendants. */
export const withDescendants = (tree: CategoryTree, ids: readonly number[]): number[] => {
  const below = Map.groupBy(Object.entries(tree.parents), ([, parent]) => parent);
  const found = new Set(ids);
  for (const id of found) for (const [child] of below.get(id) ?? []) found.add(Number(child));
  return [...found];
};
