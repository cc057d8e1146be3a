import { withSeal } from '@almanac/rest/testing';
import { SITE_SECRET } from '../siteSecret.ts';

/** Addresses of the pages and the interface of a part of a site, behind a gateway or without one. */
export interface Addresses {
  readonly pages: string;
  readonly rest: string;
}

/** Returns the seal headers for internal pages of a service; no headers for other addresses. */
const sealFor = (address: string): Record<string, string> => {
  const { pathname, search } = new URL(address);
  if (!pathname.startsWith('/internal/')) return {};
  return withSeal({ target: `${pathname}${search}`, headers: {} }, { secret: SITE_SECRET, now: () => new Date() });
};

const textOf = async (address: string): Promise<string> => (await fetch(address, { headers: sealFor(address) })).text();
const jsonOf = async <Body>(address: string): Promise<Body> => (await (await fetch(address)).json()) as Body;

/** Counts the entries of the first card list after a heading of a page. */
const cardsAfter = (page: string, heading: string): number => {
  const [, list = ''] = page.slice(page.indexOf(heading)).split('<ul class="cards">');
  return list.slice(0, list.indexOf('</ul>')).match(/<li[ >]/g)?.length ?? 0;
};

/** Reads settings from the calendar: size of lists and pages, first day of the week, time zone of the feed. */
export const calendarView = async ({ pages, rest }: Addresses) => {
  const { events } = await jsonOf<{ events: unknown[] }>(
    `${rest}/cal/events/v1/events?start_date=2031-06-01&end_date=2031-06-30`,
  );
  const month = await textOf(`${pages}/events/month/2031-06/`);
  const feed = await textOf(`${pages}/events/feed.ics`);
  return {
    listed: events.length,
    onPage: (await textOf(`${pages}/events/list/`)).match(/<li class="card">/g)?.length ?? 0,
    weekBegins: /<th scope="col"><abbr [^>]*>(\w+)/.exec(month)?.[1],
    zoneOfFeed: /X-WR-TIMEZONE:(\S+)/i.exec(feed)?.[1],
  };
};

/** Reads settings from core: the name of the site and the number of posts on a page. */
export const coreView = async ({ pages }: Pick<Addresses, 'pages'>) => {
  const home = await textOf(`${pages}/`);
  return { name: /<h1>([^<]*)/.exec(home)?.[1], posts: cardsAfter(home, '<h2 id="posts">') };
};

/** Reads settings from the gateway: in its index and on a missing page. */
export const gatewayView = async ({ pages, rest }: Addresses) => {
  const index = await jsonOf<{ name: string; timezone_string: string }>(`${rest}/`);
  const [, missing = ''] = /<title>[^<]*– ([^<]*)/.exec(await textOf(`${pages}/files/none`)) ?? [];
  return { name: index.name, zone: index.timezone_string, missing };
};

/** Settings that differ from those of the site file. */
export const changed = {
  title: 'Harbour',
  timezone: 'Asia/Tokyo',
  start_of_week: 0,
  events_per_page: 2,
  posts_per_page: 1,
};
export const viewAfter = {
  calendar: { listed: 2, onPage: 2, weekBegins: 'Sun', zoneOfFeed: 'Asia/Tokyo' },
  core: { name: 'Harbour', posts: 1 },
  gateway: { name: 'Harbour', zone: 'Asia/Tokyo', missing: 'Harbour' },
};
export const viewBefore = {
  calendar: { listed: 3, onPage: 3, weekBegins: 'Mon', zoneOfFeed: 'America/New_York' },
  core: { name: 'Riverside', posts: 3 },
  gateway: { name: 'Riverside', zone: 'America/New_York', missing: 'Riverside' },
};

/** Creates three events in June 2031 and three posts. */
export const fill = async (write: (path: string, body: object) => Promise<{ readonly status: number }>) => {
  for (const day of [1, 2, 3]) {
    const dates = { start_date: `2031-06-0${day} 10:00:00`, end_date: `2031-06-0${day} 11:00:00` };
    const event = await write('/cal/events/v1/events', { title: `Event ${day}`, ...dates, status: 'publish' });
    const post = await write('/core/v2/posts', { title: `Post ${day}`, status: 'publish' });
    if (event.status !== 201 || post.status !== 201) throw new Error('the records were not made');
  }
};
