import { ancestorsOf, type CategoryTree, withDescendants } from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import type { Decider, UnitOfWork } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';
import { coreErrors } from '../errors.ts';

/**
 * The parents and slugs of all pages. The address of a page depends on the pages above it, and a cycle can only be
 * excluded over all pages. So every commit that places or renames a page appends to this one stream (docs/adr/0076).
 */
export interface PageTree extends CategoryTree {
  readonly slugs: Readonly<Record<number, string>>;
}

export type PageTreeEvent =
  | Event<'PagePlaced', { readonly id: number; readonly parent: number; readonly slug: string }>
  | Event<'PageRemoved', { readonly id: number }>;

type PageTreeCommand =
  | { readonly type: 'Place'; readonly id: number; readonly parent: number; readonly slug: string }
  | { readonly type: 'Remove'; readonly id: number };

const pageTree: Decider<PageTree, PageTreeEvent, PageTreeCommand> = {
  category: 'pagetree',
  initialState: { parents: {}, slugs: {} },
  eventTypes: ['PagePlaced', 'PageRemoved'],
  projectionVersion: 1,
  evolve: (state, { type, data }) => {
    const { [data.id]: _parent, ...parents } = state.parents;
    const { [data.id]: _slug, ...slugs } = state.slugs;
    if (type === 'PageRemoved') return { parents, slugs };
    const { id, parent, slug } = data;
    return { parents: parent > 0 ? { ...parents, [id]: parent } : parents, slugs: { ...slugs, [id]: slug } };
  },
  decide: (tree, command) => {
    if (command.type === 'Remove') return [{ type: 'PageRemoved', data: { id: command.id } }];
    const { id, parent, slug } = command;
    const isPlaced = tree.slugs[id] === slug && (tree.parents[id] ?? 0) === parent;
    return isPlaced ? [] : [{ type: 'PagePlaced', data: { id, parent, slug } }];
  },
};

const TREE = 'all';

const pageTrees: Collection = { name: 'page-trees', projectionVersion: pageTree.projectionVersion };

export const pageTreeRegistration: RecordRegistration<PageTree, PageTreeEvent> = {
  aggregate: pageTree,
  collection: pageTrees,
};

export const loadPageTree = (unit: UnitOfWork): Promise<PageTree> => unit.load(pageTree, TREE);

/** Places or removes a page and returns the tree. */
export const changePageTree = (unit: UnitOfWork, command: PageTreeCommand): Promise<PageTree> =>
  unit.decide(pageTree, TREE, command, undefined);

/** Returns the slugs of a page and the pages above it, the top first; drafts may have no slug. */
export const slugsTo = (tree: PageTree, id: number): string[] =>
  id === 0 ? [] : [...ancestorsOf(tree, id).toReversed(), id].flatMap((each) => tree.slugs[each] || []);

/** Maximum number of pages whose addresses one commit changes. */
const MAX_PAGES_BELOW = 500;

/**
 * Returns the pages below a page, parents before their children.
 * @throws DomainError 409 if there are more than one commit may move
 */
export const pagesBelow = (tree: PageTree, id: number): number[] => {
  const below = withDescendants(tree, [id]).slice(1);
  if (below.length <= MAX_PAGES_BELOW) return below;
  throw coreErrors.tooManyPagesBelow({ params: { count: below.length, limit: MAX_PAGES_BELOW } });
};
