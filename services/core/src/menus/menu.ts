import { changedFields, exists, isEmpty } from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import type { Decider } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';
import { foldText, TEXT_FOLD_VERSION } from '@almanac/text';
import { coreErrors } from '../errors.ts';
import { mayWriteMenus } from './menuAccess.ts';

export interface MenuFields {
  /** Escaped, like the name of a term. */
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  /** True if a published page without a parent is added at the end of the menu. */
  readonly autoAdd: boolean;
}

export interface Menu extends MenuFields {
  readonly id: number;
  /** Version of its stream; 0 for a menu that never existed. */
  readonly version: number;
  readonly deleted: boolean;
  /** Name compared by orders and for uniqueness, without case and accents. */
  readonly keys: { readonly name: string };
}

export type MenuEvent =
  | Event<'MenuCreated', MenuFields & Pick<Menu, 'id'>>
  | Event<'MenuChanged', Partial<MenuFields>>
  | Event<'MenuDeleted', Record<string, never>>;

type MenuCommand =
  | ({ readonly type: 'Create' } & MenuFields & Pick<Menu, 'id'>)
  | { readonly type: 'Change'; readonly fields: Partial<MenuFields> }
  | { readonly type: 'Delete' };

/** Decider of menus. @throws DomainError 404 */
export const menu: Decider<Menu, MenuEvent, MenuCommand> = {
  category: 'menu',
  initialState: {
    id: 0,
    version: 0,
    deleted: false,
    name: '',
    slug: '',
    description: '',
    autoAdd: false,
    keys: { name: '' },
  },
  eventTypes: ['MenuCreated', 'MenuChanged', 'MenuDeleted'],
  projectionVersion: 1 + TEXT_FOLD_VERSION,
  evolve: (state, event) => {
    const change = event.type === 'MenuDeleted' ? { deleted: true } : event.data;
    const next = { ...state, ...change, version: event.version };
    return { ...next, keys: { name: foldText(next.name) } };
  },
  decide: (state, command) => {
    if (command.type === 'Create') {
      const { type: _, ...data } = command;
      return [{ type: 'MenuCreated', data }];
    }
    if (!exists(state)) throw coreErrors.unknownMenu();
    if (command.type === 'Delete') return [{ type: 'MenuDeleted', data: {} }];
    const changed = changedFields<MenuFields>(state, command.fields);
    return isEmpty(changed) ? [] : [{ type: 'MenuChanged', data: changed }];
  },
};

export const menus: Collection = {
  name: 'menus',
  projectionVersion: menu.projectionVersion,
  indexes: [['keys.name'], ['slug'], ['autoAdd']],
  texts: ['name', 'slug'],
};

export const MENU_NAMES = 'menu-name';
export const MENU_SLUGS = 'slug/menu';

export const menuRegistration: RecordRegistration<Menu, MenuEvent> = {
  aggregate: menu,
  collection: menus,
  isGone: (state) => state.deleted,
  names: ({ deleted, slug, keys }) =>
    deleted
      ? []
      : [
          { scope: MENU_SLUGS, name: slug },
          { scope: MENU_NAMES, name: keys.name },
        ],
  written: {
    route: '/core/v2/menus/{id}',
    members: ({ name, slug, description, autoAdd }) => ({ name, slug, description, auto_add: autoAdd }),
    name: ({ name }) => name,
  },
  mayEdit: mayWriteMenus,
};
