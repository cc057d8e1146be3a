import { request as ask, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { profileNames, readProfile } from '@almanac/gateway/alias-profile';
import { createLog } from '@almanac/service';
import type { FormClient, UploadingClient } from '../import/siteClient.ts';
import type { RunningSite, SiteOptions } from './compose.ts';
import { ADA_PASSWORD, clientOfAda, siteOfAda, startSiteUnderTest } from './siteUnderTest.contract.ts';

const EVENTS = '/cal/events/v1/events';
const DATES = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };
const LIST = `/en/json${EVENTS}?start_date=2031-01-01&end_date=2031-12-31`;
const AS_ADA = { authorization: `Basic ${Buffer.from(`ada:${ADA_PASSWORD}`).toString('base64')}` };
/** A request with a cookie is answered without the cache. */
const WITHOUT = { cookie: 'visitor=1' };
const CACHE_BYTES = 8 * 1024 ** 2;

interface SentRequest {
  readonly method?: string;
  readonly headers?: IncomingHttpHeaders;
  readonly body?: string;
}

let site: RunningSite;
let ada: UploadingClient & FormClient;
let lines: Record<string, unknown>[] = [];
/** Milliseconds by which the site's clock is ahead. */
let ahead = 0;

const start = async (cacheBytes: number, more: Pick<SiteOptions, 'profile'> = {}): Promise<void> => {
  lines = [];
  ahead = 0;
  const log = createLog({ level: 'info', pretty: false }, { write: (line) => void lines.push(JSON.parse(line)) });
  const now = () => new Date(Date.now() + ahead);
  site = await startSiteUnderTest(siteOfAda(), { cacheBytes, log, now, ...more });
  ada = clientOfAda(site);
};

const send = async (path: string, { method = 'GET', headers = {}, body }: SentRequest = {}) => {
  const sent = ask({ host: '127.0.0.1', port: site.port, path, method, headers: { connection: 'close', ...headers } });
  sent.end(body);
  const [answer] = await new Promise<[import('node:http').IncomingMessage]>((resolve, reject) => {
    sent.once('response', (received) => resolve([received]));
    sent.once('error', reject);
  });
  const { 'x-request-id': id, date: _date, connection: _connection, ...own } = answer.headers;
  const bytes = await buffer(answer);
  const { 'content-encoding': coding, 'transfer-encoding': _transfer, ...rest } = own;
  // the length of a compressed body is known only to those who have compressed it whole
  const { 'content-length': _length, ...coded } = rest;
  const text = (
    coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes
  ).toString();
  return { status: answer.statusCode, headers: coding === undefined ? own : { ...coded, coding }, text, id };
};

/** Returns an answer without the id of its request. */
const answerOf = async (path: string, sent?: SentRequest) => {
  const { id: _id, ...answer } = await send(path, sent);
  return answer;
};

/** Returns the use of the cache by a request, when it is logged. */
const useOf = async (id: unknown): Promise<unknown> => {
  for (;;) {
    const line = lines.find((each) => each.msg === 'answered' && each.id === id);
    if (line !== undefined) return line.cache;
    await setImmediate();
  }
};

const use = async (path: string, sent?: SentRequest): Promise<unknown> => useOf((await send(path, sent)).id);

const warm = async (path: string): Promise<void> => {
  // copies of earlier writes may still arrive
  while ((await use(path)) !== 'hit');
};

const create = (path: string, body: object) =>
  ada.request<{ readonly id: number; readonly slug?: string }>('POST', path, { status: 'publish', ...body });

/** A generator of numbers below 1, the same in each run. */
const numbers = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed / 2 ** 31;
};

describe('answers in memory', () => {
  beforeAll(() => start(CACHE_BYTES));
  afterAll(() => site.stop());

  it('serve lists, single records, pages and indexes, and equal fresh answers', async () => {
    const { id } = await create(EVENTS, { title: 'Fair', ...DATES });
    const paths = [
      LIST,
      `/en/json${EVENTS}/${id}`,
      `/en/json${EVENTS}`,
      `/en/json${EVENTS}/999999`,
      '/en/json/',
      '/en/json/core/v2/posts',
      '/events/month/2031-06/',
      '/',
    ];
    for (const path of paths) {
      await warm(path);
      const codings = [
        {},
        { 'accept-encoding': 'br' },
        { 'accept-encoding': 'gzip;q=0.5' },
        { origin: 'http://a.test' },
      ];
      for (const headers of codings)
        expect({ path, ...(await answerOf(path, { headers })) }).toEqual({
          path,
          ...(await answerOf(path, { headers: { ...headers, ...WITHOUT } })),
        });
      await send(path, { method: 'HEAD' });
      expect(await answerOf(path, { method: 'HEAD' })).toEqual(
        await answerOf(path, { method: 'HEAD', headers: WITHOUT }),
      );
    }
  });

  it('answer 304 to a client that has the answer', async () => {
    const { id } = await create(EVENTS, { title: 'Known fair', ...DATES });
    for (const path of [`/en/json${EVENTS}/${id}`, '/events/month/2031-06/']) {
      await warm(path);
      for (const coding of [{}, { 'accept-encoding': 'br' }]) {
        const { etag } = (await send(path, { headers: coding })).headers;
        const headers = { ...coding, 'if-none-match': String(etag) };
        const answer = await answerOf(path, { headers });
        expect(answer).toMatchObject({ status: 304, text: '', headers: { etag } });
        expect(await use(path, { headers })).toBe('hit');
        expect(answer).toEqual(await answerOf(path, { headers: { ...headers, ...WITHOUT } }));
      }
    }
  });

  it('are never older than the last answer to a write, whatever was written', async () => {
    const random = numbers(7);
    const one = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
    const events = [await create(EVENTS, { title: 'First', ...DATES })];
    const posts = [await create('/core/v2/posts', { title: 'First', content: 'Words.' })];
    const venue = await create('/cal/events/v1/venues', { venue: 'Hall' });
    const category = await create('/cal/events/v1/categories', { name: 'Music' });
    const tag = await create('/core/v2/tags', { name: 'Open' });
    const parent = await create('/core/v2/pages', { title: 'About', slug: 'about' });
    const page = await create('/core/v2/pages', { title: 'Team', slug: 'team', parent: parent.id });
    const talk = await create('/core/v2/posts', { title: 'Talk', slug: 'talk', content: 'Words.' });
    const on = { post: talk.id, content: 'First words.' };
    const comments = [await ada.request<{ readonly id: number }>('POST', '/core/v2/comments', on)];
    const rule = { match_type: 'url', group_id: 1, action_type: 'url', action_code: 301, action_data: { url: '/new' } };
    const change = (settings: object) => ada.request('PUT', '/core/v2/settings', settings);
    let count = 0;
    const name = () => `Record ${count++}`;
    const writes: readonly (() => Promise<unknown>)[] = [
      async () => events.push(await create(EVENTS, { title: name(), ...DATES, venue: [venue.id] })),
      () => ada.request('PUT', `${EVENTS}/${one(events).id}`, { title: name() }),
      () => ada.request('PUT', `${EVENTS}/${one(events).id}`, { categories: [category.id] }),
      () => ada.request('PUT', `${EVENTS}/${one(events).id}`, { status: one(['publish', 'draft', 'private']) }),
      () => ada.request('PUT', `/cal/events/v1/venues/${venue.id}`, { venue: name() }),
      () => ada.request('PUT', `/cal/events/v1/categories/${category.id}`, { name: name() }),
      async () => posts.push(await create('/core/v2/posts', { title: name(), content: name() })),
      () => ada.request('PUT', `/core/v2/posts/${one(posts).id}`, { title: name() }),
      () => ada.request('PUT', '/core/v2/settings', { title: name() }),
      () => ada.request('PUT', '/core/v2/settings', { posts_per_page: one([1, 2, 10]) }),
      () => change({ permalinks: one(['/{slug}/', '/blog/{slug}/']) }),
      () => change({ visitor_comments: one([true, false]) }),
      () =>
        change({
          languages: one([
            ['en', 'de'],
            ['en', 'de', 'fr'],
          ]),
        }),
      () => ada.request('PUT', `/core/v2/pages/${page.id}`, { parent: one([0, parent.id]), title: name() }),
      () => ada.request('PUT', `/core/v2/pages/${parent.id}`, { slug: one(['about', 'about-us']) }),
      async () => comments.push(await ada.request('POST', '/core/v2/comments', { ...on, content: name() })),
      () => ada.request('PUT', `/core/v2/comments/${one(comments).id}`, { status: one(['approved', 'hold', 'spam']) }),
      () => ada.request('PUT', `/core/v2/posts/${talk.id}`, { password: one(['', 'sesame']) }),
      () => ada.request('PUT', `/core/v2/posts/${one(posts).id}`, { status: one(['publish', 'draft', 'private']) }),
      () => ada.request('PUT', '/core/v2/users/1', { name: name() }),
      () => ada.request('PUT', `/core/v2/tags/${tag.id}`, { name: name() }),
      () => ada.request('PUT', `/core/v2/posts/${one(posts).id}`, { tags: one([[], [tag.id]]) }),
      () => create(EVENTS, { title: name(), ...DATES, recurrence: { rules: ['FREQ=DAILY;COUNT=2'] } }),
      () => ada.request('POST', '/redirection/v1/redirect', { ...rule, url: one(['/events/list/', `/${count++}`]) }),
      () => ada.request('POST', '/popup/v1/popups', { title: name(), status: 'publish' }),
    ];
    const reads = () => [
      LIST,
      `/en/json${EVENTS}`,
      `/en/json${EVENTS}/${one(events).id}`,
      `/en/json/cal/events/v1/venues/${venue.id}`,
      '/en/json/cal/events/v1/categories',
      '/en/json/core/v2/posts',
      `/en/json/core/v2/posts/${one(posts).id}`,
      '/en/json/',
      '/events/month/2031-06/',
      '/events/list/',
      '/',
      '/first/',
      '/talk/',
      '/talk/feed/',
      '/blog/talk/',
      '/about/team/',
      '/about-us/team/',
      '/team/',
      '/sitemap.xml',
      '/de/json/core/v2/posts',
      '/en/json/core/v2/cal_events',
      '/en/json/core/v2/comments',
      `/en/json/core/v2/comments/${one(comments).id}`,
      '/en/json/core/v2/pages',
      '/en/json/core/v2/users',
      '/en/json/core/v2/tags',
    ];
    for (let turn = 0; turn < 60; turn++) {
      const paths = [one(reads()), one(reads()), one(reads())];
      for (const path of paths) await send(path);
      await one(writes)();
      for (const path of paths) {
        let before = await answerOf(path, { headers: WITHOUT });
        for (;;) {
          const answer = await answerOf(path);
          const after = await answerOf(path, { headers: WITHOUT });
          // copies in other services may arrive between two answers
          if (JSON.stringify(before) === JSON.stringify(after)) {
            expect({ path, ...answer }).toEqual({ path, ...after });
            break;
          }
          before = after;
        }
      }
    }
    expect(lines.some(({ cache }) => cache === 'hit')).toBe(true);
  });

  it('are never those of a user, nor those that a password or a nonce opens', async () => {
    const secret = await create(EVENTS, { title: 'Private fair', ...DATES, status: 'private' });
    const draft = await create('/core/v2/posts', { title: 'Draft note', content: 'Hidden.', status: 'draft' });
    const locked = await create('/core/v2/posts', { title: 'Locked', content: 'Treasure.', password: 'sesame' });
    const paths = [
      `/en/json${EVENTS}/${secret.id}`,
      LIST,
      `/en/json/core/v2/posts/${draft.id}`,
      '/en/json/core/v2/posts',
      `/en/json/core/v2/posts/${locked.id}`,
      `/en/json/core/v2/posts/${locked.id}?password=sesame`,
      `/en/json/core/v2/posts/${locked.id}?p%61ssword=sesame`,
      `/?p=${draft.id}&preview=true`,
      '/events/month/2031-06/',
    ];
    const sent = [{ headers: AS_ADA }, { headers: AS_ADA }, {}, {}] as const;
    for (const path of paths) {
      const { status, text } = await send(path, { headers: WITHOUT });
      for (const each of sent) await send(path, each);
      expect({ path, ...(await send(path)) }).toMatchObject({ path, status, text });
      expect(await use(path, { headers: AS_ADA })).toBeUndefined();
    }
    for (const path of paths.slice(5, 8)) expect([path, await use(path)]).toEqual([path, 'miss']);
    for (const path of [LIST, paths[0], paths[3], paths[4], paths[8]])
      expect((await send(path ?? '')).text).not.toMatch(/Private fair|Hidden\.|Treasure/);
  });

  it('are the same for everybody, whatever else a request says', async () => {
    await create(EVENTS, { title: 'Common fair', ...DATES });
    const host = `127.0.0.1:${site.port}`;
    const poisons: SentRequest[] = [
      { headers: { host: 'evil.test' } },
      { headers: { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' } },
      { headers: { forwarded: 'host=evil.test' } },
      { headers: { 'x-original-url': '/evil', 'x-rewrite-url': '/evil' } },
      { headers: { 'x-http-method-override': 'DELETE' } },
      { headers: { 'x-almanac-sources': 'evil', 'x-almanac-language': 'fr-ca', 'x-almanac-site': 'http://evil.test' } },
      { headers: { 'accept-language': 'fr-CA', accept: 'application/problem+json', 'user-agent': 'evil' } },
      { headers: { origin: 'http://evil.test', referer: 'http://evil.test/' } },
      { headers: { 'content-type': 'application/json', 'content-length': '22' }, body: '{"i18n_language":"fr"}' },
      { headers: { range: 'bytes=0-3' } },
      { headers: { 'accept-encoding': 'identity;q=0, evil' } },
      { method: 'HEAD' },
    ];
    for (const path of [LIST, `/en/json${EVENTS}/999999`, '/en/json/', '/events/month/2031-06/', '/']) {
      const expected = await answerOf(path, { headers: { host, ...WITHOUT } });
      for (const poison of poisons) {
        // a change makes the poisoned request the first one, whose answer might be kept
        await create(EVENTS, { title: 'Draft', status: 'draft', ...DATES });
        await create('/core/v2/posts', { title: 'Draft', status: 'draft' });
        await send(path, poison);
        const answer = await answerOf(path, { headers: { host } });
        expect({ path, poison, answer }).toEqual({ path, poison, answer: expected });
        expect(answer.text).not.toContain('evil');
      }
    }
  });

  it('keep apart addresses that differ in their encoding', async () => {
    const paths = [
      `/en/json${EVENTS}`,
      '/en/json/cal/events/v1/%65vents',
      '/EN/json/cal/events/v1/events',
      `//en/json${EVENTS}`,
    ];
    for (const path of paths) {
      const expected = await answerOf(path, { headers: WITHOUT });
      await send(path);
      expect({ path, ...(await answerOf(path)) }).toEqual({ path, ...expected });
    }
  });

  it('end when a look at the clock no longer holds', async () => {
    const path = `/en/json${EVENTS}`;
    await warm(path);
    const before = JSON.parse((await send(path)).text);
    ahead = 400 * 24 * 60 * 60 * 1_000;
    const { text, id } = await send(path);
    expect(await useOf(id)).toBe('miss');
    expect(JSON.parse(text).rest_url).not.toBe(before.rest_url);
    expect((await send(path, { headers: WITHOUT })).text).toBe(text);
    ahead = 0;
    expect(JSON.parse((await send(path)).text).rest_url).toBe(before.rest_url);
  });

  it('are made once for identical requests at a time', async () => {
    await create(EVENTS, { title: 'Crowded fair', ...DATES });
    const sent = await Promise.all(Array.from({ length: 10 }, () => send(LIST)));
    const uses = await Promise.all(sent.map(({ id }) => useOf(id)));
    expect(uses.filter((each) => each === 'miss')).toHaveLength(1);
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
  });
});

describe('answers in memory under a profile of names', () => {
  const profile = readProfile(profileNames()[0] ?? '');
  beforeAll(() => start(CACHE_BYTES, { profile }));
  afterAll(() => site.stop());

  it('have the names of their address, and equal fresh answers', async () => {
    const { id } = await create('/core/v2/posts', { title: 'Fair', content: 'Stalls.' });
    const [namespace] = Object.entries(profile.namespaces).find(([, own]) => own === 'core/v2') ?? [];
    const named = `/${profile.restPrefix}/${namespace}/posts/${id}`;
    const paths = [named, `/en/json/core/v2/posts/${id}`, '/'];
    for (const path of paths) {
      await warm(path);
      for (const headers of [{}, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }]) {
        const fresh = await answerOf(path, { headers: { ...headers, ...WITHOUT } });
        // the second answer is sent with the headers of the first one
        for (let turn = 0; turn < 2; turn++)
          expect({ path, ...(await answerOf(path, { headers })) }).toEqual({ path, ...fresh });
      }
    }
    const [renamed, own] = await Promise.all(paths.map((path) => answerOf(path)));
    expect(renamed?.text).not.toBe(own?.text);
  });
});

describe('answers in a small memory', () => {
  it('have a maximum size in all', async () => {
    await start(256 * 1024);
    await warm(LIST);
    for (let page = 0; page < 100; page++) await send(`${LIST}&search=${'x'.repeat(1_000)}${page}`);
    expect(await use(LIST)).toBe('miss');
    await site.stop();
  });

  it('are not kept by a site without room for them', async () => {
    await start(0);
    expect([await use(LIST), await use(LIST)]).toEqual([undefined, undefined]);
    await site.stop();
  });
});
