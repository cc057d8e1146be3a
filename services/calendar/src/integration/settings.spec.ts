import { completeSettings, SETTINGS_KEY, type SiteSettings } from '@almanac/contracts';
import { serveCalendar, type TestService } from '../testing.contract.ts';

describe('settings that change while the calendar runs', () => {
  let calendar: TestService;
  let version = 0;
  beforeEach(async () => {
    version = 0;
    calendar = await serveCalendar({ settings: { currency_symbol: '$' } });
    for (const day of [1, 2, 3]) {
      const dates = { start_date: `2031-06-0${day} 22:00:00`, end_date: `2031-06-0${day} 23:00:00` };
      const body = { title: `Event ${day}`, ...dates, cost: '5', status: 'publish' };
      await calendar.ask('editor', 'POST', '/events', { body });
    }
    await change(completeSettings({ timezone: 'America/New_York' }));
  });
  afterEach(() => calendar.stop());

  const change = async (settings: Partial<SiteSettings>): Promise<void> => {
    version++;
    const data = { version, settings };
    await calendar.deliver({ type: 'core.settings-changed.v1', key: SETTINGS_KEY, data, position: version });
  };
  const listed = async (query = '') => (await calendar.ask('visitor', 'GET', `/events?${query}`)).body.events;

  it('apply to the next list, whatever was shown before', async () => {
    expect((await listed()).map(({ cost }: { cost: string }) => cost)).toEqual(['$5', '$5', '$5']);
    await change({ currency_symbol: '€', currency_position: 'postfix', events_per_page: 2 });
    expect((await listed()).map(({ cost }: { cost: string }) => cost)).toEqual(['5€', '5€']);
  });

  it('decide where the list of today starts, even within the same minute', async () => {
    const begin = async () => {
      const { body } = await calendar.ask('visitor', 'OPTIONS', '/events');
      return body.endpoints[0].args.start_date.default;
    };
    const before = await begin();
    await change({ timezone: 'Asia/Tokyo' });
    expect([before, await begin()]).toEqual(['2030-12-31 00:00:00', '2031-01-01 00:00:00']);
  });

  it('are the defaults in the description of every list', async () => {
    await change({ events_per_page: 7 });
    for (const list of ['events', 'venues', 'organizers', 'categories', 'tags']) {
      const { body } = await calendar.ask('visitor', 'OPTIONS', `/${list}`);
      expect([list, body.endpoints[0].args.per_page.default]).toEqual([list, 7]);
    }
  });

  it('give new events their time zone, and keep that of existing ones', async () => {
    await change({ timezone: 'Asia/Tokyo' });
    const dates = { start_date: '2031-06-04 10:00:00', end_date: '2031-06-04 11:00:00' };
    const made = await calendar.ask('editor', 'POST', '/events', { body: { title: 'Late', ...dates } });
    expect(made.body).toMatchObject({ timezone: 'Asia/Tokyo', utc_start_date: '2031-06-04 01:00:00' });
    expect((await listed())[0].timezone).toBe('America/New_York');
  });
});
