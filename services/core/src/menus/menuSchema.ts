import {
  created,
  deleted,
  emptyList,
  pagesOfRecords,
  readOnly,
  recordSchema,
  renderedText,
  writableMember,
} from '@almanac/rest';
import { z } from 'zod';
import { itemWriteArgs, menuWriteArgs } from './menuArgs.ts';
import { ITEM_STATUSES, ITEM_TYPES } from './menuItem.ts';
import { LOCATIONS } from './menuLocations.ts';

const text = z.string();
const noMeta = { ...readOnly(z.looseObject({}), 've'), schema: emptyList };

/** A menu, in the order of its members (docs/interface/core-menus.md §2). */
export const menuSchema = recordSchema(
  'nav_menu',
  {
    id: readOnly(z.int(), 'vem'),
    description: writableMember(menuWriteArgs.description, 've', text),
    name: writableMember(menuWriteArgs.name, 'vem', text),
    slug: writableMember(menuWriteArgs.slug, 'vem', text),
    meta: noMeta,
    locations: writableMember(menuWriteArgs.locations, 've', z.array(z.enum(LOCATIONS))),
    auto_add: writableMember(menuWriteArgs.auto_add, 've', z.boolean()),
  },
  { id: 'Menu' },
);

/** An item of a menu, in the order of its members (docs/interface/core-menus.md §3). */
export const menuItemSchema = recordSchema(
  'nav_menu_item',
  {
    id: readOnly(z.int(), 'vem'),
    title: writableMember(itemWriteArgs.title, 'vem', renderedText),
    status: writableMember(itemWriteArgs.status, 'vem', z.enum(ITEM_STATUSES)),
    url: writableMember(itemWriteArgs.url, 'vem', text),
    attr_title: writableMember(itemWriteArgs.attr_title, 'vem', text),
    description: writableMember(itemWriteArgs.description, 'vem', text),
    type: writableMember(itemWriteArgs.type, 'vem', z.enum(ITEM_TYPES)),
    type_label: readOnly(text, 'vem'),
    object: writableMember(itemWriteArgs.object, 'vem', text),
    object_id: writableMember(itemWriteArgs.object_id, 'vem', z.int()),
    parent: writableMember(itemWriteArgs.parent, 'vem', z.int()),
    menu_order: writableMember(itemWriteArgs.menu_order, 'vem', z.int()),
    target: writableMember(itemWriteArgs.target, 'vem', z.enum(['_blank', ''])),
    classes: writableMember(itemWriteArgs.classes, 'vem', z.array(text)),
    xfn: writableMember(itemWriteArgs.xfn, 'vem', z.array(text)),
    invalid: readOnly(z.boolean(), 'vem'),
    meta: noMeta,
    menus: writableMember(itemWriteArgs.menus, 've', z.int()),
  },
  { id: 'MenuItem' },
);

/** A place of menus, in the order of its members (docs/interface/core-menus.md §4). */
export const menuLocationSchema = recordSchema(
  'menu-location',
  {
    name: readOnly(text, 'vem'),
    description: readOnly(text, 'vem'),
    menu: readOnly(z.int(), 'vem'),
  },
  { id: 'MenuLocation' },
);

const unreadable = { 401: ['rest_cannot_view'], 403: ['rest_cannot_view'] };

interface Refusals {
  readonly missing: readonly string[];
  readonly change: readonly string[];
  readonly notSaved: readonly string[];
}

const answersOf = (record: z.ZodObject, { missing, change, notSaved }: Refusals) => ({
  list: { 200: pagesOfRecords(record), ...unreadable },
  read: { 200: record, ...unreadable, 404: missing },
  create: { 201: created(record), 400: notSaved, 401: ['rest_cannot_create'], 403: ['rest_cannot_create'] },
  change: { 200: record, 400: notSaved, 401: change, 403: change, 404: missing },
  remove: {
    200: deleted(record),
    401: ['rest_cannot_delete'],
    403: ['rest_cannot_delete'],
    404: missing,
    501: ['rest_trash_not_supported'],
  },
});

/** Answers of the routes of menus, in addition to the errors common to every route. */
export const menuAnswers = answersOf(menuSchema.answered, {
  missing: ['rest_term_invalid'],
  change: ['rest_cannot_update'],
  notSaved: ['menu_exists'],
});

/** Answers of the routes of items. */
export const menuItemAnswers = answersOf(menuItemSchema.answered, {
  missing: ['rest_post_invalid_id'],
  change: ['rest_cannot_edit'],
  notSaved: ['invalid_menu_id', 'rest_menu_full', 'rest_title_required', 'rest_url_required'],
});

/** Answers of the routes of places. */
export const menuLocationAnswers = {
  list: { 200: z.record(text, menuLocationSchema.answered), ...unreadable },
  read: { 200: menuLocationSchema.answered, ...unreadable, 404: ['rest_menu_location_invalid'] },
};
