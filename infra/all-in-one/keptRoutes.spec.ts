import { readFileSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { createLog } from '@almanac/service';
import { clientOfAda, siteOfAda, startSiteUnderTest } from './siteUnderTest.contract.ts';

const PAGE = new URL('../../docs/kept-answers.md', import.meta.url);

const HEAD = `# Answers that are kept in memory

Gateways keep the answers to visitors in memory while what they were made from is unchanged
([0074](adr/0074-answers-are-kept-while-what-they-were-made-from-is-unchanged.md)). No route declares anything: the
ports note what an answer is made from. With several processes a gateway learns of changes by a stream of each service,
and an answer is at most 250 ms older than the store
([0087](adr/0087-a-gateway-uses-answers-in-memory-while-a-services-beat-is-fresh.md)). This page shows the result for each route that a visitor can read, with its
default arguments. \`UPDATE_KEPT_ANSWERS=1 npm test -- keptRoutes\` writes it again.

| address | status | kept |
|---|---|---|
`;

/** Pages and documents outside the interface. */
const PAGES = [
  '/',
  '/events/',
  '/events/list/',
  '/events/month/2031-06/',
  '/events/week/2031-06-10/',
  '/events/2031-06-10/',
];
const DOCUMENTS = ['/events/feed.ics', '/sitemap.xml', '/robots.txt', '/.well-known/api-catalog', '/missing/'];

const opened = async () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ level: 'debug', pretty: false }, { write: (line) => void lines.push(JSON.parse(line)) });
  const now = () => new Date('2031-06-01T12:00:00Z');
  const site = await startSiteUnderTest(siteOfAda(), { cacheBytes: 8 * 1024 ** 2, log, now });
  const origin = `http://127.0.0.1:${site.port}`;

  const ask = async (path: string) => {
    const answer = await fetch(origin + path, { redirect: 'manual' });
    await answer.arrayBuffer();
    const id = answer.headers.get('x-request-id');
    const found = (message: string) => lines.find((line) => line.msg === message && line.id === id);
    while (found('answered') === undefined) await setImmediate();
    return { status: answer.status, cache: found('answered')?.cache, source: found('the answer is not kept')?.source };
  };
  return { site, ask, document: async () => (await fetch(`${origin}/en/json/openapi.json`)).json() };
};

/** Asks twice or more, since copies of other services may arrive between two answers. */
const useOf = async (ask: Awaited<ReturnType<typeof opened>>['ask'], path: string) => {
  for (let turn = 0; ; turn++) {
    const { status, cache, source } = await ask(path);
    if (cache === 'hit') return [status, 'yes'];
    if (cache === undefined) return [status, 'no: not asked'];
    if (source !== undefined) return [status, `no: ${source}`];
    if (turn > 20) return [status, 'no: an error page of the gateway'];
  }
};

describe('The page of kept answers', () => {
  it('has every route that a visitor can read', async () => {
    const { site, ask, document } = await opened();
    const ada = clientOfAda(site);
    const create = (path: string, body: object) =>
      ada.request<{ readonly id: number }>('POST', path, { status: 'publish', ...body });
    const dates = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };
    const event = await create('/cal/events/v1/events', { title: 'Fair', slug: 'fair', ...dates });
    const venue = await create('/cal/events/v1/venues', { venue: 'Hall' });
    const organizer = await create('/cal/events/v1/organizers', { organizer: 'Club' });
    const category = await create('/cal/events/v1/categories', { name: 'Music' });
    const tag = await create('/core/v2/tags', { name: 'Open' });
    const post = await create('/core/v2/posts', { title: 'Note', slug: 'note' });
    const ids: readonly (readonly [RegExp, number])[] = [
      [/\/events\/\{/, event.id],
      [/\/venues\/\{/, venue.id],
      [/\/organizers\/\{/, organizer.id],
      [/events\/v1\/categories\/\{/, category.id],
      [/\/tags\/\{/, tag.id],
      [/\/posts\/\{/, post.id],
    ];
    const { paths } = (await document()) as { readonly paths: Readonly<Record<string, { readonly get?: unknown }>> };
    const routes = Object.keys(paths).filter((path) => paths[path]?.get !== undefined);
    const rows: string[] = [];
    for (const path of routes.sort()) {
      const id = ids.find(([pattern]) => pattern.test(path))?.[1] ?? 1;
      const [status, kept] = await useOf(ask, `/en/json${path.replaceAll(/\{[^}]*\}/g, String(id))}`);
      if (status !== 401 && status !== 403) rows.push(`| \`${path}\` | ${status} | ${kept} |`);
    }
    for (const path of [...PAGES, '/event/fair/', '/note/', ...DOCUMENTS]) {
      const [status, kept] = await useOf(ask, path);
      rows.push(`| \`${path}\` | ${status} | ${kept} |`);
    }
    await site.stop();
    const page = `${HEAD}${rows.join('\n')}\n`;
    if (process.env.UPDATE_KEPT_ANSWERS) writeFileSync(PAGE, page);
    expect(readFileSync(PAGE, 'utf8')).toBe(page);
  });
});
