import type { NavigationLink, SiteSettings } from '@almanac/contracts';
import { plain } from '@almanac/pages';
import { displayTitle } from '@almanac/text';
import type { Core } from '../core.ts';
import { archivePath, archiveTitle, type LinkTarget, linkTargets, versionsOfTargets } from './linkTargets.ts';
import type { MenuItem } from './menuItem.ts';
import { LOCATIONS, placesOf } from './menuLocations.ts';
import { publishedItemsOf } from './readModels/menuList.ts';

type NavigationCore = Pick<Core, 'documents' | 'languages' | 'settings' | 'texts'>;

/**
 * Returns the links on the site's pages by place: published items of the menu there whose target is public
 * (docs/adr/0081).
 */
export const navigationOf = async (core: NavigationCore): Promise<SiteSettings['navigation']> => {
  const places = await placesOf(core.documents);
  const navigation: Record<string, NavigationLink[]> = {};
  for (const location of LOCATIONS) {
    if (places[location] === 0) continue;
    const links = await linksOf(core, await publishedItemsOf(core.documents, places[location]));
    if (links.length > 0) navigation[location] = links;
  }
  return navigation;
};

const linksOf = async (core: NavigationCore, items: readonly MenuItem[]): Promise<NavigationLink[]> => {
  const targetOf = await linkTargets(core, items);
  const versions = await versionsOf(core, items, targetOf);
  return items.flatMap((item) => {
    const shown = shownOf(core, item, targetOf(item));
    return shown === undefined ? [] : [{ ...shown, ...versions(item) }];
  });
};

/** Returns the link of an item in its own language; undefined if it has no public target. */
const shownOf = (core: NavigationCore, item: MenuItem, target: LinkTarget | undefined): NavigationLink | undefined => {
  const address = addressOf(core, item, target);
  if (address === undefined) return undefined;
  const rel = item.xfn.join(' ');
  return {
    id: item.id,
    parent: item.parent,
    ...address,
    ...(item.target === '' ? {} : { target: item.target }),
    ...(rel === '' ? {} : { rel }),
    ...(item.attrTitle === '' ? {} : { title: item.attrTitle }),
  };
};

type LinkText = Pick<NavigationLink, 'text' | 'href'>;

const addressOf = (core: NavigationCore, item: MenuItem, target: LinkTarget | undefined): LinkText | undefined => {
  const { defaultLanguage } = core.languages;
  if (item.type === 'custom') return { text: textOf(item, ''), href: item.url };
  if (item.type === 'post_type_archive') return archiveIn(core, item, defaultLanguage);
  return target?.isPublic ? { text: textOf(item, target.title), href: target.path } : undefined;
};

/** Returns the text of a link: the item's own title, or that of its target, in HTML. */
const textOf = ({ title }: MenuItem, targetTitle: string): string =>
  plain(title === '' ? targetTitle : displayTitle(title));

const archiveIn = ({ languages, texts }: NavigationCore, item: MenuItem, language: string): LinkText | undefined => {
  const path = archivePath(item.object, language, languages.defaultLanguage);
  return path === undefined
    ? undefined
    : { text: textOf(item, texts.text(archiveTitle(item.object), language)), href: path };
};

/** Returns a function from item to the public versions of its target, by their language. */
const versionsOf = async (
  core: NavigationCore,
  items: readonly MenuItem[],
  targetOf: (item: MenuItem) => LinkTarget | undefined,
): Promise<(item: MenuItem) => Pick<NavigationLink, 'versions'>> => {
  const groups = new Map<string, ReadonlyMap<number, readonly LinkTarget[]>>();
  for (const [object, linking] of Map.groupBy(items, (item) => item.object)) {
    const ids = linking.map((item) => targetOf(item)?.group ?? 0).filter((group) => group > 0);
    groups.set(object, await versionsOfTargets(core, object, ids));
  }
  return (item) => {
    if (item.type === 'post_type_archive') return named(archivesOf(core, item));
    const target = targetOf(item);
    const others = groups.get(item.object)?.get(target?.group ?? 0) ?? [];
    return named(
      others
        .filter(({ language }) => language !== target?.language)
        .map(({ language, title, path }) => [language, { text: textOf(item, title), href: path }]),
    );
  };
};

const archivesOf = (core: NavigationCore, item: MenuItem): [string, LinkText][] =>
  core.languages.languages
    .filter((language) => language !== core.languages.defaultLanguage)
    .flatMap((language) => {
      const shown = archiveIn(core, item, language);
      return shown === undefined ? [] : [[language, shown]];
    });

const named = (versions: readonly (readonly [string, LinkText])[]): Pick<NavigationLink, 'versions'> =>
  versions.length === 0 ? {} : { versions: Object.fromEntries(versions) };
