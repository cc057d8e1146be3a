import { historyContract, type ShownRecord } from '@almanac/service/history-contract';
import { registrations } from './service.ts';
import { otherOrganizer, otherVenue } from './storedEventsScenario.contract.ts';
import { newPicture, serveCalendar, type TestService } from './testing.contract.ts';

let calendar: TestService;

beforeAll(async () => {
  calendar = await serveCalendar();
});
afterAll(() => calendar.stop());

const ask = async (method: string, path: string, body?: object, namespace = 'cal/events/v1') => {
  const answer = await calendar.ask('administrator', method, path, { body, namespace });
  expect([path, answer.status < 300, answer.body]).toEqual([path, true, answer.body]);
  return answer.body;
};

const changed = async (plural: string, created: object, change: object): Promise<ShownRecord> => {
  const { id } = await ask('POST', `/${plural}`, created);
  await ask('POST', `/${plural}/${id}`, change);
  return { id, shown: await ask('GET', `/${plural}/${id}`) };
};

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

historyContract({
  registrations,
  store: () => calendar.store,
  records: {
    event: () =>
      changed('events', { title: 'Fair', ...times }, { title: 'Harbour fair', cost: '5', image: newPicture.id }),
    series: async () => {
      const recurrence = { rules: ['FREQ=DAILY;COUNT=3'] };
      const { id, series } = await ask('POST', '/events', { title: 'Choir', ...times, recurrence });
      const body = { scope: 'all', title: 'Singing', slug: 'singing', start_date: '2031-06-11 19:30:00' };
      await ask('PATCH', `/events/${id}`, { ...body, end_date: '2031-06-11 22:00:00', description: 'Loud' });
      return { id: series.id, shown: await ask('GET', `/series/${series.id}`, undefined, 'calx/v1') };
    },
    venue: () => changed('venues', { venue: 'Hall' }, otherVenue),
    organizer: () => changed('organizers', { organizer: 'Band' }, otherOrganizer),
    category: () => changed('categories', { name: 'Music' }, { name: 'Brass' }),
    import: async () => {
      const namespace = 'cal/event-import/v1';
      const { import_id: id, batch_hash } = await ask('POST', '/import', { origin: 'feed' }, namespace);
      const status = { data: { total: 1, done: 0 }, batch: { total: 1, done: 1 } };
      const events = [{ ...times, title: 'Regatta' }, { title: '' }];
      await ask('POST', `/import/${id}/batch`, { batch_hash, status, percentage_complete: 100, events }, namespace);
      return { id, shown: await ask('GET', `/import/${id}`, undefined, namespace) };
    },
    followedfeed: async () => {
      const namespace = 'cal/event-import/v1';
      const feed = { url: 'https://93.184.215.14/events.ics', paused: true };
      const { id } = await ask('POST', '/feeds', feed, namespace);
      const change = {
        name: 'Port',
        interval: 30,
        categories: ['Sea'],
        status: 'draft',
        on_removed: 'keep',
        author: 2,
      };
      await ask('PATCH', `/feeds/${id}`, change, namespace);
      return { id, shown: await ask('GET', `/feeds/${id}`, undefined, namespace) };
    },
    onboarding: async () => {
      const namespace = 'calx/v2/onboarding';
      const { action_nonce } = await ask('GET', '/settings', undefined, namespace);
      for (const currentTab of [1, 2])
        await ask('POST', '/wizard', { action_nonce, begun: true, currentTab }, namespace);
      return { id: 'site', shown: await ask('GET', '/settings', undefined, namespace) };
    },
  },
  written: {
    event: ['password', 'currency_symbol', 'currency_position', 'currency_code', 'import_uid'],
    series: [
      ...['slug', 'content', 'excerpt', 'featured_media', 'website', 'show_map', 'show_map_link', 'hide_from_listings'],
      ...['cost', 'currency_symbol', 'currency_position', 'currency_code', 'sticky', 'featured'],
      ...['cal_events_cat', 'tags', 'venues', 'organizers', 'comment_status', 'ping_status', 'format', 'template'],
    ],
    venue: ['password', 'excerpt', '_VenueLat', '_VenueLng'],
    organizer: ['password', 'excerpt'],
    import: ['post_status', 'update_authority'],
    onboarding: ['optin'],
  },
  withoutRoutes: ['suggestion', 'categorytree', 'translations', 'translationresult'],
});
