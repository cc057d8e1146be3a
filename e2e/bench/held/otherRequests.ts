import { costlyTexts } from '../../hostile/costlyTexts.ts';
import { contentOf } from '../popups.ts';
import type { Largest } from './largestRequests.ts';

/** Pages, feeds and documents missing from the OpenAPI document; `//` marks a path outside the REST root. */
const pages: readonly string[] = [
  '//',
  '//search/?s=harbour',
  '//search/?s=neighbours+harbour+talked+length',
  '//search/?s=%25_',
  '//category/subject-0/',
  '//tag/word-0/',
  '//author/reader0/',
  '//harbour-news-0/',
  '//harbour-news-0/embed/',
  '//feed.xml',
  '//sitemap.xml',
  '//sitemap-posts-1.xml',
  '//sitemap-posts-20.xml',
  '//events/sitemap-1.xml',
  '//events/sitemap-50.xml',
  '//events/feed.ics',
  '//events/feed.ics?search=harbour',
  '//events/feed.ics?start_date=2031-06-01&end_date=2031-06-30',
  '//events/feed.xml',
  '//events/',
  '//events/month/2031-06/',
  '//events/month/2031-06/?search=harbour',
  '//events/week/2031-06-05/',
  '//events/day/2031-06-05/',
  '//events/list/?date=2031-06-01',
  '//events/category/kind-0/',
  '//event/evening-0-by-the-harbour/',
  '//venue/pier-0/',
  '//organizer/guild-0/',
  '//events/list/?search=a+b+c+d+e+f+g+h+i+j+k+l',
  '/openapi.json',
  '/reference',
];

const asPage = (target: string): Largest => ({
  what: `GET ${target.replace('//', '/')}`,
  method: 'GET',
  target,
});

const BATCH = 25;
const RENDERED_BYTES = 100 * 1_024;

const batchOf = (path: string, body: (turn: number) => object): object => ({
  requests: Array.from({ length: BATCH }, (_, turn) => ({ path, body: body(turn) })),
});

const text = contentOf(5 * 1_024);

const posts = batchOf('/core/v2/posts', (turn) => ({ title: `Batch ${turn}`, content: text, status: 'publish' }));

const longText = contentOf(RENDERED_BYTES);

const longPosts = batchOf('/core/v2/posts', (turn) => ({ title: `Long ${turn}`, content: longText }));

/** Batches with and without a key, rendering, and `OPTIONS` requests. */
const writes: readonly Largest[] = [
  {
    what: `POST /batch/v1 of ${BATCH} posts`,
    method: 'POST',
    target: '/batch/v1',
    as: 'admin',
    body: posts,
  },
  {
    what: `POST /batch/v1 of ${BATCH} posts with a key`,
    method: 'POST',
    target: '/batch/v1',
    as: 'admin',
    body: posts,
    key: 'new',
  },
  {
    what: `POST /batch/v1 of ${BATCH} posts, repeated under its key`,
    method: 'POST',
    target: '/batch/v1',
    as: 'admin',
    body: posts,
    key: 'same',
  },
  {
    what: `POST /batch/v1 of ${BATCH} posts of 100 KB`,
    method: 'POST',
    target: '/batch/v1',
    as: 'admin',
    body: longPosts,
  },
  {
    what: 'POST /builder/rendered_content of 100 KB',
    method: 'POST',
    target: '/builder/rendered_content',
    as: 'admin',
    body: { content: longText },
  },
  { what: 'OPTIONS /core/v2/posts', method: 'OPTIONS', target: '/core/v2/posts', as: 'admin' },
  { what: 'OPTIONS /', method: 'OPTIONS', target: '/', as: 'admin' },
];

const exports: readonly Largest[] = ['json', 'csv', 'apache', 'nginx'].map((format) => ({
  what: `GET /redirection/v1/export/1/${format}`,
  method: 'GET',
  target: `/redirection/v1/export/1/${format}`,
  as: 'admin',
}));

/** Costly texts of a megabyte, as drafts and descriptions by the least users who may write them. */
const longTexts: readonly Largest[] = [...costlyTexts].flatMap(([name, part]) => {
  const content = part.repeat(10);
  const times = { start_date: '2031-06-01 10:00:00', end_date: '2031-06-01 11:00:00' };
  const size = `${name}, ${content.length.toLocaleString('en-US')} characters`;
  return [
    {
      what: `POST /core/v2/posts of ${size}`,
      method: 'POST',
      target: '/core/v2/posts',
      as: 'contrib1',
      body: { title: 'Draft', content },
    },
    {
      what: `POST /cal/events/v1/events of ${size}`,
      method: 'POST',
      target: '/cal/events/v1/events',
      as: 'author1',
      body: { title: 'Event', description: content, ...times },
    },
  ];
});

/** Lists whose newest records are the costly texts, with and without these. */
const longLists: readonly Largest[] = [undefined, 'author1', 'editor1'].flatMap((as) =>
  ['/core/v2/cal_events?per_page=100', '/core/v2/posts?per_page=100&status=draft&context=edit'].flatMap((list) =>
    ['', '&per_page=5', '&_fields=id,title'].map((addition) => ({
      what: `GET ${list}${addition} after texts of a megabyte`,
      method: 'GET',
      target: list + addition,
      ...(as && { as }),
    })),
  ),
);

/** Returns requests that the OpenAPI document does not describe in full, and that change nothing. */
export const otherReads = (): Largest[] => [...pages.map(asPage), ...exports];

/** Returns requests that write, in an order in which long texts come last, and then lists of these. */
export const otherWrites = (): Largest[] => [...writes, ...longTexts, ...longLists];
