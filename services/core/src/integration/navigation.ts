import {
  categoryChanged,
  categoryDeleted,
  completeSettings,
  eventChanged,
  eventDeleted,
  eventTrashed,
  mediaChanged,
  mediaDeleted,
  menuDeleted,
  menuItemChanged,
  menuItemDeleted,
  menusPlaced,
  postCategoryChanged,
  postCategoryDeleted,
  postChanged,
  postDeleted,
  settingsChanged,
  tagChanged,
  tagDeleted,
} from '@almanac/contracts';
import type { Collection } from '@almanac/documents';
import type { CommandContext } from '@almanac/event-sourcing';
import { contextOf, type Delivery, formatToken, guardOf, type Subscription, WAIT_FOR_HEADER } from '@almanac/messaging';
import type { Core } from '../core.ts';
import { logoPicture } from '../media/logoPicture.ts';
import { deleteItem, menuItem } from '../menus/menuItem.ts';
import { navigationOf } from '../menus/navigation.ts';
import { growingMenus, itemsLinkingTo, itemsLinkingToAny, itemsOf, MAX_ITEMS } from '../menus/readModels/menuList.ts';
import { type Post, posts } from '../posts/post.ts';
import { type EventTitle, eventCategoryNames, eventTitles } from '../search/searchCopies.ts';
import { storedSettings } from '../settings/currentSettings.ts';
import { settingsDecider } from '../settings/settingsCommands.ts';
import { SITE, settingsAggregate } from '../settings/siteSettings.ts';
import { categories, tags } from '../terms/term.ts';
import { unusedId } from '../unusedId.ts';

/**
 * Follows what the frame of the pages shows: stores the links of menus and the logo's picture in the settings, deletes items whose record is
 * gone, and adds new pages to menus that grow (docs/adr/0081). A repeat finds nothing left to do.
 */
export const navigationUpdates = (core: Core): Subscription => ({
  name: 'core.navigation',
  sources: ['core', 'calendar'],
  takes: [
    menuDeleted,
    menuItemChanged,
    menuItemDeleted,
    menusPlaced,
    postChanged,
    postDeleted,
    tagChanged,
    tagDeleted,
    postCategoryChanged,
    postCategoryDeleted,
    settingsChanged,
    mediaChanged,
    mediaDeleted,
    eventChanged,
    eventTrashed,
    eventDeleted,
    categoryChanged,
    categoryDeleted,
  ],
  handle: (delivery) => updateNavigation(core, linksIn(core), delivery),
  handleTogether: async (deliveries) => {
    // an item that is added meanwhile has an event of its own
    const hasLinks = linksIn(core);
    for (const delivery of deliveries) await updateNavigation(core, hasLinks, delivery);
  },
});

/** Returns true if a menu links to a record of one of the types, or term of one of the taxonomies. */
type HasLinks = (...objects: readonly string[]) => Promise<boolean>;

/** Returns a function that looks for the links of each type once. */
const linksIn = ({ documents }: Core): HasLinks => {
  const known = new Map<string, Promise<boolean>>();
  const look = async (objects: readonly string[]): Promise<boolean> =>
    (await itemsLinkingToAny(documents, objects)).length > 0;
  return (...objects) => known.getOrInsertComputed(objects.join(' '), () => look(objects));
};

const updateNavigation = async (core: Core, hasLinks: HasLinks, delivery: Delivery): Promise<void> => {
  const context = contextOf(delivery);
  if (postChanged.is(delivery) && mayGrowMenus(delivery.data)) await growMenus(core, context, delivery.data.id);
  const items = await itemsOfGone(core, delivery);
  if (items.length > 0) await deleteItems(core, context, items);
  else if (await changesFrame(core, hasLinks, delivery)) await updateFrame(core, context);
};

/** True if a link or the logo may have changed. */
const changesFrame = async (core: Core, hasLinks: HasLinks, delivery: Delivery): Promise<boolean> => {
  if (settingsChanged.is(delivery)) {
    const { permalinks, default_language, languages, site_logo } = delivery.data.settings;
    return [permalinks, default_language, languages, site_logo].some((changed) => changed !== undefined);
  }
  if (mediaChanged.is(delivery) || mediaDeleted.is(delivery))
    return (await storedSettings(core)).settings.site_logo === delivery.data.id;
  if (postChanged.is(delivery)) {
    if (!(await hasLinks('post', 'page'))) return false;
    const [post] = await core.documents.getMany<Post>(posts, [delivery.data.id]);
    return post !== undefined && isLinked(core, post.type, post);
  }
  if (tagChanged.is(delivery)) return isLinked(core, tags.slug, delivery.data);
  // the address of a category has the slugs of those above it
  if (postCategoryChanged.is(delivery)) return hasLinks(categories.slug);
  if (categoryChanged.is(delivery)) {
    if (!(await hasLinks('cal_events_cat'))) return false;
    await currentCopy(core, eventCategoryNames, delivery);
    return true;
  }
  if (eventChanged.is(delivery) || eventTrashed.is(delivery)) {
    // most menus link to no event: then nothing waits for its copy
    if (!(await hasLinks('cal_events'))) return false;
    const copy = await currentCopy<EventTitle>(core, eventTitles, delivery);
    return isLinked(core, 'cal_events', { id: delivery.data.id, group: copy?.group ?? null });
  }
  return menusPlaced.is(delivery) || menuItemChanged.is(delivery) || menuItemDeleted.is(delivery);
};

/** Stores the links of the pages and the picture of the logo, if they differ. */
const updateFrame = async (core: Core, context: CommandContext): Promise<void> => {
  await core.commands.run(context, async (unit) => {
    const { settings } = await unit.load(settingsAggregate, SITE);
    const logo_picture = await logoPicture(core.documents, completeSettings(settings).site_logo);
    const changes = { navigation: await navigationOf(core), logo_picture };
    return unit.decide(settingsDecider, SITE, { type: 'ChangeSettings', changes }, undefined);
  });
};

interface LinkableRecord {
  readonly id: number;
  readonly group?: number | null | undefined;
}

/** True if a menu links to the record, or may link to another version of it. */
const isLinked = async ({ documents }: Core, object: string, { id, group = null }: LinkableRecord): Promise<boolean> =>
  group !== null || (await itemsLinkingTo(documents, object, id)).length > 0;

type OfRecord = Delivery & { readonly data: LinkableRecord };

/** Returns the copy of a record of the calendar. @throws Error if the copy does not have the delivered change yet */
const currentCopy = async <Copy>(
  core: Core,
  collection: Collection,
  delivery: OfRecord,
): Promise<Copy | null | undefined> => {
  const { id } = delivery.data;
  await core.waitForCopies({ headers: { [WAIT_FOR_HEADER]: formatToken([delivery]) } });
  const copy = await core.documents.get<Copy>(collection, id);
  if ((copy?.version ?? 0) < guardOf(delivery))
    throw new Error(`the copy ${id} in ${collection.name} is not up to date yet`);
  return copy?.body;
};

/** Returns the items of a deleted menu, or those that link to a deleted record. */
const itemsOfGone = ({ documents }: Core, delivery: Delivery) => {
  if (menuDeleted.is(delivery)) return itemsOf(documents, delivery.data.id);
  if (tagDeleted.is(delivery)) return itemsLinkingTo(documents, tags.slug, delivery.data.id);
  if (postCategoryDeleted.is(delivery)) return itemsLinkingTo(documents, categories.slug, delivery.data.id);
  if (categoryDeleted.is(delivery)) return itemsLinkingTo(documents, 'cal_events_cat', delivery.data.id);
  if (eventDeleted.is(delivery)) return itemsLinkingTo(documents, 'cal_events', delivery.data.id);
  return postDeleted.is(delivery) ? itemsOfGonePost(documents, delivery.data.id) : Promise.resolve([]);
};

const itemsOfGonePost = async (documents: Core['documents'], id: number) => [
  ...(await itemsLinkingTo(documents, 'post', id)),
  ...(await itemsLinkingTo(documents, 'page', id)),
];

const deleteItems = async (
  core: Core,
  context: CommandContext,
  items: readonly { readonly id: number }[],
): Promise<void> => {
  if (items.length === 0) return;
  await core.commands.run(context, async (unit) => {
    for (const { id } of items) await deleteItem(unit, id);
  });
};

/** True for a publication, unless it is known to be that of a post. */
const mayGrowMenus = ({ status, type }: { readonly status?: string | undefined; readonly type?: string | undefined }) =>
  status === 'publish' && type !== 'post';

/** Adds a published page without a parent at the end of the menus that grow, unless they link to it. */
const growMenus = async (core: Core, context: CommandContext, id: number): Promise<void> => {
  const [post] = await core.documents.getMany<Post>(posts, [id]);
  if (post?.type !== 'page' || post.parent !== 0 || post.status !== 'publish') return;
  const growing = await growingMenus(core.documents);
  if (growing.length === 0) return;
  const linking = new Set((await itemsLinkingTo(core.documents, 'page', id)).map((item) => item.menu));
  for (const { id: menu } of growing.filter((each) => !linking.has(each.id))) {
    const items = await itemsOf(core.documents, menu);
    if (items.length >= MAX_ITEMS) continue;
    const menuOrder = Math.max(0, ...items.map((item) => item.menuOrder)) + 1;
    await core.commands.run(context, async (unit) => {
      const item = await unusedId(unit, core.numbers, 'records', [menuItem]);
      const fields = { menu, type: 'post_type', object: 'page', objectId: id, menuOrder } as const;
      return unit.decide(menuItem, item, { type: 'Create', id: item, fields }, undefined);
    });
  }
};
