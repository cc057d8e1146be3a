import { recordKindOf, type TermKind, termKindOf } from '../../aliases/foreignNames.ts';
import type { Course } from '../course.ts';
import { CREATED_STATUSES } from '../createdStatuses.ts';
import type { Place } from '../place.ts';
import { RefusedError, type SiteClient } from '../siteClient.ts';
import type { Terms } from './ensureTerms.ts';
import type { ExportCounts } from './exportCounts.ts';
import { type LinkTargets, rewriteLinks } from './exportLinks.ts';
import type { ImportKeys } from './importKeys.ts';
import { parentsFirst } from './parentsFirst.ts';
import { type ExportSurvey, menuItemKey, menuKey } from './readExport.ts';
import type { ExportedMenu, ExportedMenuItem } from './readMenus.ts';

interface MenuPorts {
  readonly site: SiteClient;
  readonly keys: ImportKeys;
  readonly counts: ExportCounts;
  readonly course: Course;
  readonly place: Place;
  readonly file: ExportSurvey;
  readonly terms: Readonly<Record<TermKind, Terms>>;
  readonly targets: LinkTargets;
  /** Reports a failure under a name, and goes on. */
  readonly guarded: (name: string, work: () => Promise<void>) => Promise<void>;
}

/** A thing of the file with the names under which runs find it. */
interface ImportedThing {
  readonly thing: string;
  readonly key: string;
}

const MENUS = 'menus';
const ITEMS = 'items of menus';

/**
 * Imports menus with their items. Those of an earlier run stay as they are on the site, and so does a menu that has the
 * name of one in the file. An export does not tell the places of menus.
 */
export const importMenus = async (ports: MenuPorts): Promise<void> => {
  const { file, keys, course } = ports;
  const menus = file.menus.map((menu) => ({ ...menu, thing: `menu-${menu.slug}`, key: menuKey(file.site, menu.slug) }));
  const stored = await keys.lookUp(menus.map(({ key }) => key));
  for (const menu of menus) {
    if (course.stopped !== undefined) return;
    const items = file.menuItems.filter((item) => item.menu === menu.slug);
    await ports.guarded(`menu “${menu.name}”`, async () => {
      const id = await ensureMenu(ports, menu, stored.get(menu.key));
      if (id === undefined) for (const _ of items) ports.counts.leave(ITEMS, 'the site has a menu of this name');
      else await importItems(ports, id, items);
    });
  }
  for (const _ of file.menuItems.filter(({ menu }) => menu === '')) ports.counts.leave(ITEMS, 'they are in no menu');
};

/** Returns the id of a menu; undefined if the site has another one of this name. */
const ensureMenu = async (
  ports: MenuPorts,
  menu: ExportedMenu & ImportedThing,
  known: number | undefined,
): Promise<number | undefined> => {
  const { site, place, counts } = ports;
  try {
    return await ensure(ports, MENUS, menu, known, async () => {
      const { name, slug } = menu;
      return site.request<{ id: number }>('POST', '/core/v2/menus', { name, slug }, place.keyOf(menu.thing));
    });
  } catch (error) {
    if (!(error instanceof RefusedError && error.code === 'menu_exists')) throw error;
    counts.leave(MENUS, 'the site has a menu of this name');
    return undefined;
  }
};

/** Returns the id of a thing: of an earlier run, or of a new record. */
const ensure = async (
  { keys, counts, place }: MenuPorts,
  kind: typeof MENUS | typeof ITEMS,
  { thing, key }: ImportedThing,
  known: number | undefined,
  create: () => Promise<{ readonly id: number }>,
): Promise<number> => {
  if (known !== undefined) {
    counts.add(kind, { unchanged: 1 });
    return known;
  }
  const { id } = place.idOf(thing) === undefined ? await create() : { id: place.idOf(thing) ?? 0 };
  place.acknowledge(thing, { id, mark: '' });
  // an interrupted run may have left it without its key
  await keys.add([key], id);
  counts.add(kind, { created: 1 });
  return id;
};

const importItems = async (ports: MenuPorts, menu: number, items: readonly ExportedMenuItem[]): Promise<void> => {
  const { site, keys, counts, course, place, file, guarded } = ports;
  const named = items.map((item, index) => {
    const thing = `${item.menu}-item-${item.id || index}`;
    return { ...item, thing, key: menuItemKey(file.site, item.id || thing) };
  });
  const stored = await keys.lookUp(named.map(({ key }) => key));
  /** Ids of this site by the ids of the exporting site. */
  const made = new Map<string, number>();
  for (const item of parentsFirst(named)) {
    if (course.stopped !== undefined) return;
    const link = linkOf(ports, item);
    if (typeof link === 'string') {
      counts.leave(ITEMS, link);
      continue;
    }
    const body = { ...bodyOf(item), ...link, menus: menu, parent: made.get(item.parent) ?? 0 };
    await guarded(`item “${item.title}” of the menu ${item.menu}`, async () => {
      const create = () => site.request<{ id: number }>('POST', '/core/v2/menu-items', body, place.keyOf(item.thing));
      made.set(item.id, await ensure(ports, ITEMS, item, stored.get(item.key), create));
    });
  }
};

/** The names here of kinds of records and terms to which items lead. */
const OBJECTS: ReadonlyMap<string, string> = new Map([
  ['post', 'post'],
  ['page', 'page'],
  ['event', 'cal_events'],
  ['category', 'category'],
  ['tag', 'post_tag'],
  ['eventCategory', 'cal_events_cat'],
]);

/** Returns the arguments that name the target of an item, or the reason why it has none on the site. */
const linkOf = ({ file, terms, targets }: MenuPorts, { type, object, objectId, url }: ExportedMenuItem) => {
  if (type === 'custom') return url === '' ? 'they have no address' : { type, url: rewriteLinks(url, targets).text };
  const kind = type === 'taxonomy' ? termKindOf(object) : recordKindOf(object);
  const own = kind === undefined ? undefined : OBJECTS.get(kind);
  if (own === undefined) return `they lead to ${object || 'nothing'}`;
  if (type === 'post_type_archive') return { type, object: own };
  const term = file.terms.find((each) => each.kind === kind && each.id === objectId);
  const id =
    type === 'taxonomy' ? term && terms[term.kind].idOf(term.slug, undefined) : targets.records.get(objectId)?.id;
  return id === undefined ? 'their record is not imported' : { type, object: own, object_id: id };
};

const bodyOf = ({ status, menuOrder, attrTitle, target, ...item }: ExportedMenuItem): object => ({
  title: item.title,
  status: CREATED_STATUSES.includes(status) ? status : 'draft',
  menu_order: menuOrder,
  target: target === '_blank' ? target : '',
  classes: item.classes,
  xfn: item.xfn,
  attr_title: attrTitle,
  description: item.description,
});
