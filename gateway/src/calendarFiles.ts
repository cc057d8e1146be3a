/** Names of the view's filters that the feed calls otherwise. */
const FEED_NAMES = new Map([
  ['category', 'categories'],
  ['tag', 'tags'],
]);

const FILES = ['ical', 'outlook-ical'];

/** Pages of lists of events, whose file has the same events; other views are pages with any query. */
const LISTS = /^\/events\/(?:list\/|(category|tag)\/(.+)\/)?$/;

const EVENT = /^\/event\/[^/]+\/$/;

const FEED = '/internal/pages/events/feed.ics';

/** A calendar file with its query: the filters of the page. */
interface CalendarFile {
  /** The internal path in the calendar. */
  readonly path: string;
  readonly query: string;
}

/**
 * Returns the calendar file of a page, which `?ical=1` or `?outlook-ical=1` asks for; undefined without it, and for
 * pages without a file (docs/interface/pages.md §6).
 * @param path canonical, without language segment
 */
export const calendarFile = (path: string, query: string): CalendarFile | undefined => {
  const asked = new URLSearchParams(query);
  if (!FILES.some((name) => asked.get(name) === '1')) return undefined;
  if (EVENT.test(path)) return { path: `/internal/pages${path}ical`, query: '' };
  if (path === '/' && asked.has('post_type')) return { path: FEED, query: '' };
  const list = LISTS.exec(path);
  if (list === null) return undefined;
  const filters = [...asked].filter(([name]) => !FILES.includes(name));
  const feed = new URLSearchParams(filters.map(([name, value]) => [FEED_NAMES.get(name) ?? name, value]));
  const [, taxonomy, terms] = list;
  const slug = terms?.split('/').at(-1);
  if (taxonomy !== undefined && slug !== undefined) feed.set(FEED_NAMES.get(taxonomy) ?? taxonomy, slug);
  return { path: FEED, query: feed.toString() };
};
