import { changedFields, exists, isEmpty } from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import type { Decider, UnitOfWork } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';
import { coreErrors } from '../errors.ts';
import { mayWriteMenus } from './menuAccess.ts';

/** `custom` links to an address, the others to a record, a term or the archive of a type. */
export const ITEM_TYPES = ['taxonomy', 'post_type', 'post_type_archive', 'custom'] as const;

export const ITEM_STATUSES = ['publish', 'future', 'draft', 'pending', 'private'] as const;

export interface MenuItemFields {
  /** Id of its menu; 0 for none. */
  readonly menu: number;
  /** As stored; empty if the title of the linked record is shown. */
  readonly title: string;
  readonly status: (typeof ITEM_STATUSES)[number];
  /** The address of a custom link. */
  readonly url: string;
  readonly type: (typeof ITEM_TYPES)[number];
  /** The type of the linked record, or the taxonomy of the linked term: `page`, `category`. */
  readonly object: string;
  /** Id of the linked record or term; 0 for other links. It may be missing. */
  readonly objectId: number;
  /** Id of the item above it; 0 for none. It may be missing. */
  readonly parent: number;
  readonly menuOrder: number;
  readonly target: '' | '_blank';
  readonly classes: readonly string[];
  /** Relations of the link. */
  readonly xfn: readonly string[];
  readonly attrTitle: string;
  readonly description: string;
}

export interface MenuItem extends MenuItemFields {
  readonly id: number;
  /** Version of its stream; 0 for an item that never existed. */
  readonly version: number;
  readonly deleted: boolean;
}

export type MenuItemEvent =
  | Event<'MenuItemCreated', MenuItemFields & Pick<MenuItem, 'id'>>
  | Event<'MenuItemChanged', Partial<MenuItemFields>>
  | Event<'MenuItemDeleted', Record<string, never>>;

type MenuItemCommand =
  | { readonly type: 'Create'; readonly id: number; readonly fields: Partial<MenuItemFields> }
  | { readonly type: 'Change'; readonly fields: Partial<MenuItemFields> }
  | { readonly type: 'Delete' };

const defaults: MenuItemFields = {
  menu: 0,
  title: '',
  status: 'publish',
  url: '',
  type: 'custom',
  object: 'custom',
  objectId: 0,
  parent: 0,
  menuOrder: 1,
  target: '',
  classes: [''],
  xfn: [''],
  attrTitle: '',
  description: '',
};

/** Decider of the items of menus. @throws DomainError 404; 400 for a custom link without title or address */
export const menuItem: Decider<MenuItem, MenuItemEvent, MenuItemCommand> = {
  category: 'menuitem',
  initialState: { ...defaults, id: 0, version: 0, deleted: false },
  eventTypes: ['MenuItemCreated', 'MenuItemChanged', 'MenuItemDeleted'],
  projectionVersion: 1,
  evolve: (state, event) => ({
    ...state,
    ...(event.type === 'MenuItemDeleted' ? { deleted: true } : event.data),
    version: event.version,
  }),
  decide: (state, command) => {
    if (command.type === 'Create') {
      const fields = checked({ ...defaults, ...command.fields });
      return [{ type: 'MenuItemCreated', data: { ...fields, id: command.id } }];
    }
    if (!exists(state)) throw coreErrors.unknownMenuItem();
    if (command.type === 'Delete') return [{ type: 'MenuItemDeleted', data: {} }];
    const { id: _id, version: _version, deleted: _deleted, ...before } = state;
    const changed = changedFields<MenuItemFields>(before, checked({ ...before, ...command.fields }));
    return isEmpty(changed) ? [] : [{ type: 'MenuItemChanged', data: changed }];
  },
};

/** A custom link has no record; other links have no address of their own. */
const checked = (fields: MenuItemFields): MenuItemFields => {
  if (fields.type !== 'custom') return { ...fields, url: '' };
  if (fields.title === '') throw coreErrors.menuItemTitleRequired();
  if (fields.url === '') throw coreErrors.menuItemUrlRequired();
  return { ...fields, object: 'custom', objectId: 0 };
};

export const menuItems: Collection = {
  name: 'menu-items',
  projectionVersion: menuItem.projectionVersion,
  indexes: [
    ['menu', 'menuOrder'],
    ['status', 'menuOrder'],
    ['object', 'objectId'],
    ['menuOrder'],
    ['parent'],
    ['title'],
  ],
  texts: ['title'],
};

export const menuItemRegistration: RecordRegistration<MenuItem, MenuItemEvent> = {
  aggregate: menuItem,
  collection: menuItems,
  isGone: (state) => state.deleted,
  written: {
    route: '/core/v2/menu-items/{id}',
    members: ({ menu, objectId, menuOrder, attrTitle, ...fields }) => ({
      menus: menu,
      title: fields.title,
      status: fields.status,
      url: fields.url,
      type: fields.type,
      object: fields.object,
      object_id: objectId,
      parent: fields.parent,
      menu_order: menuOrder,
      target: fields.target,
      classes: fields.classes,
      xfn: fields.xfn,
      attr_title: attrTitle,
      description: fields.description,
    }),
    references: { menus: 'menu', parent: 'menuitem' },
    name: ({ title }) => title,
  },
  mayEdit: mayWriteMenus,
};

/** Deletes an item; one that is already deleted is left out. */
export const deleteItem = async (unit: UnitOfWork, id: number): Promise<void> => {
  if (exists(await unit.load(menuItem, id))) await unit.decide(menuItem, id, { type: 'Delete' }, undefined);
};
