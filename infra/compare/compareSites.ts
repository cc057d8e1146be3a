import { foreignUploads, ownMember } from '../aliases/foreignInterface.ts';
import type { SiteClient } from '../import/siteClient.ts';
import type { LanguageSettings } from '../import/siteLanguages.ts';
import { withoutEndSlashes } from '../import/wxr/exportLinks.ts';
import type { NewRecord } from '../move/kindMover.ts';
import { Marks } from '../move/marks.ts';
import { MOVE_KINDS, type MoveKind, type OldRecord } from '../move/moveKinds.ts';
import { GROUPS, oldItems, type RedirectKind, RULES, readHere as readItemsHere } from '../move/moveRedirects.ts';
import { type OldLanguage, readOldLanguages } from '../move/oldLanguages.ts';
import { listsHere, oldRecords } from '../move/oldRecords.ts';
import { type OldSite, OldSiteError } from '../move/oldSite.ts';
import { flatMembers, MemberCounts } from './memberCounts.ts';

export interface ComparisonOptions {
  readonly old: OldSite;
  readonly site: SiteClient;
  /** Paths of pages and feeds that are compared; those of records are added. */
  readonly paths: readonly string[];
  /** The number of pages of records of each kind. */
  readonly pagesOfKind: number;
  /** Reads a page: its status and text. */
  readonly readPage: (address: string) => Promise<PageAnswer>;
  readonly onProgress?: (kind: string, done: number, total: number) => void;
}

export interface PageAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const PAGE_SIZE = 100;

/** Members with ids, which differ on a site that has drawn new ones. */
const ID_MEMBERS: ReadonlySet<string> = new Set([
  ...['id', 'author', 'featured_media', 'parent', 'post', 'categories', 'tags', 'cal_events_cat'],
  ...['meta._EventVenueID', 'meta._EventOrganizerID', 'menus', 'object_id'],
]);

/** Members that each site makes of others, which are compared, or of its own pictures and texts (docs/moving.md §5). */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  ...['_links', 'avatar_urls', 'generated_slug', 'type_label', 'tags.count'],
  ...['media_details', 'missing_image_sizes', 'description.rendered'],
]);

/** Asks both sites for every record, and for pages and feeds, and counts the members that agree. */
export const compareSites = async (options: ComparisonOptions): Promise<MemberCounts> => {
  const { old, site } = options;
  const counts = new MemberCounts();
  const marks = new Marks(site, new URL(old.address).host);
  await marks.read();
  const settings = await site.request<LanguageSettings & { readonly url: string }>('GET', '/core/v2/settings');
  const { url } = settings;
  const mask = maskOf(old.address, withoutEndSlashes(url));
  const languages = (await readOldLanguages(old, settings)).known;
  const paths = new Set(options.paths);
  for (const kind of Object.values(MOVE_KINDS)) {
    const links = await compareKind(kind, options, { counts, marks, mask, languages });
    for (const link of links.slice(0, options.pagesOfKind)) paths.add(link);
  }
  for (const kind of [GROUPS, RULES]) await compareRedirects(kind, options, { counts, marks, mask });
  for (const path of paths) await comparePage(path, withoutEndSlashes(url), options, { counts, mask });
  return counts;
};

type Mask = (text: string) => string;

/** Returns the function that replaces what differs between any two sites: the host, and the folder of files. */
const maskOf =
  (oldSite: string, newSite: string): Mask =>
  (text) =>
    [oldSite, newSite]
      .flatMap((site) => [site, site.replaceAll('/', '\\/'), site.replace(/^https?:/, '')])
      .reduce((masked, site) => masked.replaceAll(site, '{site}'), text)
      .replaceAll(foreignUploads.foreign, foreignUploads.own);

interface ComparisonState {
  readonly counts: MemberCounts;
  readonly marks: Marks;
  readonly mask: Mask;
  readonly languages: readonly OldLanguage[];
}

/** Compares the records of a kind. Returns the paths of public records. */
const compareKind = async (
  kind: MoveKind,
  { old, site, onProgress }: ComparisonOptions,
  { counts, marks, mask, languages }: ComparisonState,
): Promise<string[]> => {
  const links: string[] = [];
  let done = 0;
  try {
    for await (const { records: body, total, language } of oldRecords(kind, old, languages)) {
      const idOf = ({ id }: OldRecord): number => marks.get(kind.name, id)?.id ?? id;
      const here = await readHere(listsHere(kind, language), site, body.map(idOf));
      for (const record of body) {
        const address = kind.addressOf(record);
        const there = members(kind.name, record, mask);
        const found = here.get(idOf(record));
        if (found === undefined) counts.lacks(kind.name, address, there);
        else
          counts.compare(
            kind.name,
            address,
            there,
            withIdsOf(record, there, members(kind.name, found, mask), found.id),
          );
        if (record.status === 'publish' && typeof record.link === 'string') links.push(new URL(record.link).pathname);
      }
      done += body.length;
      onProgress?.(kind.name, done, Math.max(total ?? 0, done));
    }
  } catch (error) {
    if (!(error instanceof OldSiteError)) throw error;
    counts.missing.push(`${kind.name}: ${error.message}`);
  }
  return links;
};

/** Members of redirects that change with every visit, or that the other site derives. */
const VISITED: ReadonlySet<string> = new Set(['hits', 'last_access', 'redirects']);

/** Compares the groups or the rules of redirects. */
const compareRedirects = async (
  kind: RedirectKind,
  { old, site, onProgress }: ComparisonOptions,
  { counts, marks, mask }: Omit<ComparisonState, 'languages'>,
): Promise<void> => {
  const name = `${kind.name}s`;
  const idOf = (of: string, id: unknown): number => marks.get(of, Number(id))?.id ?? Number(id);
  const membersOf = (item: object): Map<string, string> =>
    new Map([...members(name, item, mask)].filter(([member]) => !VISITED.has(member)));
  let done = 0;
  try {
    const here = await readItemsHere(kind, { site });
    for await (const { items, total } of oldItems(kind, old)) {
      for (const item of items) {
        const address = String(item.url ?? item.name);
        const found = here.get(idOf(kind.name, item.id));
        const there = {
          ...item,
          id: idOf(kind.name, item.id),
          ...(kind === RULES && { group_id: idOf('group', item.group_id) }),
        };
        if (found === undefined) counts.lacks(name, address, membersOf(there));
        else counts.compare(name, address, membersOf(there), membersOf(found));
      }
      done += items.length;
      onProgress?.(name, done, Number(total));
    }
  } catch (error) {
    if (!(error instanceof OldSiteError)) throw error;
    counts.missing.push(`${name}: ${error.message}`);
  }
};

const readHere = async (
  lists: readonly string[],
  site: SiteClient,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NewRecord>> => {
  const found = new Map<number, NewRecord>();
  for (const list of lists) {
    const address = `${list}&per_page=${PAGE_SIZE}&include=${ids.join(',')}`;
    for (const record of await site.request<NewRecord[]>('GET', address)) found.set(record.id, record);
  }
  return found;
};

/** Returns the members of a record with the names of this site. */
const members = (kind: string, record: object, mask: Mask): Map<string, string> => {
  const isCompared = (name: string): boolean => !NOT_COMPARED.has(name) && !NOT_COMPARED.has(`${kind}.${name}`);
  const kept = Object.entries(record).filter(([name]) => isCompared(name));
  const compared = [...flatMembers(Object.fromEntries(kept))].filter(([name]) => !NOT_COMPARED.has(name));
  return new Map(
    compared.map(([name, value]) => [
      name.split('.').map(ownMember).join('.'),
      mask(value).replace(/^"[^"]*"$/, (text) => JSON.stringify(ownMember(JSON.parse(text)))),
    ]),
  );
};

/** Takes the ids of the old site where this one has drawn new ones. */
const withIdsOf = (
  { id }: OldRecord,
  old: ReadonlyMap<string, string>,
  here: Map<string, string>,
  newId: number,
): Map<string, string> => {
  if (id === newId) return here;
  return new Map([...here].map(([name, value]) => [name, ID_MEMBERS.has(name) ? (old.get(name) ?? value) : value]));
};

const TITLE = /<title>([^<]*)<\/title>/i;
const ITEM = /<item>|<entry>|BEGIN:VEVENT/g;

/** Returns what any two presentations of a page have in common: status, type, title, and entries of a feed. */
const pageMembers = ({ status, type, text }: PageAnswer, mask: Mask): Map<string, string> => {
  const isFeed = /xml|calendar/.test(type);
  const title = /^[^|–—-]*/.exec(TITLE.exec(text)?.[1] ?? '')?.[0].trim() ?? '';
  return new Map([
    ['status', String(status)],
    ['type', type.split(';', 1)[0] ?? ''],
    isFeed ? ['entries', String(text.match(ITEM)?.length ?? 0)] : ['title', mask(title)],
  ]);
};

const comparePage = async (
  path: string,
  newSite: string,
  { old, readPage }: ComparisonOptions,
  { counts, mask }: Pick<ComparisonState, 'counts' | 'mask'>,
): Promise<void> => {
  const there = pageMembers(await readPage(old.address + path), mask);
  counts.compare('pages of visitors', path, there, pageMembers(await readPage(newSite + path), mask));
};

/** Returns the paths of an access log in the common format, each once: of reads that succeeded. */
export const pathsOfLog = (log: string, most: number): string[] => {
  const paths = log.split('\n').flatMap((line) => {
    const [, path, status] = /"GET (\/\S*) HTTP\/[\d.]+" (\d{3})/.exec(line) ?? [];
    return path !== undefined && status?.startsWith('2') ? [path] : [];
  });
  return [...new Set(paths)].slice(0, most);
};
