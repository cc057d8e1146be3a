import { anything, boolean, integer, list, text } from '@almanac/rest';
import { rawText } from '../posts/postFields.ts';
import { contextArg, excludeArg, ids, includeArg, offsetArg, orderArg, pagedArgs } from '../requestArgs.ts';
import { ITEM_STATUSES, ITEM_TYPES } from './menuItem.ts';
import { LOCATIONS } from './menuLocations.ts';

const MENU_ORDERS = ['id', 'include', 'name', 'slug'] as const;
const ITEM_ORDERS = ['id', 'include', 'menu_order', 'parent', 'title'] as const;
const MAX_ADDRESS_CHARACTERS = 2_000;
const MAX_NAME_CHARACTERS = 200;
const MAX_TEXT_CHARACTERS = 2_000;
const MAX_WORDS = 20;

export const menuIdArg = integer({ description: 'The id of the menu.' });
export const itemIdArg = integer({ description: 'The id of the item.' });
export const forceArg = boolean({ default: false, description: 'Must be true: menus and their items have no trash.' });
export const readArgs = { context: contextArg };

/** Arguments of the list of menus (docs/interface/core-menus.md §2). */
export const menuListArgs = {
  ...pagedArgs,
  exclude: excludeArg,
  include: includeArg,
  offset: offsetArg,
  order: orderArg('asc'),
  orderby: text({ enum: MENU_ORDERS, default: 'name', description: 'The field by which the list is ordered.' }),
  slug: list(text(), { default: [], description: 'Only menus with one of these slugs.' }),
};

/** Writable members of a menu (docs/interface/core-menus.md §2). */
export const menuWriteArgs = {
  name: text({ required: true, nonEmpty: true, maxLength: MAX_NAME_CHARACTERS, description: 'The name.' }),
  slug: text({ description: 'The name in addresses; made of the name if empty.' }),
  description: text({ maxLength: MAX_TEXT_CHARACTERS, description: 'The description; empty if it is not sent.' }),
  locations: list(text({ enum: LOCATIONS }), { description: 'The places of the site’s pages that show the menu.' }),
  auto_add: boolean({ description: 'True if a published page without a parent is added at the end.' }),
};

/** Arguments of the list of items (docs/interface/core-menus.md §3). */
export const itemListArgs = {
  ...pagedArgs,
  per_page: integer({ minimum: 1, maximum: 100, default: 100, description: 'The number of records per page.' }),
  exclude: excludeArg,
  include: includeArg,
  menu_order: integer({ minimum: 1, description: 'Only items at this place.' }),
  menus: ids('Only items of these menus.'),
  menus_exclude: ids('No items of these menus.'),
  offset: offsetArg,
  order: orderArg('asc'),
  orderby: text({ enum: ITEM_ORDERS, default: 'menu_order', description: 'The field by which the list is ordered.' }),
  parent: ids('Only items below these; 0 for items at the top.'),
  status: list(text({ enum: [...ITEM_STATUSES, 'any'] }), {
    default: ['publish'],
    description: 'Only items with one of these statuses.',
  }),
};

const words = (description: string) => list(text(), { maxItems: MAX_WORDS, description });

/** Writable members of an item (docs/interface/core-menus.md §3). */
export const itemWriteArgs = {
  title: anything({
    parse: rawText,
    words: { type: ['string', 'object'], properties: { raw: { type: 'string' }, rendered: { type: 'string' } } },
    description: 'The text of the link; empty for the title of the linked record.',
  }),
  type: text({ enum: ITEM_TYPES, description: 'The kind of link; custom if it is not sent.' }),
  status: text({ enum: ITEM_STATUSES, description: 'The status; only published items are on pages.' }),
  parent: integer({ minimum: 0, description: 'The id of the item above it; 0 for none.' }),
  attr_title: text({ maxLength: MAX_TEXT_CHARACTERS, description: 'The title attribute of the link.' }),
  classes: words('Names of classes of the link.'),
  description: text({ maxLength: MAX_TEXT_CHARACTERS, description: 'The description.' }),
  menu_order: integer({ minimum: 1, description: 'The place of the item among its siblings.' }),
  object: text({ maxLength: MAX_NAME_CHARACTERS, description: 'The type of the record, or the taxonomy of the term.' }),
  object_id: integer({ minimum: 0, description: 'The id of the linked record or term.' }),
  target: text({ enum: ['_blank', ''], description: 'Where the link opens.' }),
  url: text({ maxLength: MAX_ADDRESS_CHARACTERS, description: 'The address of a custom link.' }),
  xfn: words('Relations of the link.'),
  menus: integer({ minimum: 0, description: 'The id of the menu.' }),
};
