import { categoryChanged, categoryDeleted, eventChanged, eventDeleted, eventTrashed } from '@almanac/contracts';
import type { Delivery } from '@almanac/messaging';
import { ORIGIN, type RoleName, serveCore, type TestService } from '../testing.contract.ts';
import { eventTitles, searchCopies } from './searchCopies.ts';

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const make = async (path: string, body: object, language = 'en') => {
  const headers = { 'x-almanac-language': language };
  const answer = await core.ask('administrator', 'POST', `/core/v2/${path}`, body, headers);
  expect([path, answer.status]).toEqual([path, 201]);
  return answer.body;
};

let position = 0;
const tell = (type: string, data: object, at = '2026-05-02T10:00:00.000Z') => {
  position += 1;
  const delivery: Delivery = {
    ...{ source: 'calendar', epoch: 1, type, key: 'spec', data, position, n: 0, at },
    ...{ principal: 'system', language: 'en', correlation: 'spec' },
  };
  return searchCopies(core.documents).handle(delivery);
};

const event = (id: number, title: string, more: object = {}) => ({
  ...{ id, title, status: 'publish', language: 'en', languages: ['en'], group: null, protected: false },
  ...{ path: `/event/e${id}/`, ...more },
});

const search = async (
  query: string,
  { as = 'visitor', language = 'en' }: { as?: RoleName; language?: string } = {},
) => {
  const headers = { 'x-almanac-language': language };
  const { status, body } = await core.ask(as, 'GET', `/core/v2/search?${query}`, undefined, headers);
  expect(status).toBe(200);
  return (body as { title: string }[]).map(({ title }) => title);
};

describe('the search of a site', () => {
  it('follows the events of the calendar, and forgets those that are gone', async () => {
    await tell(eventChanged.type, event(1003, 'Lantern walk'));
    await tell(eventChanged.type, event(1004, 'Lantern draft', { status: 'draft' }));
    await tell(eventChanged.type, event(1005, 'Lantern secret', { protected: true }));
    await make('posts', { title: 'News', content: 'lantern', status: 'publish' });
    expect(await search('search=lantern')).toEqual(['Lantern walk', 'News']);
    expect(await search('search=lantern', { as: 'subscriber' })).toEqual(['Lantern secret', 'Lantern walk', 'News']);
    await tell(eventChanged.type, { id: 1003, title: 'Torch walk' });
    expect(await search('search=lantern&subtype=cal_events')).toEqual([]);
    expect(await search('search=torch+walk')).toEqual(['Torch walk']);
    await tell(eventTrashed.type, { id: 1003, from: 'publish', slug: 'x__trashed' });
    expect(await search('search=torch')).toEqual([]);
    await tell(eventChanged.type, { id: 1003, status: 'publish', path: '/event/e1003/' });
    expect(await search('search=torch')).toEqual(['Torch walk']);
    await tell(eventDeleted.type, { id: 1003 });
    expect(await search('search=torch')).toEqual([]);
  });

  it('shows the records of its language', async () => {
    await make('pages', { title: 'Port', status: 'publish' }, 'fr-ca');
    await tell(eventChanged.type, event(1003, 'Port en fête', { language: 'fr-ca', languages: ['fr-ca'] }));
    expect(await search('search=port')).toEqual([]);
    expect(await search('search=port', { language: 'fr-ca' })).toEqual(['Port en fête', 'Port']);
  });

  it('finds no text behind a password, and titles behind one for signed-in users only', async () => {
    await make('posts', { title: 'Locked', content: 'whisper', status: 'publish', password: 'sesame' });
    await make('posts', { title: 'Locked draft', content: 'whisper' });
    expect(await search('search=locked')).toEqual([]);
    expect(await search('search=locked', { as: 'subscriber' })).toEqual(['Locked']);
    expect(await search('search=whisper', { as: 'subscriber' })).toEqual([]);
  });

  it('names the address of an event category by the categories above, and leaves out deleted ones', async () => {
    const names = { description: '', language: 'en', group: null };
    await tell(categoryChanged.type, { id: 70, name: 'Trips', slug: 'trips', parent: 0, ...names });
    await tell(categoryChanged.type, { id: 71, name: 'River trips', slug: 'river', parent: 70, ...names });
    const { body } = await core.ask('visitor', 'GET', '/core/v2/search?type=term&search=river');
    expect(body).toMatchObject([{ id: 71, url: `${ORIGIN}/events/category/trips/river/`, type: 'cal_events_cat' }]);
    await tell(categoryDeleted.type, { id: 71 });
    expect(await search('type=term&search=river')).toEqual([]);
    expect(await search('type=post-format')).toEqual([]);
  });

  it('merges the pages of collections, and refuses pages with records after the first 1,000', async () => {
    const created = (n: number) =>
      `2025-01-01 ${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}:00`;
    const titles = Array.from({ length: 1001 }, (_, n) => ({
      ...{ collection: eventTitles, id: n + 1, version: 1 },
      body: { ...event(n + 1, `Walk ${n + 1}`), created: created(n + 1) },
    }));
    await core.documents.write(titles);
    await make('posts', { title: 'Middle', status: 'publish', date_gmt: '2025-01-01T10:00:30' });
    await make('posts', { title: 'Oldest', status: 'publish', date_gmt: '2025-01-01T00:00:00' });
    // 401 events are newer than the post in the middle
    expect(await search('page=5&per_page=100')).toEqual([
      ...['Walk 601', 'Middle'],
      ...Array.from({ length: 98 }, (_, n) => `Walk ${600 - n}`),
    ]);
    expect(await search('page=10&per_page=100')).toHaveLength(100);
    const tooDeep = await core.ask('visitor', 'GET', '/core/v2/search?page=11&per_page=100');
    expect([tooDeep.status, tooDeep.body.code]).toEqual([400, 'rest_search_too_deep']);
    expect(await search('page=12&per_page=100')).toEqual([]);
    expect(await search('subtype=cal_events&page=10&per_page=100')).toContain('Walk 2');
  });
});
