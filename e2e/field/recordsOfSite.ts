import type { SiteProcess } from '../site.ts';

// biome-ignore lint/suspicious/noExplicitAny: looks into whatever the site answers
export type AnyJson = any;

export const ask = async (site: SiteProcess, method: string, path: string, body?: unknown): Promise<AnyJson> =>
  (await site.request(method, path, { as: 'admin', ...(body !== undefined && { body }) })).body;

const STATUSES = 'publish,future,draft,pending,private,trash';
const PAGE = 50;

/** Returns all records of a list. @param member the member of the answer that holds them, if it is no array */
const listed = async (site: SiteProcess, path: string, member?: string): Promise<AnyJson[]> => {
  const found: AnyJson[] = [];
  for (let page = 1; ; page++) {
    const answer = await ask(site, 'GET', `${path}${path.includes('?') ? '&' : '?'}per_page=${PAGE}&page=${page}`);
    const records: AnyJson[] = member === undefined ? answer : answer[member];
    found.push(...records);
    if (records.length < PAGE) return found;
  }
};

/** Returns records in an order that does not depend on their ids. */
const sorted = (records: readonly unknown[][]): unknown[][] =>
  records.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

/** Returns all that a calendar file can change, without ids. */
export const calendarRecords = async (site: SiteProcess): Promise<object> => {
  const range = 'start_date=2020-01-01&end_date=2040-01-01';
  const events = await listed(site, `/cal/events/v1/events?${range}&status=${STATUSES}`, 'events');
  const [venues, organizers] = await Promise.all(
    (['venues', 'organizers'] as const).map((name) => listed(site, `/cal/events/v1/${name}`, name)),
  );
  return {
    events: sorted(
      events.map(({ title, start_date, end_date, status, website, description, venue, organizer }) => [
        ...[title, start_date, end_date, status, website, description, venue.venue],
        organizer.map((each: AnyJson) => each.organizer).toSorted(),
      ]),
    ),
    venues: sorted((venues ?? []).map(({ venue, address, city }) => [venue, address, city])),
    organizers: sorted((organizers ?? []).map(({ organizer, email }) => [organizer, email])),
  };
};

/** Returns a text without the ids of media and records in it. */
const withoutIds = (text = ''): string => text.replaceAll(/\d+/g, '#');

/** Returns all that a site export can change, without ids. */
export const contentRecords = async (site: SiteProcess): Promise<object> => {
  const all = (path: string): Promise<AnyJson[]> => listed(site, `/core/v2/${path}`);
  const [categories = [], tags = [], media = [], users = [], menus = []] = await Promise.all(
    ['categories', 'tags', 'media?context=edit', 'users?context=edit', 'menus'].map(all),
  );
  const records = (
    await Promise.all(['posts', 'pages'].map((name) => all(`${name}?context=edit&status=${STATUSES}`)))
  ).flat();
  const comments = await all('comments?context=edit&status=all');
  const items = await all('menu-items?context=edit');
  const titled = [...records, ...media].map((each): [number, string] => [each.id, each.title.raw]);
  const [titles, named] = [
    new Map(titled),
    new Map([...categories, ...tags, ...menus, ...users].map((each): [number, string] => [each.id, each.name])),
  ];
  const texts = new Map(comments.map((each): [number, string] => [each.id, each.content.raw]));
  const labels = new Map(items.map((each): [number, string] => [each.id, each.title.raw]));
  const namesOf = (ids: readonly number[] = []) => ids.map((id) => named.get(id)).toSorted();
  return {
    terms: sorted(
      [...categories, ...tags].map((each) => [each.taxonomy, each.name, named.get(each.parent), each.count]),
    ),
    users: sorted(users.map(({ username, email, roles }) => [username, email, roles])),
    media: sorted(media.map((each) => [each.title.raw, each.alt_text, each.mime_type, titles.get(each.post)])),
    records: sorted(
      records.map((each) => [
        ...[each.type, each.title.raw, each.status, each.date, withoutIds(each.content.raw), each.comment_status],
        ...[titles.get(each.parent), titles.get(each.featured_media), namesOf(each.categories), namesOf(each.tags)],
      ]),
    ),
    comments: sorted(
      comments.map((each) => [
        ...[each.content.raw, each.author_name, each.status, titles.get(each.post), texts.get(each.parent)],
      ]),
    ),
    menus: sorted(
      items.map((each) => [
        ...[named.get(each.menus), each.title.raw, each.type, each.menu_order, labels.get(each.parent)],
      ]),
    ),
  };
};
