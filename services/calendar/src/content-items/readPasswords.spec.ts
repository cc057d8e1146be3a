import { createTexts } from '@almanac/i18n';
import { routesOf } from '../service.ts';
import { calendarOf, serveCalendar, type TestService } from '../testing.contract.ts';

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };
const texts = { description: 'Bring a lamp', password: 'sesame' };

/** The routes that read records with a password, except the lists of terms. */
const reads = routesOf(calendarOf(), createTexts()).filter(
  ({ methods, path, args }) =>
    methods.includes('GET') && Object.hasOwn(args, 'password') && !/categories|tags|cal_events_cat/.test(path),
);

/** The records of a route: `cal_venue` are venues. */
const recordsOf = (path: string): string => {
  const [, collection = ''] = path.split('/');
  return { cal_events: 'events', cal_venue: 'venues', cal_organizer: 'organizers' }[collection] ?? collection;
};

describe('the password of a protected record', () => {
  let calendar: TestService;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    calendar = await serveCalendar();
    for (const kind of ['events', 'venues', 'organizers']) {
      const sent = {
        ...texts,
        ...(kind === 'events' ? { ...times, title: 'Secret' } : { [kind.slice(0, -1)]: 'Secret' }),
      };
      ids[kind] = (await calendar.ask('editor', 'POST', `/${kind}`, { body: sent })).body.id;
    }
    const recurring = { ...texts, ...times, title: 'Weekly', recurrence: { rules: ['FREQ=WEEKLY;COUNT=2'] } };
    ids.series = (await calendar.ask('editor', 'POST', '/events', { body: recurring })).body.series.id;
  });
  afterAll(() => calendar.stop());

  it('is an argument of lists and single reads of every form', () => {
    expect(reads).toHaveLength(19);
  });

  it.each(reads.map(({ namespace, path }) => [namespace, path]))(
    'opens %s%s in a query only',
    async (namespace, path) => {
      const filled = path.replace('{id:\\d+}', String(ids[recordsOf(path)])).replace('{slug}', 'secret');
      const ask = (query: string, body?: object) =>
        calendar.ask('visitor', 'POST', `${filled}?_method=GET${query}`, { namespace, body });
      const closed = await ask('');
      const inBody = await ask('', { password: 'sesame' });
      expect([inBody.status, inBody.text]).toEqual([closed.status, closed.text]);
      expect((await ask('&password=sesame', { password: '' })).text).toContain('Bring a lamp');
      expect(closed.text).not.toContain('Bring a lamp');
    },
  );
});
