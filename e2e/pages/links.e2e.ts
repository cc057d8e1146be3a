import { credentials, type SiteProcess, startSite } from '../site.ts';
import { fillSite, type SamplePages } from './fillSite.ts';

type ListItem = { readonly id: number; readonly [member: string]: unknown };

/** Lists, and the members of their records that hold the page address. */
const lists = [
  { path: '/cal/events/v1/events?per_page=50', member: 'events', address: 'url' },
  { path: '/cal/events/v1/venues?per_page=50', member: 'venues', address: 'url' },
  { path: '/cal/events/v1/organizers?per_page=50', member: 'organizers', address: 'url' },
  { path: '/cal/events/v1/categories?per_page=50', member: 'categories', address: 'url' },
  { path: '/cal/events/v1/tags?per_page=50', member: 'tags', address: 'url' },
  { path: '/core/v2/posts?per_page=100', address: 'link' },
  { path: '/core/v2/categories?per_page=100', address: 'link' },
  { path: '/core/v2/tags?per_page=100', address: 'link' },
  { path: '/core/v2/users?per_page=100', address: 'link' },
  { path: '/core/v2/media?per_page=100', address: 'link' },
] as const;

describe('the pages that records link', () => {
  let site: SiteProcess;
  let filled: SamplePages;
  beforeAll(async () => {
    site = await startSite();
    filled = await fillSite(site);
  });
  afterAll(() => site.stop());

  /** Cookie of a new session. */
  const signIn = async (login: string): Promise<string> => {
    const body = new URLSearchParams({ login, password: `${login}-pass` });
    const answer = await fetch(`${site.origin}/admin/sign-in`, { method: 'POST', redirect: 'manual', body });
    return answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  };

  const page = (address: string, headers: Record<string, string> = {}) =>
    fetch(address, { redirect: 'manual', headers });
  const listed = async (language: string, { path, ...list }: (typeof lists)[number]): Promise<ListItem[]> => {
    const { status, body } = await site.request<ListItem[] | Record<string, ListItem[]>>(
      'GET',
      `${site.origin}/${language}/json${path}`,
    );
    expect([path, status]).toEqual([path, 200]);
    const records = 'member' in list ? (body as Record<string, ListItem[]>)[list.member] : body;
    return records as ListItem[];
  };

  describe.each(['en', 'en-ca', 'fr-ca', 'es-us'])('in the lists of %s', (language) => {
    it.each(lists)('$path', async (list) => {
      const records = await listed(language, list);
      expect(records.length).toBeGreaterThan(0);
      for (const record of records) {
        const address = String(record[list.address]);
        const { status, headers } = await page(address);
        expect([address, status, headers.get('content-type')]).toEqual([address, 200, 'text/html; charset=UTF-8']);
      }
    });
  });

  it('lead from the ids of records to their pages, in every service', async () => {
    for (const list of lists.filter(({ path }) => /events\?|venues|posts|media/.test(path))) {
      for (const record of await listed('en', list)) {
        const { status, headers } = await page(`${site.origin}/?p=${record.id}`);
        expect([status, headers.get('location')]).toEqual([301, record[list.address]]);
      }
    }
  });

  it('link existing versions, which link them back', async () => {
    const links = async (address: string) => {
      const text = await (await page(address)).text();
      const found = [...text.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)];
      return found.map(([, tag, href]) => `${tag} ${href}`).sort();
    };
    const [event] = await listed('en', lists[0]);
    for (const address of [String(event?.url), filled.post, `${site.origin}/events/`, `${site.origin}/en/`]) {
      const versions = await links(address);
      expect(versions.length).toBeGreaterThan(2);
      for (const version of versions) {
        const [tag = '', href = ''] = version.split(' ');
        if (tag === 'x-default' && address.endsWith('/en/')) continue;
        expect([href, await links(href)]).toEqual([href, versions]);
      }
    }
  });

  it('are shown for drafts to users who may edit them', async () => {
    expect((await page(filled.draft)).status).toBe(404);
    expect((await page(filled.draft, { authorization: credentials('editor1') })).status).toBe(404);
    const own = await page(filled.draft, { cookie: await signIn('editor1') });
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  });

  it('link the REST addresses of their records', async () => {
    const root = async (path: string) => {
      const { headers } = await fetch(`${site.origin}${path}`, { method: 'HEAD' });
      expect([headers.get('x-cal-api-version'), headers.get('x-cal-api-origin')]).toEqual(['v1', site.origin]);
      return headers.get('x-cal-api-root') as string;
    };
    expect(await root('/')).toBe(`${site.origin}/en/json/cal/events/v1/`);
    for (const path of [
      '/event/sunset-concert/',
      '/events/category/music/',
      '/tag/outdoors/',
      '/venue/harbour-park/',
    ]) {
      const address = await root(path);
      expect([path, (await page(address)).status]).toEqual([path, 200]);
    }
  });

  it('are not sent again to clients that have them', async () => {
    for (const path of ['/en/', '/events/', '/event/sunset-concert/', '/events/feed.ics']) {
      const tag = (await page(`${site.origin}${path}`)).headers.get('etag') as string;
      const again = await page(`${site.origin}${path}`, { 'if-none-match': tag });
      expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
    }
  });
});
