import { createTexts } from '@almanac/i18n';
import { deleteStoredAnswers } from '@almanac/rest/testing';
import { routesOf } from './service.ts';
import { calendarOf, serveCalendar, type TestService } from './testing.contract.ts';

const bodies: Readonly<Record<string, object>> = {
  '/events': { title: 'Made', start_date: '2031-05-05 10:00:00', end_date: '2031-05-05 11:00:00' },
  '/venues': { title: 'Made', venue: 'Made' },
  '/organizers': { title: 'Made', organizer: 'Made' },
  '/categories': { name: 'Made' },
  '/tags': { name: 'Made' },
};
/** The namespaces in which clients create records. */
const RECORDS = ['cal/events/v1', 'calx/v1'];

const creating = routesOf(calendarOf(), createTexts())
  .filter(({ namespace }) => RECORDS.includes(namespace))
  .filter(({ methods, path }) => methods.includes('POST') && !path.includes('{'))
  .map(({ namespace, path }) => ({ namespace, path }));

let calendar: TestService;
beforeAll(async () => {
  calendar = await serveCalendar();
});
afterAll(() => calendar.stop());

describe('Idempotency-Key', () => {
  it('is tested for every route that creates', () => {
    expect([...new Set(creating.map(({ path }) => path))].sort()).toEqual(Object.keys(bodies).sort());
  });

  it.each(creating)('creates one record through POST /$namespace$path, after a refused request', async (route) => {
    const { namespace, path } = route;
    const post = (body: object | undefined) =>
      calendar.ask('administrator', 'POST', path, { namespace, body, headers: { 'idempotency-key': 'k' } });
    expect((await post({ title: '', name: '', venue: '', organizer: '' })).status).toBe(400);
    const [first, again] = [await post(bodies[path]), await post(bodies[path])];
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true']);
    expect(again.body).toEqual(first.body);
  });

  // core owns tags and knows their outcome
  const own = creating.filter(({ path }) => path !== '/tags');
  it.each(own)('returns the result of POST /$namespace$path if its answer was lost', async (route) => {
    const { namespace, path } = route;
    const headers = { 'idempotency-key': 'lost' };
    const body = JSON.parse(JSON.stringify(bodies[path]).replaceAll('Made', 'Lost'));
    const post = () => calendar.ask('administrator', 'POST', path, { namespace, body, headers });
    const first = await post();
    await deleteStoredAnswers(calendar.entries);
    const again = await post();
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    await calendar.ask('administrator', 'DELETE', `${path}/${first.body.id}?force=true`, { namespace });
    await deleteStoredAnswers(calendar.entries);
    const before = await calendar.store.last();
    const { status: kept } = await calendar.ask('administrator', 'GET', `${path}/${first.body.id}`, { namespace });
    // a trashed record can still be shown
    const expected = kept === 404 ? 404 : 201;
    expect([(await post()).status, await calendar.store.last()]).toEqual([expected, before]);
  });
});
