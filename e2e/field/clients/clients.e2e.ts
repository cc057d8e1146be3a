import { join } from 'node:path';
import { ensureInstalled } from '../../../infra/scripts/installation.mjs';
import { PROFILE } from '../../conformance/profileNames.ts';
import { pythonEnvironment } from '../../pythonEnvironment.ts';
import { password, type SiteProcess, startSite } from '../../site.ts';
import { printed, sessionCookie } from './clientPrograms.ts';

const isInstalled = ensureInstalled('e2e/field/clients') === 0;
const python = await pythonEnvironment({
  name: 'icalendar',
  version: '7.3.2',
  program: 'icalendar',
  home: process.env.ICALENDAR_CLIENT_HOME,
});

const pythonLibrary = await pythonEnvironment({
  name: 'wordpress-client',
  version: '0.1.6',
  program: 'normalizer',
  home: undefined,
});

const pythonTools = await pythonEnvironment({
  name: 'wb-wordpress-site-manager-mcp',
  version: '1.0.0',
  program: 'wb-wordpress-site-manager-mcp',
  home: undefined,
});

describe('clients of other systems, as their packages are', () => {
  let site: SiteProcess;
  beforeAll(async () => {
    site = await startSite({ ALIASES: PROFILE });
    const make = async (path: string, body: object) => {
      const answer = await site.request('POST', path, { as: 'admin', body });
      expect([path, answer.status]).toEqual([path, 201]);
      return answer.body;
    };
    const { id: category } = await make('/core/v2/categories', { name: 'Town news' });
    const { id: tag } = await make('/core/v2/tags', { name: 'Rivers' });
    const terms = { categories: [category], tags: [tag] };
    const { id: post } = await make('/core/v2/posts', {
      title: 'Harbour',
      content: 'Calm',
      status: 'publish',
      ...terms,
    });
    await make('/core/v2/comments', { post, content: 'Fair' });
    const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 21:00:00' };
    const window = { start_date: 'tomorrow 10:00', end_date: 'tomorrow 12:00' };
    await make('/cal/events/v1/categories', { name: 'Film' });
    await make('/cal/events/v1/events', { title: 'Fair', ...window, categories: ['film'], tags: ['loud'] });
    await make('/cal/events/v1/events', { title: 'Far', ...times });
  });
  afterAll(() => site?.stop());

  const why = isInstalled ? '' : ', skipped: its packages cannot be installed';
  const packaged = isInstalled ? it : it.skip;

  packaged(`a feed reader reads every feed${why}`, async () => {
    const feeds = {
      '/feed/': ['Harbour'],
      '/feed': ['Harbour'],
      '/?feed=rss2': ['Harbour'],
      '/feed/rss2/': ['Harbour'],
      '/feed/atom/': ['Harbour'],
      '/feed/rdf/': ['Harbour'],
      '/?feed=atom': ['Harbour'],
      '/feed.xml': ['Harbour'],
      '/comments/feed/': ['Comment on Harbour by admin'],
      '/comments/feed/atom/': ['Comment on Harbour by admin'],
      '/category/town-news/feed/': ['Harbour'],
      '/category/town-news/feed/atom/': ['Harbour'],
      '/tag/rivers/feed/': ['Harbour'],
      '/author/admin/feed/': ['Harbour'],
      '/events/feed/': ['Fair'],
      '/events/feed/atom/': ['Fair'],
      '/events/category/film/feed/': ['Fair'],
      '/fr-ca/events/feed/': ['Fair'],
    };
    const args = [site.origin, ...Object.keys(feeds)];
    expect(await printed(process.execPath, 'feeds.mjs', args)).toEqual(feeds);
  });

  packaged(`a client library discovers, writes, lists, uploads, embeds and deletes${why}`, async () => {
    expect(await printed(process.execPath, 'wpapi.mjs', [site.origin, 'admin', password('admin')])).toEqual({
      namespace: true,
      endpoint: `${site.origin}/en/wp-json/`,
      paging: { total: 3, pages: 3, items: 1 },
      title: 'Changed',
      medium: ['image', 'A pier'],
      featured: true,
      author: 'admin',
      revisions: expect.any(Number),
      autosave: true,
      category: 'music',
      eventCategories: ['film'],
      found: true,
      me: 'admin',
      types: true,
      removed: [true, true],
      gone: 'rest_post_invalid_id',
    });
  });

  packaged(`another client library also writes pages, comments, settings and passwords${why}`, async () => {
    expect(await printed(process.execPath, 'apiClient.mjs', [site.origin, 'admin', password('admin')])).toEqual({
      title: 'Changed',
      author: 'admin',
      revisions: 1,
      page: 'about',
      comment: [true, '<p>Well said</p>\n'],
      medium: ['image', true],
      terms: ['ships', 'sails'],
      me: ['admin', ['24', '48', '96']],
      key: true,
      settings: 'Ships and sails',
      lists: ['post', 'category', 'publish', true, true],
      removed: 'trash',
      missing: true,
    });
  });

  packaged(`a server of tools for language models discovers, writes, lists and trashes${why}`, async () => {
    expect(await printed(process.execPath, 'tools.mjs', [site.origin, 'admin', password('admin')])).toEqual({
      posts: ['GET', 'POST'],
      title: 'By a tool',
      items: 1,
      trashed: 'trash',
    });
  });

  packaged(`a source of a static-site generator reads every list${why}`, async () => {
    const nodes = await printed(process.execPath, 'source.cjs', [site.origin, 'admin', password('admin')]);
    expect(nodes).toMatchObject({
      wordpress__site_metadata: [expect.any(String)],
      wordpress__POST: expect.arrayContaining(['harbour']),
      wordpress__CATEGORY: expect.arrayContaining(['town-news', 'uncategorized']),
      wordpress__TAG: expect.arrayContaining(['rivers']),
      wordpress__wp_users: expect.arrayContaining(['admin', 'editor1']),
      wordpress__wp_taxonomies: ['category', 'post_tag', 'tribe_events_cat'],
    });
  });

  packaged(`the editors’ data layer renews its nonce, writes and batches${why}`, async () => {
    expect(await printed(process.execPath, 'editors.mjs', [site.origin, await sessionCookie(site)])).toEqual({
      renewals: 1,
      title: 'Again',
      total: true,
      batch: [201],
      refused: 'rest_post_invalid_id',
    });
  });

  if ('reason' in pythonTools) {
    it.skip(`a server of tools in Python writes and trashes, skipped: ${pythonTools.reason}`, () => undefined);
  } else {
    const program = join(pythonTools.programs, 'wb-wordpress-site-manager-mcp');
    it('a server of tools in Python checks its account, writes with a new category, and trashes', async () => {
      const args = [program, site.origin, 'admin', password('admin')];
      expect(await printed('python3', 'toolsOfPython.py', args)).toEqual({
        checked: true,
        made: ['publish', ['Boats']],
        trashed: true,
      });
    });
  }

  if ('reason' in pythonLibrary) {
    it.skip(`a library in Python reads lists, skipped: ${pythonLibrary.reason}`, () => undefined);
  } else {
    const program = join(pythonLibrary.programs, 'python3');
    it('a library in Python reads lists of posts, terms and comments', async () => {
      expect(await printed(program, 'lists.py', [site.origin])).toEqual({
        post: [`${site.origin}/harbour/`, '<p>Calm</p>\n', 'publish', 1],
        terms: [true, ['Rivers']],
        category: ['town-news', 1, ['Harbour']],
        day: true,
        author: true,
        comments: [['admin', '<p>Fair</p>\n']],
        ordered: ['Harbour'],
      });
    });
  }

  if ('reason' in python) {
    it.skip(`a calendar program reads every calendar, skipped: ${python.reason}`, () => undefined);
    return;
  }
  it('a calendar program reads every calendar', async () => {
    const all = ['Fair'];
    const calendars = {
      '/events/?ical=1': all,
      '/events/?outlook-ical=1': all,
      '/events/list/?ical=1': all,
      '/?post_type=tribe_events&ical=1&eventDisplay=list': all,
      '/events/category/film/?ical=1': all,
      '/events/tag/loud/?ical=1': all,
      '/events/feed.ics': all,
      '/fr-ca/events/?ical=1': all,
      '/event/fair/?ical=1': all,
      '/event/far/ical/': ['Far'],
      '/event/far/?ical=1': ['Far'],
      '/event/unknown/?ical=1': all,
    };
    const args = [site.origin, ...Object.keys(calendars)];
    expect(await printed(join(python.programs, 'python3'), 'calendars.py', args)).toEqual(calendars);
  });
});
