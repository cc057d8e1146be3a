import { phpMap } from './phpMap.ts';

/** The type of items of menus, and the taxonomy of menus, in an export. */
export const MENU_ITEM_TYPE = 'nav_menu_item';
export const MENU_TAXONOMY = 'nav_menu';

export interface ExportedMenu {
  readonly slug: string;
  readonly name: string;
}

export interface ExportedMenuItem {
  /** The id on the exporting site; empty if the file has none. */
  readonly id: string;
  /** The slug of its menu; empty for none. */
  readonly menu: string;
  /** The id of the item above it; `0` or empty for none. */
  readonly parent: string;
  /** Empty for the title of the linked record. */
  readonly title: string;
  readonly status: string;
  readonly menuOrder: number;
  /** `post_type`, `taxonomy`, `post_type_archive` or `custom`. */
  readonly type: string;
  /** The type or the taxonomy of the linked record on the exporting site. */
  readonly object: string;
  /** The id of the linked record or term on the exporting site. */
  readonly objectId: string;
  readonly url: string;
  readonly target: string;
  readonly classes: readonly string[];
  readonly xfn: readonly string[];
  readonly attrTitle: string;
  readonly description: string;
}

/** The parts of an item of an export. */
export interface ItemParts {
  text(name: string): string;
  readonly meta: ReadonlyMap<string, readonly string[]>;
  readonly terms: readonly { readonly domain: string; readonly slug: string; readonly name: string }[];
}

/** The menus of an export with their items. */
export class ExportedMenus {
  readonly #menus = new Map<string, ExportedMenu>();
  readonly items: ExportedMenuItem[] = [];

  get all(): readonly ExportedMenu[] {
    return [...this.#menus.values()];
  }

  declare(slug: string, name: string): void {
    this.#menus.set(slug, { slug, name: name || slug });
  }

  /** Returns the item, after noting it and its menu. */
  take({ text, meta, terms }: ItemParts): ExportedMenuItem {
    const menu = terms.find(({ domain }) => domain === MENU_TAXONOMY);
    if (menu !== undefined && !this.#menus.has(menu.slug)) this.declare(menu.slug, menu.name);
    const one = (name: string): string => meta.get(`_menu_item_${name}`)?.[0]?.trim() ?? '';
    const item: ExportedMenuItem = {
      id: text('wp:post_id').trim(),
      menu: menu?.slug ?? '',
      parent: one('menu_item_parent'),
      title: text('title'),
      status: text('wp:status').trim(),
      menuOrder: Math.max(1, Number.parseInt(text('wp:menu_order'), 10) || 1),
      type: one('type'),
      object: one('object'),
      objectId: one('object_id'),
      url: one('url'),
      target: one('target'),
      classes: [...phpMap(one('classes')).values()].filter((name) => name !== ''),
      xfn: one('xfn')
        .split(/\s+/)
        .filter((name) => name !== ''),
      attrTitle: text('excerpt:encoded'),
      description: text('content:encoded'),
    };
    this.items.push(item);
    return item;
  }
}
