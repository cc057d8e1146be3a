import { ServiceUnavailableError } from '@almanac/service';
import { ORIGIN, type ServedPages, servePages } from './servePages.contract.ts';

const eventFound = {
  title: 'Rain &amp; <b>snow</b>',
  url: `${ORIGIN}/event/rain/`,
  language: 'en',
  start: '2031-06-10 19:30:00',
  all_day: false,
};
const found = {
  upcoming: { total: 9, events: [{ ...eventFound, dates: { count: 9, url: `${ORIGIN}/events/list/?series=4` } }] },
  past: {
    total: 4,
    events: [{ ...eventFound, title: 'Pluie', url: `${ORIGIN}/fr-ca/event/pluie/`, language: 'fr-ca' }],
  },
};

describe('the other files of a site', () => {
  let site: ServedPages;
  let calendarAnswers = true;
  const asked: string[] = [];

  beforeAll(async () => {
    site = await servePages({
      fetchInternal: async (service, path) => {
        if (!calendarAnswers) throw new ServiceUnavailableError(service);
        asked.push(path);
        return { status: 200, headers: new Headers(), body: found };
      },
    });
    await site.make('/posts', { title: 'Rain in the hills', content: 'Wet.', status: 'publish' });
    await site.make('/posts', { title: 'Sun', content: 'Now and then rain.', status: 'publish' });
    await site.make('/posts', { title: 'Rain, a draft' });
    await site.make('/posts', { title: 'La pluie', status: 'publish' }, 'fr-ca');
  });
  afterAll(() => site.stop());

  describe('in the search', () => {
    it('show posts, the best first, and events, with the words marked', async () => {
      const { status, text } = await site.page('/search/?s=rain');
      expect([status, asked.at(-1)]).toEqual([200, '/internal/found-events?search=rain']);
      expect(text).toContain('<h1>Search: rain</h1>');
      expect(text).toContain(`<a href="${ORIGIN}/event/rain/"><mark>Rain</mark> &amp; snow</a>`);
      const titles = [...text.matchAll(/<h2><a href="[^"]+">([^<]+)<\/a><\/h2>/g)].map(([, title]) => title);
      expect(titles).toEqual(['Rain in the hills', 'Sun']);
      expect(text).toContain('<meta name="robots" content="noindex, follow">');
      expect(text).toContain('value="rain"');
      expect(text).toContain(`</time> · <a href="${ORIGIN}/events/list/?series=4">All 9 dates</a></p>`);
    });

    it('show past events last, with a link to all of them and a label for another language', async () => {
      const { text } = await site.page('/search/?s=rain');
      const [before = '', after = ''] = text.split('>Past events</h2>');
      expect(before).toContain('>Posts and pages</h2>');
      expect(after).toContain(
        `<a href="${ORIGIN}/fr-ca/event/pluie/" lang="fr-CA" dir="ltr">Pluie</a> <span class="tag">French</span>`,
      );
      expect(after).toContain(`<a href="${ORIGIN}/events/list/?search=rain&amp;when=past">All 4 in the calendar</a>`);
    });

    it('reveal no word of a post that a password protects', async () => {
      const post = { title: 'Cellar', content: 'Whispered.', status: 'publish', password: 'x' };
      const { id } = await site.make('/posts', post);
      for (const words of ['whispered', 'cellar', 'cellar -rain'])
        expect((await site.page(`/search/?s=${words}`)).text).toContain('No posts or pages match your search.');
      await site.ask('editor', 'DELETE', `/core/v2/posts/${id}`);
    });

    it('work without the calendar, and without words', async () => {
      calendarAnswers = false;
      const { status, text } = await site.page('/search/?s=sun');
      calendarAnswers = true;
      expect([status, text.includes('The calendar is not available at the moment.')]).toEqual([200, true]);
      const before = asked.length;
      expect((await site.page('/search/')).status).toBe(200);
      expect((await site.page('/search/?s[]=x')).status).toBe(200);
      expect(asked).toHaveLength(before);
    });

    it.each(['%3Cscript%3E', '(((', 'a%22%20onfocus=%22x', '%5C', 'x'.repeat(5_000)])(
      'show %s as words',
      async (words) => {
        const { status, text } = await site.page(`/search/?s=${words}`);
        expect(status).toBe(200);
        expect(text).not.toMatch(/<script>|onfocus="x/);
      },
    );

    it('end after the last page', async () => expect((await site.page('/search/page/9/?s=rain')).status).toBe(404));
  });

  it('include a feed of the newest posts', async () => {
    const { text, headers } = await site.page('/feed.xml');
    expect(headers.get('content-type')).toBe('application/rss+xml; charset=UTF-8');
    expect([...text.matchAll(/<item>\n<title>([^<]+)/g)].map(([, title]) => title)).toEqual([
      'Sun',
      'Rain in the hills',
    ]);
    expect(text).toContain(`<atom:link href="${ORIGIN}/feed.xml"`);
    expect((await site.page('/feed.xml', { language: 'fr-ca' })).text).toContain('<title>La pluie</title>');
  });

  it('include a sitemap of its pages', async () => {
    expect((await site.page('/robots.txt')).text).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
    const index = await site.page('/sitemap.xml');
    expect([...index.text.matchAll(/<loc>([^<]+)/g)].map(([, address]) => address)).toEqual([
      `${ORIGIN}/sitemap-posts-1.xml`,
    ]);
    const { text } = await site.page('/sitemap-posts-1.xml');
    expect(text.match(/<loc>/g)).toHaveLength(3);
    expect(text).toContain(`<loc>${ORIGIN}/fr-ca/la-pluie/</loc>`);
    expect((await site.page('/sitemap-posts-0.xml')).status).toBe(404);
  });

  it('include a site icon', async () => {
    const { text, headers } = await site.page('/favicon.svg');
    expect([headers.get('content-type'), text.includes('>S</text>')]).toEqual(['image/svg+xml', true]);
  });
});
