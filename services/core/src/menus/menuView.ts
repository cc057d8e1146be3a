import { type Links, linkSet, type RestRequest, selfLink, viewsOf } from '@almanac/rest';
import { displayTitle } from '@almanac/text';
import type { Core } from '../core.ts';
import { variants } from '../posts/postVariant.ts';
import type { Context } from '../requestArgs.ts';
import { taxonomies } from '../terms/term.ts';
import { wantsLinks } from '../wantsLinks.ts';
import { archivePath, archiveTitle, type LinkTarget, linkTargets, typeLabel } from './linkTargets.ts';
import type { Menu } from './menu.ts';
import type { MenuItem } from './menuItem.ts';
import { LOCATIONS, type MenuLocation, type MenuPlaces, placesOf } from './menuLocations.ts';

export interface MenuPresentation {
  readonly core: Core;
  readonly request: RestRequest<unknown>;
  readonly context: Context;
  /** False for a record shown after its deletion. */
  readonly links?: boolean;
}

/** Renders menus in their order, as in answers (docs/interface/core-menus.md §2). */
export const renderMenus = async (presentation: MenuPresentation, menus: readonly Menu[]): Promise<object[]> => {
  const { core, request, context, links = true } = presentation;
  const places = await placesOf(core.documents);
  const more = context !== 'embed';
  return viewsOf(menus, async (menu) => {
    const { id, name, slug, description, autoAdd } = menu;
    const locations = LOCATIONS.filter((location) => places[location] === id);
    return {
      id,
      ...(more && { description }),
      name,
      slug,
      ...(more && { meta: [], locations, auto_add: autoAdd }),
      ...(links && wantsLinks(request) ? { _links: await linksOfMenu(request, id, locations) } : {}),
    };
  });
};

const linksOfMenu = async (
  request: RestRequest<unknown>,
  id: number,
  locations: readonly MenuLocation[],
): Promise<Links> => {
  const root = `${request.apiRoot}/core/v2`;
  const places = locations.map((location) => ({
    embeddable: true as const,
    href: `${root}/menu-locations/${location}`,
  }));
  return linkSet({
    self: [await selfLink(`${root}/menus/${id}`, request)],
    collection: [{ href: `${root}/menus` }],
    'core:post_type': [{ href: `${root}/menu-items?menus=${id}` }],
    'core:menu-location': places.length === 0 ? undefined : places,
  });
};

/** Renders items in their order, as in answers (docs/interface/core-menus.md §3). */
export const renderMenuItems = async (
  presentation: MenuPresentation,
  items: readonly MenuItem[],
): Promise<object[]> => {
  const { core, request, context, links = true } = presentation;
  const targetOf = await linkTargets(core, items);
  return viewsOf(items, async (item) => ({
    ...membersOf(
      presentation,
      item,
      item.type === 'post_type_archive' ? archiveOf(presentation, item) : targetOf(item),
    ),
    ...(context === 'embed' ? {} : { meta: [], menus: item.menu }),
    ...(links && wantsLinks(request) ? { _links: await linksOfItem(request, item) } : {}),
  }));
};

const membersOf = (
  { core, request, context }: MenuPresentation,
  item: MenuItem,
  target: Pick<LinkTarget, 'raw' | 'title' | 'path'> | undefined,
): object => {
  const { id, type } = item;
  const isCustom = type === 'custom';
  const label = typeLabel(item);
  const { title, raw, path } = target ?? { title: '', raw: '', path: undefined };
  const shown = item.title === '' ? { rendered: title, raw } : { rendered: displayTitle(item.title), raw: item.title };
  const address = path === undefined ? '' : `${request.site}${path}`;
  return {
    id,
    title: context === 'edit' ? shown : { rendered: shown.rendered },
    status: item.status,
    url: isCustom ? item.url : address,
    attr_title: item.attrTitle,
    description: item.description,
    type,
    type_label: label === '' ? '' : core.texts.text(label, request.language),
    object: item.object,
    object_id: isCustom ? id : item.objectId,
    parent: item.parent,
    menu_order: item.menuOrder,
    target: item.target,
    classes: item.classes,
    xfn: item.xfn,
    invalid: !isCustom && target === undefined,
  };
};

/** Returns the page that lists the records of a type; undefined for a type without one. */
const archiveOf = (
  { core, request }: MenuPresentation,
  { object }: Pick<MenuItem, 'object'>,
): Pick<LinkTarget, 'raw' | 'title' | 'path'> | undefined => {
  const path = archivePath(object, request.language, core.languages.defaultLanguage);
  const title = core.texts.text(archiveTitle(object), request.language);
  return path === undefined ? undefined : { raw: title, title, path };
};

const linksOfItem = async (request: RestRequest<unknown>, { id, object, objectId, type }: MenuItem): Promise<Links> => {
  const root = `${request.apiRoot}/core/v2`;
  const base = basesOfObjects.get(object);
  return linkSet({
    self: [await selfLink(`${root}/menu-items/${id}`, request)],
    collection: [{ href: `${root}/menu-items` }],
    'core:menu-item-object':
      base === undefined
        ? undefined
        : [
            {
              ...(type === 'taxonomy' ? { taxonomy: object } : { post_type: object }),
              embeddable: true,
              href: `${root}/${base}/${objectId}`,
            },
          ],
  });
};

/** The collection segments of linked records. */
const basesOfObjects: ReadonlyMap<string, string> = new Map([
  ...Object.values(variants).map(({ type, base }) => [type, base] as const),
  ...taxonomies.map(({ slug, base }) => [slug, base] as const),
  ['cal_events', 'cal_events'],
  ['cal_events_cat', 'cal_events_cat'],
]);

const LOCATION_DESCRIPTIONS: Readonly<Record<MenuLocation, string>> = {
  primary: 'Main menu',
  footer: 'Footer menu',
};

/** Renders a place, as in answers (docs/interface/core-menus.md §4). */
export const renderLocation = async (
  { core: { texts }, request }: Pick<MenuPresentation, 'core' | 'request'>,
  location: MenuLocation,
  places: MenuPlaces,
): Promise<object> => {
  const menu = places[location];
  const root = `${request.apiRoot}/core/v2`;
  const links = linkSet({
    self: [await selfLink(`${root}/menu-locations/${location}`, request)],
    collection: [{ href: `${root}/menu-locations` }],
    'core:menu': menu === 0 ? undefined : [{ embeddable: true, href: `${root}/menus/${menu}` }],
  });
  return {
    name: location,
    description: texts.text(LOCATION_DESCRIPTIONS[location], request.language),
    menu,
    ...(wantsLinks(request) ? { _links: links } : {}),
  };
};
