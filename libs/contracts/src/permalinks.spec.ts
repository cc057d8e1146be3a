import { isPermalink, permalinkOf, publishedPermalink } from './permalinks.ts';
import { siteSettings } from './settings.ts';

const post = { path: '/fr-ca/port/', slug: 'port', type: 'post', date: '2026-05-09 08:00:00' };

describe('the permalinks of posts', () => {
  it.each([
    ['/{slug}/', '/fr-ca/port/'],
    ['/{year}/{month}/{slug}/', '/fr-ca/2026/05/port/'],
    ['/{year}/{month}/{day}/{slug}/', '/fr-ca/2026/05/09/port/'],
    ['/news/{slug}/', '/fr-ca/news/port/'],
    ['/a/b/{year}/{slug}/', '/fr-ca/a/b/2026/port/'],
  ])('follow the setting %s', (permalinks, path) => {
    expect(siteSettings.shape.permalinks.parse(permalinks)).toBe(permalinks);
    expect(permalinkOf(post, { permalinks })).toBe(path);
    expect(permalinkOf({ ...post, path: null }, { permalinks })).toBeNull();
    expect(permalinkOf({ ...post, type: 'page' }, { permalinks })).toBe(post.path);
    const above = path.split('/').slice(2, -2);
    expect(isPermalink(above, { permalinks, former_permalinks: [] })).toBe(true);
    expect(isPermalink(above, { permalinks: '/other/{slug}/', former_permalinks: [permalinks] })).toBe(true);
  });

  it.each([
    [
      'of a post, in the zone of the site',
      { type: 'post', published: '2026-01-01T02:00:00Z' },
      '/fr-ca/2025/12/31/port/',
    ],
    ['of a page', { type: 'page', published: '2026-01-01T02:00:00Z' }, '/fr-ca/port/'],
    ['of an event', {}, '/fr-ca/port/'],
    ['of a post without a date', { type: 'post', published: null }, '/fr-ca/port/'],
    ['of a draft', { type: 'post', published: '2026-01-01T02:00:00Z', path: null }, null],
  ])('follow from the published members %s', (_of, members, path) => {
    const settings = { permalinks: '/{year}/{month}/{day}/{slug}/', timezone: 'America/Regina' };
    expect(publishedPermalink({ path: '/fr-ca/port/', ...members }, settings)).toBe(path);
  });

  it.each([
    '',
    '{slug}',
    '/{slug}',
    '/{month}/{slug}/',
    '/{year}/',
    '/2026/{slug}/',
    '/News/{slug}/',
    '/{slug}/{year}/',
  ])('do not accept the setting %j', (permalinks) => {
    expect(siteSettings.shape.permalinks.safeParse(permalinks).success).toBe(false);
  });

  it.each([[['2026']], [['2026', '5']], [['news', '05']], [['2026', '05', '09']], [[]]])(
    'have the segments of the setting, which %j are not',
    (above: string[]) => {
      expect(isPermalink(above, { permalinks: '/{year}/{month}/{slug}/', former_permalinks: [] })).toBe(false);
    },
  );
});
