import type { InternalAnswer, InternalRequest } from '@almanac/service';
import { type Asker, serveCalendar, type TestService } from '../testing.contract.ts';

const namespace = 'calx/v2/onboarding';
const CHANGED: InternalAnswer = { status: 200, headers: new Headers(), body: { timezone: 'UTC' } };

let calendar: TestService;
/** The requests that core received, and its answer. */
let set: InternalRequest[];
let answer: InternalAnswer;
beforeEach(async () => {
  [set, answer] = [[], CHANGED];
  calendar = await serveCalendar({}, undefined, {
    fetchInternal: async (_service, path, asked = {}) => {
      if (path !== '/core/v2/settings') return { status: 404, headers: new Headers(), body: {} };
      set.push(asked);
      return answer;
    },
  });
});
afterEach(() => calendar.stop());

const settings = async (as: Asker = 'administrator') => calendar.ask(as, 'GET', '/settings', { namespace });
const nonce = async (as: Asker = 'administrator'): Promise<string> => (await settings(as)).body.action_nonce;
const send = (body: object, as: Asker = 'administrator') => calendar.ask(as, 'POST', '/wizard', { namespace, body });
const step = async (body: object) => send({ action_nonce: await nonce(), ...body });

const records = {
  organizer: { name: 'Harbour choir', email: 'choir@example.test', website: '' },
  venue: { name: 'Pier', city: 'Kiel', state: 'Holstein', country: 'de', zip: '24103' },
};

describe('a step of the wizard', () => {
  it('stores the progress of the first steps, for all administrators', async () => {
    const { status, body } = await step({ begun: true, currentTab: 1, optin: false });
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: ['The progress is kept.'],
        settings: { begun: true, finished: false, current_tab: 1, completed_tabs: [0, 1], skipped_tabs: [] },
      },
    ]);
    expect((await settings({ role: 'administrator', id: 9 })).body).toMatchObject(body.settings);
  });

  it('has core change the named settings, Sunday as the first day too', async () => {
    const more = { currency: 'eur', timezone_string: 'Europe/Paris', date_format: 'j. F Y', calEnableViews: ['all'] };
    const { body } = await step({ currentTab: 1, start_of_week: 0, ...more });
    expect(set.map(({ body }) => body)).toEqual([
      {
        currency_code: 'EUR',
        currency_symbol: '€',
        timezone: 'Europe/Paris',
        date_format: 'j. F Y',
        start_of_week: 0,
        enabled_views: ['list', 'month', 'week', 'day'],
      },
    ]);
    expect(body.message).toContain('The settings of the site are kept.');
    await step({ currentTab: 0, start_of_week: 3 });
    await step({ enabled_views: ['day', 'list'], currentTab: 2 });
    expect(set.slice(1).map(({ body }) => body)).toEqual([{ enabled_views: ['list', 'day'] }]);
  });

  it.each([
    ['UTC+2', 'Etc/GMT-2'],
    ['UTC-11', 'Etc/GMT+11'],
    ['utc+0', 'UTC'],
  ])('stores the zone %s by its name %s', async (timezone_string, timezone) => {
    expect((await step({ currentTab: 1, timezone_string })).status).toBe(200);
    expect(set.map(({ body }) => body)).toEqual([{ timezone }]);
  });

  it('creates the first venue and organizer, and finds them again if it is repeated', async () => {
    const { body } = await step({ currentTab: 5, finished: true, ...records });
    expect(body).toMatchObject({ organizer_id: expect.any(Number), venue_id: expect.any(Number) });
    const venue = (await calendar.ask('visitor', 'GET', `/venues/${body.venue_id}`)).body;
    expect(venue).toMatchObject({
      venue: 'Pier',
      city: 'Kiel',
      country: 'Germany',
      zip: '24103',
      status: 'publish',
      author: '1',
      state: 'Holstein',
      province: 'Holstein',
      stateprovince: 'Holstein',
    });
    const again = await step({ currentTab: 5, ...records });
    expect(again.body).toMatchObject({ organizer_id: body.organizer_id, venue_id: body.venue_id });
    const given = await step({ currentTab: 5, organizer: { organizerId: 3 }, venue: { venueId: 4 } });
    expect(given.body).not.toHaveProperty('venue_id');
  });

  it('creates them once, however many requests arrive at once', async () => {
    const action_nonce = await nonce();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send({ action_nonce, currentTab: 5, ...records })),
    );
    expect(new Set(answers.map(({ body }) => body.venue_id)).size).toBe(1);
    expect((await calendar.ask('visitor', 'GET', '/venues')).body.total).toBe(1);
  });

  it('says that there are no tickets', async () => {
    expect((await step({ currentTab: 5, eventTickets: true })).body.message).toContain(
      'Tickets are not available here.',
    );
  });

  it('is limited to 20 requests a minute from a user', async () => {
    const action_nonce = await nonce();
    const statuses: number[] = [];
    for (let n = 0; n < 20; n++) statuses.push((await send({ action_nonce, currentTab: 0 })).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const before = await calendar.store.last();
    const { status, body, headers } = await send({ action_nonce, currentTab: 1 });
    expect([status, body.code, headers.get('retry-after')]).toEqual([
      429,
      'rest_too_many_requests',
      expect.stringMatching(/^\d+$/),
    ]);
    expect(await calendar.store.last()).toBe(before);
    const other = { role: 'administrator', id: 9 } as const;
    expect((await send({ action_nonce: await nonce(other), currentTab: 1 }, other)).status).toBe(200);
    calendar.advance(60_000);
    expect((await send({ action_nonce, currentTab: 1 })).status).toBe(200);
  });

  it('leaves nothing behind if core refuses it', async () => {
    answer = { status: 400, headers: new Headers(), body: { code: 'rest_invalid_param', message: 'No.' } };
    const before = await calendar.store.last();
    expect((await step({ currentTab: 5, start_of_week: 1, ...records })).status).toBe(400);
    expect(await calendar.store.last()).toBe(before);
    answer = { ...answer, status: 503 };
    expect((await step({ currentTab: 5, start_of_week: 1, ...records })).status).toBe(503);
    expect(await calendar.store.last()).toBe(before);
  });

  it.each([
    ['currency', { currency: 'xyz1' }],
    ['timezone_string', { timezone_string: 'Moon/Crater' }],
    ['timezone_string', { timezone_string: 'UTC+15' }],
    ['timezone_string', { timezone_string: 'UTC+5.5' }],
    ['start_of_week', { start_of_week: 7 }],
    ['currentTab', { currentTab: 9 }],
    ['completedTabs', { completedTabs: [1, 1] }],
    ['calEnableViews', { calEnableViews: [] }],
    ['calEnableViews', { calEnableViews: ['moon'] }],
    ['organizer', { organizer: { phone: '1' } }],
    ['organizer', { organizer: { name: 'x', website: 'nothing' } }],
    ['venue', { venue: { name: ' ' } }],
    ['begun', { begun: 'perhaps' }],
    ['date_format', { date_format: '' }],
  ])('is refused with 400 for a wrong %s and changes nothing', async (param, body) => {
    const action_nonce = await nonce();
    const before = await calendar.store.last();
    const answer = await send({ action_nonce, currentTab: 5, ...body });
    expect([answer.status, answer.body.code, Object.keys(answer.body.data.params)]).toEqual([
      400,
      'rest_invalid_param',
      [param],
    ]);
    expect([set, await calendar.store.last()]).toEqual([[], before]);
  });
});

describe('the nonce of the wizard', () => {
  it('is required, belongs to the caller, and lasts a day', async () => {
    const missing = await send({ begun: true });
    expect([missing.status, missing.body.code]).toEqual([400, 'rest_missing_callback_param']);
    const mine = await nonce();
    const other = await send({ action_nonce: mine, begun: true }, { role: 'administrator', id: 9 });
    expect([other.status, other.body.code]).toEqual([403, 'calx_invalid_nonce']);
    calendar.advance(25 * 3_600_000);
    expect((await send({ action_nonce: mine, begun: true })).body.code).toBe('calx_invalid_nonce');
    expect((await settings()).body.begun).toBe(false);
  });

  it('is issued to administrators alone', async () => {
    for (const [as, status] of [
      ['visitor', 401],
      ['editor', 403],
    ] as const) {
      expect((await settings(as)).body.code).toBe('rest_forbidden');
      expect((await send({ action_nonce: '0123456789' }, as)).status).toBe(status);
    }
    expect((await settings()).headers.get('cache-control')).toBe('no-store');
  });
});
