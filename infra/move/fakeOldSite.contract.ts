import type { IncomingMessage, ServerResponse } from 'node:http';
import { type FakeService, startFakeServer } from '@almanac/outgoing/testing';
import { foreignProfile as profile } from '../aliases/foreignInterface.ts';
import { recordedAnswer, recordedTexts } from './recordedAnswers.contract.ts';

/** A record of the fake site, in the form of the recorded answers of the reference. */
export type FakeRecord = { readonly id: number } & Record<string, unknown>;

type Answer = Readonly<Record<string, unknown>>;

/** The number of records of each kind. */
export interface FakeSize {
  readonly users: number;
  readonly terms: number;
  readonly media: number;
  readonly posts: number;
  readonly pages: number;
  readonly events: number;
  readonly redirects: number;
}

interface Kind {
  /** The path below the prefix, with the names of the reference. */
  readonly path: string;
  readonly ids: number[];
  readonly hasStatus: boolean;
  make(id: number, index: number): FakeRecord;
}

type Fault = 'busy' | 'broken' | 'slow' | 'gone';

const MAX_PER_PAGE = 100;
const MAX_EVENTS_PER_PAGE = 50;
const STATUSES = ['publish', 'publish', 'publish', 'draft', 'private', 'pending', 'future', 'publish'];
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const foreignType = (own: string): string => Object.entries(profile.types).find(([, name]) => name === own)?.[0] ?? own;
const foreignNamespace = (own: string): string =>
  Object.entries(profile.namespaces).find(([, name]) => name === own)?.[0] ?? own;

const CORE = foreignNamespace('core/v2');
const CALENDAR = foreignNamespace('cal/events/v1');
const UPLOADS = Object.entries(profile.paths).find(([, own]) => own === '/uploads/')?.[0] ?? '';
const [CATEGORY_TYPE, EVENT_TYPE, VENUE_TYPE, ORGANIZER_TYPE] = [
  'cal_events_cat',
  'cal_events',
  'cal_venue',
  'cal_organizer',
].map(foreignType) as [string, string, string, string];

/** The zone of the recorded site. */
const ZONE = 'America/New_York';

/** Returns a time in UTC. */
const day = (index: number): string => new Date(Date.UTC(2019, 0, 1) + index * 3_600_000).toISOString().slice(0, 19);

const local = (utc: string): string =>
  Temporal.Instant.from(`${utc}Z`).toZonedDateTimeISO(ZONE).toPlainDateTime().toString({ smallestUnit: 'second' });

const clockIn = (zone: string, clock: string): string =>
  new Date(Temporal.PlainDateTime.from(clock).toZonedDateTime(zone).epochMilliseconds)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');

const plain = (raw: string): object => ({ raw, rendered: raw });
const text = (raw: string): object => ({ raw, rendered: `<p>${raw}</p>\n` });

/** Recorded answers, of which a record has every member that it does not change. */
const TEMPLATES = {
  posts: recordedAnswer('/core/v2/posts/*', ({ content }) => content !== undefined),
  pages: recordedAnswer('/core/v2/pages'),
  comments: recordedAnswer('/core/v2/comments'),
  menus: recordedAnswer('/core/v2/menus'),
  items: recordedAnswer('/core/v2/menu-items'),
  users: recordedAnswer('/core/v2/users/me', ({ username }) => username !== undefined),
  tags: recordedAnswer('/core/v2/tags'),
  categories: recordedAnswer('/core/v2/categories'),
  eventCategories: recordedAnswer('/core/v2/cal_events_cat'),
  events: recordedAnswer('/core/v2/cal_events/*', ({ password }) => password !== undefined),
  venues: recordedAnswer('/core/v2/cal_venue'),
  organizers: recordedAnswer('/core/v2/cal_organizer'),
} as const;
const TEXTS = recordedTexts.filter(({ content }) => content.raw !== '');
const range = (first: number, many: number): number[] => Array.from({ length: many }, (_, at) => first + at);

/** A site of the other system for specs: it answers as the recorded exchanges do, with the same limits. */
export class FakeOldSite {
  /** Faults by number of request; each happens once. */
  readonly faults = new Map<number, Fault>();
  readonly #refused = new Set<string>();
  readonly #deletedRedirects = new Set<number>();
  requests = 0;
  #address = '';
  readonly #size: FakeSize;
  readonly #kinds: readonly Kind[];
  readonly #changes = new Map<string, Map<number, FakeRecord | undefined>>();
  /** The languages of records that are not in the default one, by path and id. */
  readonly #languages = new Map<string, string>();
  /** The addresses of versions by language, by the address of each of them. */
  readonly #versions = new Map<string, Map<string, string>>();
  /** The numbers of published records of terms at the first request. */
  #counts: Map<string, number> | undefined;
  #service: FakeService | undefined;

  constructor(size: FakeSize) {
    this.#size = size;
    this.#kinds = this.#kindsOf(size);
  }

  get address(): string {
    return this.#address;
  }

  async start(): Promise<FakeService> {
    const service = await startFakeServer((request, response) => void this.#answer(request, response));
    this.#service = service;
    this.#address = `http://127.0.0.1:${service.port}`;
    return service;
  }

  async stop(): Promise<void> {
    await this.#service?.close();
  }

  idsOf(name: string): readonly number[] {
    return this.#kind(name).ids;
  }

  /** Returns a record as the site answers it; undefined if it was deleted. */
  read(name: string, id: number): FakeRecord | undefined {
    const kind = this.#kind(name);
    const changes = this.#changes.get(kind.path);
    return changes?.has(id) ? changes.get(id) : kind.make(id, kind.ids.indexOf(id));
  }

  /** Changes a record. Its time of change follows, unless `members` has one. */
  change(name: string, id: number, members: object): void {
    const before = this.read(name, id);
    const modified = { modified: '2025-05-05T12:00:00', modified_gmt: '2025-05-05T16:00:00' };
    this.#set(name, id, { ...before, ...modified, ...members, id });
  }

  /** Refuses a list with 401. */
  refuse(name: string): void {
    this.#refused.add(this.#kind(name).path);
  }

  /** Adds a record like another one. Its times are those of the other, unless `members` has them. @returns its id */
  add(name: string, like: number, members: object = {}): number {
    const kind = this.#kind(name);
    const id = Math.max(...this.#kinds.flatMap(({ ids }) => ids)) + 1;
    kind.ids.push(id);
    const own = { slug: `${name}-${id}`, link: `${this.#address}/${name}-${id}/` };
    this.#set(name, id, { ...this.read(name, like), ...own, ...members, id });
    return id;
  }

  /** Adds a version of a record in another language; the pages of both name one another. @returns its id */
  translate(name: string, of: number, language: string, members: object = {}): number {
    const id = this.add(name, of, members);
    const link = `${this.#address}/${language}/${name}-${id}/`;
    this.#set(name, id, { ...this.read(name, id), link, id });
    this.#languages.set(`${this.#kind(name).path}/${id}`, language);
    const original = String(this.read(name, of)?.link);
    const versions = this.#versions.get(original) ?? new Map([['en', original]]);
    versions.set(language, link);
    for (const address of versions.values()) this.#versions.set(address, versions);
    const home = this.#versions.get(`${this.#address}/`) ?? new Map([['en-US', `${this.#address}/`]]);
    this.#versions.set(`${this.#address}/`, home.set(language, `${this.#address}/${language}/`));
    return id;
  }

  deleteRedirect(id: number): void {
    this.#deletedRedirects.add(id);
  }

  delete(name: string, id: number): void {
    this.#set(name, id, undefined);
  }

  #set(name: string, id: number, record: FakeRecord | undefined): void {
    const { path } = this.#kind(name);
    const changes = this.#changes.get(path) ?? new Map<number, FakeRecord | undefined>();
    this.#changes.set(path, changes.set(id, record));
  }

  #kind(name: string): Kind {
    const path = `${CORE}/${foreignType(name)}`;
    const kind = this.#kinds.find((each) => each.path === path);
    if (kind === undefined) throw new Error(`the fake site has no ${name}`);
    return kind;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    const fault = this.faults.get(this.requests);
    if (fault === 'gone') return void request.socket.destroy();
    if (fault === 'busy') return void response.writeHead(503, { 'retry-after': '0' }).end('{}');
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, 50));
    const url = new URL(request.url ?? '/', 'http://old.invalid');
    if (url.pathname.startsWith(UPLOADS))
      return void response.writeHead(200, { 'content-type': 'image/gif' }).end(PIXEL);
    if (!url.pathname.startsWith(`/${profile.restPrefix}/`)) return void this.#page(url, response);
    const { status, body, total } = this.#route(url);
    const json = JSON.stringify(body);
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(total !== undefined && { 'X-WP-Total': String(total), 'X-WP-TotalPages': '1' }),
    });
    response.end(fault === 'broken' ? json.slice(0, json.length / 2) : json);
  }

  #page({ pathname }: URL, response: ServerResponse): void {
    const versions = [...(this.#versions.get(this.#address + pathname) ?? [])].map(
      ([language, address]) => `<link rel="alternate" hreflang="${language}" href="${address}" />`,
    );
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><html><head><title>Old</title>${versions.join('')}</head></html>`);
  }

  #route(url: URL): { readonly status: number; readonly body: unknown; readonly total?: number } {
    const path = url.pathname.slice(profile.restPrefix.length + 2);
    const query = url.searchParams;
    if (this.#refused.has(path)) return refusal(401, 'rest_forbidden');
    if (path === `${CORE}/settings`) return { status: 200, body: SETTINGS };
    if (path === 'redirection/v1/group') return { status: 200, body: { items: GROUPS, total: GROUPS.length } };
    if (path === 'redirection/v1/redirect') return this.#redirects(query);
    if (path === `${CALENDAR}/events`) return this.#calendarEvents(query);
    const revisions = /^(.+)\/(\d+)\/revisions$/.exec(path);
    if (revisions !== null) return this.#revisions(Number(revisions[2]));
    const single = /^(.+)\/(\d+)$/.exec(path);
    const kind = this.#kinds.find((each) => each.path === (single?.[1] ?? path));
    if (kind === undefined) return refusal(404, 'rest_no_route');
    return single === null ? this.#list(kind, query) : this.#single(kind, Number(single[2]));
  }

  #current(kind: Kind, id: number, index: number): FakeRecord | undefined {
    const changes = this.#changes.get(kind.path);
    return changes?.has(id) ? changes.get(id) : kind.make(id, index);
  }

  #single(kind: Kind, id: number): { readonly status: number; readonly body: unknown } {
    const index = kind.ids.indexOf(id);
    const record = index < 0 ? undefined : this.#current(kind, id, index);
    return record === undefined ? refusal(404, 'rest_post_invalid_id') : { status: 200, body: record };
  }

  #list(kind: Kind, query: URLSearchParams): { status: number; body: unknown; total?: number } {
    const size = Number(query.get('per_page') ?? 10);
    if (size > MAX_PER_PAGE) return refusal(400, 'rest_invalid_param');
    const page = Number(query.get('page') ?? 1);
    const gone = this.#changes.get(kind.path);
    const included = query.get('include')?.split(',').map(Number);
    const language = query.get('lang') ?? undefined;
    const ids = kind.ids.filter(
      (id) =>
        this.#languages.get(`${kind.path}/${id}`) === language &&
        !(gone?.has(id) && gone.get(id) === undefined) &&
        (included?.includes(id) ?? true),
    );
    const ordered = query.get('order') === 'desc' ? ids.toReversed() : ids;
    const chosen = ordered.slice((page - 1) * size, page * size);
    if (chosen.length === 0 && page > 1) return refusal(400, 'rest_post_invalid_page_number');
    const body = chosen.map((id) => this.#current(kind, id, kind.ids.indexOf(id)));
    return { status: 200, body, total: ids.length };
  }

  /** The calendar's own list gives at most 50 events, however many are asked for. */
  #calendarEvents(query: URLSearchParams): { readonly status: number; readonly body: unknown } {
    const size = Math.min(Number(query.get('per_page') ?? 10), MAX_EVENTS_PER_PAGE);
    const ids = (query.get('include') ?? '').split(',').map(Number).slice(0, size);
    const known = ids.filter((id) => this.read('cal_events', id) !== undefined);
    return { status: 200, body: { events: known.map((id) => ({ id, featured: id % 7 === 0, sticky: false })) } };
  }

  /** Redirects are numbered apart, and their pages begin with 0. */
  #redirects(query: URLSearchParams): { readonly status: number; readonly body: unknown } {
    const [size, page] = [Number(query.get('per_page') ?? 25), Number(query.get('page') ?? 0)];
    const all = range(1, this.#size.redirects).filter((id) => !this.#deletedRedirects.has(id));
    const items = all.slice(page * size, (page + 1) * size).map((id) => this.#redirect(id));
    return { status: 200, body: { items, total: all.length } };
  }

  #redirect(id: number): FakeRecord {
    return {
      id,
      url: `/old-${id}`,
      match_url: `/old-${id}`,
      match_data: { source: { flag_query: 'exact', flag_case: false, flag_trailing: false, flag_regex: false } },
      action_code: 301,
      action_type: 'url',
      action_data: { url: id % 2 === 0 ? `/new-${id}` : `${this.#address}/new-${id}` },
      match_type: 'url',
      title: '',
      hits: id,
      regex: false,
      group_id: id % 3 === 0 ? 3 : 1,
      position: id,
      last_access: '-',
      enabled: id % 4 !== 0,
    };
  }

  #revisions(post: number): { readonly status: number; readonly body: unknown; readonly total: number } {
    const own = this.read('posts', post);
    const texts = (raw: string) => ({ title: text(raw), content: text(raw), excerpt: text('') });
    const made = revisionIds(post).map((id, at) => ({
      id,
      author: 1,
      parent: post,
      slug: `${post}-revision-v1`,
      modified_gmt: day(post + at),
      ...(at === 0 ? texts('An earlier text') : { title: own?.title, content: own?.content, excerpt: own?.excerpt }),
    }));
    return { status: 200, body: made.toReversed(), total: made.length };
  }

  #kindsOf(size: FakeSize): Kind[] {
    let next = 11;
    const take = (many: number): number[] => {
      const ids = range(next, many);
      next += many;
      return ids;
    };
    const [media, pages, posts] = [take(size.media), take(size.pages), take(size.posts)];
    const [venues, organizers, events] = [take(3), take(2), take(size.events)];
    const users = range(1, size.users);
    const terms = range(1, size.terms);
    const tags = range(size.terms + 1, size.terms);
    const kinds = range(2 * size.terms + 1, size.terms);
    const menus = range(3 * size.terms + 1, 2);
    const [pageItem = 0, ...items] = take(4);
    const pick = (ids: readonly number[], index: number): number => ids[index % ids.length] ?? 0;
    const commented = [...posts];
    const published = (id: number, index: number, type: string, folder = '') => {
      const status = STATUSES[index % STATUSES.length] ?? 'publish';
      const slug = `${type}-${id}`;
      const hasPage = status === 'publish' || status === 'private';
      const texts = TEXTS[index % TEXTS.length];
      const password = index % 8 === 7 ? 'open sesame' : '';
      const isProtected = password !== '';
      return {
        ...dates(index, status),
        id,
        guid: plain(`${this.#address}/?p=${id}`),
        password,
        slug,
        status,
        type,
        link: hasPage ? `${this.#address}/${folder}${slug}/` : `${this.#address}/?p=${id}`,
        title: texts?.title,
        // every fourth refers to others; the reference was not asked how it shows that
        content: {
          ...texts?.content,
          ...(index % 4 === 0 && { ...text(this.#content(index, media, posts)), block_version: 1 }),
          protected: isProtected,
        },
        excerpt: { ...texts?.excerpt, ...(index % 4 === 0 && text('In short')), protected: isProtected },
        author: pick(users, index),
        featured_media: index % 4 === 0 ? pick(media, index) : 0,
        _links: {},
      };
    };
    const calendar = (type: string, folder: string, template: Answer, ids: number[], meta: object): Kind => ({
      path: `${CORE}/${type}`,
      ids,
      hasStatus: true,
      make: (id, index) => ({
        ...template,
        ...published(id, index, type, folder),
        guid: plain(`${this.#address}/?post_type=${type}&p=${id}`),
        meta: { ...asMeta(template.meta), ...meta },
      }),
    });
    const term = (path: string, folder: string, template: Answer, ids: number[]): Kind => ({
      path: `${CORE}/${path}`,
      ids,
      hasStatus: false,
      make: (id, index) => ({
        ...template,
        id,
        name: id === 1 ? 'Uncategorized' : `Term ${id} &amp; more`,
        slug: id === 1 ? 'uncategorized' : `term-${id}`,
        description: index === 1 ? 'Described' : '',
        link: `${this.#address}/${folder}/${id === 1 ? 'uncategorized' : `term-${id}`}/`,
        ...('parent' in template && { parent: 0 }),
        count: this.#countOf(path, id),
      }),
    });
    return [
      {
        path: `${CORE}/users`,
        ids: users,
        hasStatus: false,
        make: (id) => ({
          ...TEMPLATES.users,
          link: `${this.#address}/author/user-${id}/`,
          id,
          username: id === 1 ? 'ada' : `user${id}`,
          name: `User ${id}`,
          first_name: 'U.',
          last_name: `N. ${id}`,
          email: emailOf(id),
          url: '',
          description: '',
          nickname: `user${id}`,
          slug: `user-${id}`,
          roles: [id === 1 ? 'administrator' : pick([0, 1], id) === 0 ? 'editor' : 'author'],
          registered_date: `${day(id)}+00:00`,
        }),
      },
      term('categories', 'category', TEMPLATES.categories, terms),
      term('tags', 'tag', TEMPLATES.tags, tags),
      term(CATEGORY_TYPE, 'events/category', TEMPLATES.eventCategories, kinds),
      {
        path: `${CORE}/media`,
        ids: media,
        hasStatus: false,
        make: (id, index) => ({
          ...dates(index, 'inherit'),
          id,
          guid: plain(`${this.#address}${UPLOADS}2019/01/pier-${id}.gif`),
          slug: `pier-${id}`,
          status: 'inherit',
          title: plain(`Pier ${id}`),
          alt_text: `The pier ${id}`,
          caption: plain(''),
          description: text(''),
          author: pick(users, index),
          mime_type: 'image/gif',
          media_details: { width: 1, height: 1, sizes: {} },
          source_url: `${this.#address}${UPLOADS}2019/01/pier-${id}.gif`,
          post: null,
        }),
      },
      {
        path: `${CORE}/pages`,
        ids: pages,
        hasStatus: true,
        make: (id, index) => ({
          ...TEMPLATES.pages,
          ...published(id, index, 'page', index === 0 && pages.length > 1 ? `page-${pages[1]}/` : ''),
          parent: index === 0 ? (pages[1] ?? 0) : 0,
          menu_order: index,
          comment_status: 'closed',
          ping_status: 'closed',
        }),
      },
      {
        path: `${CORE}/posts`,
        ids: posts,
        hasStatus: true,
        make: (id, index) => ({
          ...TEMPLATES.posts,
          ...published(id, index, 'post'),
          sticky: index === 2,
          format: index % 5 === 0 ? 'aside' : 'standard',
          comment_status: 'open',
          ping_status: 'closed',
          categories: [pick(terms, index)],
          tags: index % 2 === 0 ? [pick(tags, index)] : [],
          _links: { 'version-history': [{ count: index % 10 === 0 ? 2 : 0 }] },
        }),
      },
      {
        path: `${CORE}/comments`,
        ids: range(1, Math.min(size.posts, 12)),
        hasStatus: false,
        make: (id, index) => ({
          ...TEMPLATES.comments,
          ...writer(index % 2 === 0 ? pick(users, index) : 0, id),
          id,
          post: commented[(index * 8) % commented.length],
          parent: index === 3 ? 1 : 0,
          author_url: '',
          date: local(day(index)),
          date_gmt: day(index),
          content: text(`Comment ${id}`),
          link: `${this.read('posts', commented[(index * 8) % commented.length] ?? 0)?.link}#comment-${id}`,
          status: index === 5 ? 'hold' : 'approved',
          type: 'comment',
        }),
      },
      calendar(VENUE_TYPE, 'venue/', TEMPLATES.venues, venues, {}),
      calendar(ORGANIZER_TYPE, 'organizer/', TEMPLATES.organizers, organizers, {}),
      {
        ...calendar(EVENT_TYPE, 'event/', TEMPLATES.events, events, {}),
        make: (id, index) => ({
          ...TEMPLATES.events,
          ...published(id, index, EVENT_TYPE, 'event/'),
          guid: plain(`${this.#address}/?post_type=${EVENT_TYPE}&p=${id}`),
          meta: {
            ...asMeta(TEMPLATES.events.meta),
            ...schedule(index),
            _EventCost: index % 3 === 0 ? '15' : '',
            _EventVenueID: [pick(venues, index)],
            _EventOrganizerID: [pick(organizers, index)],
          },
          [CATEGORY_TYPE]: [pick(kinds, index)],
          tags: [pick(tags, index)],
        }),
      },
      {
        path: `${CORE}/menus`,
        ids: menus,
        hasStatus: false,
        make: (id, index) => ({
          ...TEMPLATES.menus,
          id,
          name: `Menu ${id}`,
          slug: `menu-${id}`,
          description: '',
          locations: index === 0 ? ['primary'] : [],
          auto_add: index === 0,
        }),
      },
      {
        path: `${CORE}/menu-items`,
        ids: [pageItem, ...items],
        hasStatus: true,
        make: (id, index) => ({
          ...TEMPLATES.items,
          id,
          title: plain(['About', 'Music', 'Shop', 'Below'][index] ?? ''),
          url:
            [
              `${this.read('pages', pages[0] ?? 0)?.link}`,
              `${this.#address}/events/category/term-${kinds[0]}/`,
              'https://shop.example/',
            ][index] ?? `${this.#address}/?p=${posts[0]}`,
          type: (['post_type', 'taxonomy'] as const)[index] ?? 'custom',
          type_label: ['Page', 'Event Category'][index] ?? 'Custom Link',
          object: ['page', CATEGORY_TYPE][index] ?? 'custom',
          object_id: [pages[0], kinds[0]][index] ?? id,
          parent: index === 3 ? pageItem : 0,
          menu_order: index + 1,
          classes: index === 2 ? ['shop'] : [''],
          menus: menus[0],
        }),
      },
    ];
  }

  /** Returns the number of published records of a term. */
  #countOf(taxonomy: string, term: number): number {
    this.#counts ??= countTerms(
      ['posts', 'cal_events'].flatMap((name) => this.idsOf(name).map((id) => this.read(name, id))),
    );
    return this.#counts.get(`${taxonomy}/${term}`) ?? 0;
  }

  #content(index: number, media: readonly number[], posts: readonly number[]): string {
    const medium = media[index % media.length];
    const file = `${this.#address}${UPLOADS}2019/01/pier-${medium}`;
    return (
      `See <a href="${this.#address}/?p=${posts[(index + 1) % posts.length]}">the next</a> and ` +
      `<!-- wp:image {"id":${medium}} --><img class="wp-image-${medium}" src="${file}.gif" alt=""/><!-- /wp:image --> ` +
      `[gallery ids="${medium}"] é`
    );
  }
}

/** The ids of the revisions of a post, above those of all records. */
export const revisionIds = (post: number): readonly number[] => [2 * post + 500_000, 2 * post + 500_001];

const countTerms = (records: readonly (FakeRecord | undefined)[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const record of records.filter((each) => each?.status === 'publish')) {
    for (const taxonomy of ['categories', 'tags', CATEGORY_TYPE]) {
      const terms = record?.[taxonomy];
      for (const term of Array.isArray(terms) ? terms : [])
        counts.set(`${taxonomy}/${term}`, (counts.get(`${taxonomy}/${term}`) ?? 0) + 1);
    }
  }
  return counts;
};

const dates = (index: number, status: string): object => {
  const date = status === 'future' ? '2036-01-01T15:00:00' : day(index);
  const modified = day(index + 48);
  return { date: local(date), date_gmt: date, modified: local(modified), modified_gmt: modified };
};

const schedule = (index: number): object => {
  const zone = index % 2 === 0 ? ZONE : 'Europe/Berlin';
  const date = `2033-03-${String(1 + (index % 28)).padStart(2, '0')}`;
  const [start, end] = [`${date} 10:00:00`, `${date} 12:00:00`];
  return {
    _EventTimezone: zone,
    _EventStartDate: start,
    _EventEndDate: end,
    _EventStartDateUTC: clockIn(zone, start),
    _EventEndDateUTC: clockIn(zone, end),
  };
};

/** Returns the members that name the writer of a comment: an account, or a visitor. */
const writer = (account: number, comment: number): object => ({
  author: account,
  author_name: account === 0 ? `Visitor ${comment}` : `User ${account}`,
  author_email: account === 0 ? `visitor${comment}@example.test` : emailOf(account),
});

const emailOf = (user: number): string => (user === 1 ? 'ada@example.test' : `user${user}@example.test`);

const asMeta = (meta: unknown): object => (typeof meta === 'object' && meta !== null ? meta : {});

const refusal = (status: number, code: string) => ({ status, body: { code, message: 'Refused.', data: { status } } });

const GROUPS = [
  { id: 1, name: 'Redirections', redirects: 0, module_id: 1, enabled: true },
  { id: 2, name: 'Modified Posts', redirects: 0, module_id: 1, enabled: true },
  { id: 3, name: 'Campaigns', redirects: 0, module_id: 1, enabled: true },
];

const SETTINGS = {
  title: 'Old Riverside',
  description: 'Since 1998',
  timezone: ZONE,
  date_format: 'j. F Y',
  time_format: 'H:i',
  start_of_week: 1,
  posts_per_page: 7,
  default_ping_status: 'closed',
  default_comment_status: 'open',
};
