import type { SiteProcess } from '../site.ts';
import type { KnownRecords } from './knownRecords.ts';

const event = (title: string) => ({ title, start_date: '2031-05-05 10:00:00', end_date: '2031-05-05 11:00:00' });

/** A few records of each kind, in several states; their ids start at 1 and at 1001. */
const records: readonly (readonly [path: string, body: object])[] = [
  ['/core/v2/categories', { name: 'News', slug: 'news' }],
  ['/core/v2/categories', { name: 'Local', parent: 2 }],
  ['/core/v2/tags', { name: 'river' }],
  ['/core/v2/posts', { title: 'Harbour', status: 'publish', categories: [2], tags: [4] }],
  ['/core/v2/posts', { title: 'Draft', status: 'draft' }],
  ['/core/v2/posts', { title: 'Secret', status: 'publish', password: 'secret' }],
  ['/core/v2/posts', { title: 'Private', status: 'private' }],
  ['/core/v2/pages', { title: 'Parish', status: 'publish' }],
  ['/core/v2/comments', { post: 1, content: 'Well said' }],
  ['/core/v2/menus', { name: 'Main' }],
  ['/core/v2/menu-items', { title: 'Out', url: 'https://example.org/' }],
  ['/core/v2/posts/1', { content: 'Changed once' }],
  ['/core/v2/posts/1', { content: 'Changed twice' }],
  ['/core/v2/posts/1/autosaves', { content: 'Changed a third time' }],
  ['/cal/events/v1/categories', { name: 'Concerts' }],
  ['/cal/events/v1/tags', { name: 'outside' }],
  ['/cal/events/v1/venues', { venue: 'Quay', city: 'Riverside' }],
  ['/cal/events/v1/organizers', { organizer: 'Guild' }],
  ['/cal/events/v1/events', { ...event('Harbour'), venue: 1001, organizer: 1002 }],
  ['/cal/events/v1/events', { ...event('Draft'), status: 'draft' }],
  ['/cal/events/v1/events', { ...event('Protected'), password: 'secret' }],
];

/** Fills a fresh site. @throws Error if a record is refused */
export const seed = async (site: SiteProcess, known: KnownRecords): Promise<void> => {
  for (const [path, body] of records) {
    const { status, body: created } = await site.request('POST', path, { as: 'admin', body });
    if (status >= 300) throw new Error(`${path} answered ${status} ${JSON.stringify(created)}`);
    if (status === 201) known.made(path, JSON.stringify(created));
  }
};
