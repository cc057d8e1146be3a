import { contentOf } from '../popups.ts';
import type { Largest } from './largestRequests.ts';

/** Pages, feeds and documents missing from the OpenAPI document; `//` marks a path outside the REST root. */
const pages: readonly string[] = [
  '//',
  '//search/?s=harbour',
  '//category/subject-0/',
  '//tag/word-0/',
  '//author/reader0/',
  '//harbour-news-0/',
  '//harbour-news-0/embed/',
  '//feed.xml',
  '//sitemap.xml',
  '//sitemap-posts-1.xml',
  '//events/sitemap-1.xml',
  '//events/feed.ics',
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
  '/openapi.json',
  '/reference',
];

const asPage = (target: string): Largest => ({
  what: `GET ${target.replace('//', '/')}`,
  method: 'GET',
  target,
  isAdmin: false,
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
    isAdmin: true,
    body: posts,
  },
  {
    what: `POST /batch/v1 of ${BATCH} posts with a key`,
    method: 'POST',
    target: '/batch/v1',
    isAdmin: true,
    body: posts,
    key: 'new',
  },
  {
    what: `POST /batch/v1 of ${BATCH} posts, repeated under its key`,
    method: 'POST',
    target: '/batch/v1',
    isAdmin: true,
    body: posts,
    key: 'same',
  },
  {
    what: `POST /batch/v1 of ${BATCH} posts of 100 KB`,
    method: 'POST',
    target: '/batch/v1',
    isAdmin: true,
    body: longPosts,
  },
  {
    what: 'POST /builder/rendered_content of 100 KB',
    method: 'POST',
    target: '/builder/rendered_content',
    isAdmin: true,
    body: { content: longText },
  },
  { what: 'OPTIONS /core/v2/posts', method: 'OPTIONS', target: '/core/v2/posts', isAdmin: true },
  { what: 'OPTIONS /', method: 'OPTIONS', target: '/', isAdmin: true },
];

/** Returns the requests that the OpenAPI document does not describe in full. */
export const otherRequests = (): Largest[] => [...pages.map(asPage), ...writes];
