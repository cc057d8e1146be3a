import type { Documents } from '@almanac/documents';
import { type Menu, menus } from '../menu.ts';
import { type MenuItem, menuItems } from '../menuItem.ts';

/** The greatest number of items of a menu. */
export const MAX_ITEMS = 500;

/** Returns the published items of a menu in their order. */
export const publishedItemsOf = (documents: Documents, menu: number): Promise<MenuItem[]> =>
  documents.find<MenuItem>(menuItems, {
    filter: {
      all: [
        { field: 'menu', equals: menu },
        { field: 'status', equals: 'publish' },
      ],
    },
    order: [{ field: 'menuOrder', direction: 'asc' }],
    limit: MAX_ITEMS,
  });

/** Returns all items of a menu, up to `MAX_ITEMS`. */
export const itemsOf = (documents: Documents, menu: number): Promise<MenuItem[]> =>
  documents.find<MenuItem>(menuItems, { filter: { field: 'menu', equals: menu }, limit: MAX_ITEMS });

/** Returns the items that link to a record or a term. */
export const itemsLinkingTo = (documents: Documents, object: string, id: number): Promise<MenuItem[]> =>
  documents.find<MenuItem>(menuItems, {
    filter: {
      all: [
        { field: 'object', equals: object },
        { field: 'objectId', equals: id },
      ],
    },
    limit: MAX_ITEMS,
  });

/** Returns the menus to which published pages are added. */
export const growingMenus = (documents: Documents): Promise<Menu[]> =>
  documents.find<Menu>(menus, { filter: { field: 'autoAdd', equals: true } });

/** Returns an item that links to any record of some types, or term of some taxonomies, if there is one. */
export const itemsLinkingToAny = (documents: Documents, objects: readonly string[]): Promise<MenuItem[]> =>
  documents.find<MenuItem>(menuItems, { filter: { field: 'object', in: objects }, limit: 1 });
