import type { Asker } from '../src/testing.contract.ts';
import { type CheckedSite, checkedSite } from './checkedSite.contract.ts';

let site: CheckedSite;
beforeEach(async () => {
  site = await checkedSite({ timezone: 'America/New_York' });
});
afterEach(() => site.stop());

const dates = { start_date: 'tomorrow 9am', end_date: 'tomorrow 11am' };
const post = (body: object, as: Asker = 'administrator') =>
  site.ask(as, 'POST', '/events', { body: { title: 'Event', ...dates, ...body } });

/** Creates an event with the body, and changes another one by it: lines of section H and the same of section I. */
const both = async (body: object, as: Asker = 'administrator') => {
  const first = await post({ author: undefined }, as);
  const made = await post(body, as);
  const changed = await site.ask(as, 'POST', `/events/${first.body.id}`, { body: { ...dates, ...body } });
  return [made, changed] as const;
};

describe('lines 119–162 and 163–204: writing events', () => {
  it('119, 163, 168: is refused to visitors, and for events that are not there', async () => {
    expect((await post({}, 'visitor')).status).toBe(401);
    const { body } = await post({});
    expect(await site.status('visitor', 'POST', `/events/${body.id}`, { title: 'x' })).toBe(401);
    expect(await site.status('administrator', 'POST', '/events/2389', { title: 'x' })).toBe(404);
  });

  it('120, 164, 165: keeps texts and dates as sent, with UTC by the zone', async () => {
    const sent = { title: 'T', slug: 's-1', description: 'D', excerpt: 'E' };
    const at = { start_date: '2031-01-02 09:00:00', end_date: '2031-01-02 11:00:00' };
    for (const { body } of await both({ ...sent, ...at })) {
      expect(body).toMatchObject({ ...at, title: 'T', description: '<p>D</p>', excerpt: '<p>E</p>' });
      expect(body.slug).toMatch(/^s-1/);
      expect([body.utc_start_date, body.utc_end_date]).toEqual(['2031-01-02 14:00:00', '2031-01-02 16:00:00']);
    }
  });

  it.each([
    ['America/New_York', 'tomorrow 9am', 'tomorrow 11am', '2031-01-02 09:00:00', '2031-01-02 14:00:00'],
    ['America/New_York', 'tomorrow 11am', 'tomorrow 1pm', '2031-01-02 11:00:00', '2031-01-02 16:00:00'],
    ['America/New_York', 'next wednesday 4pm', 'next wednesday 5pm', '2031-01-08 16:00:00', '2031-01-08 21:00:00'],
    ['America/Juneau', 'tomorrow 9am', 'tomorrow 11am', '2031-01-02 09:00:00', '2031-01-02 18:00:00'],
    ['Australia/Sydney', 'tomorrow 9am', 'tomorrow 11am', '2031-01-02 09:00:00', '2031-01-01 22:00:00'],
    ['Atlantic/Reykjavik', 'tomorrow 9am', 'tomorrow 11am', '2031-01-02 09:00:00', '2031-01-02 09:00:00'],
  ])('121, 166: in %s, %s to %s', async (zone, start_date, end_date, start, utc) => {
    await site.stop();
    site = await checkedSite({ timezone: zone });
    for (const { body } of await both({ start_date, end_date })) {
      expect([body.start_date, body.utc_start_date, body.timezone]).toEqual([start, utc, zone]);
    }
  });

  it.each([
    ['America/New_York', 'tomorrow 9am', 'tomorrow 11am', '2031-01-02 09:00:00', '2031-01-02 14:00:00'],
    ['UTC', 'tomorrow 11am', 'tomorrow 1pm', '2031-01-02 11:00:00', '2031-01-02 11:00:00'],
    ['Asia/Hong_Kong', '2018-01-01 4pm', '2018-01-01 5pm', '2018-01-01 16:00:00', '2018-01-01 08:00:00'],
    ['Europe/Rome', 'tomorrow 4pm', 'next wednesday 5pm', '2031-01-02 16:00:00', '2031-01-02 15:00:00'],
  ])('122, 167: on a site in Darwin, in %s from %s to %s', async (timezone, start_date, end_date, start, utc) => {
    await site.stop();
    site = await checkedSite({ timezone: 'Australia/Darwin' });
    const [made, changed] = await both({ timezone, start_date, end_date });
    for (const { body } of [made, changed]) {
      expect([body.timezone, body.start_date, body.utc_start_date]).toEqual([timezone, start, utc]);
    }
    const moved = { timezone: 'Europe/Paris', start_date: start, end_date: start };
    const { body } = await site.ask('administrator', 'POST', `/events/${changed.body.id}`, { body: moved });
    const paris = Temporal.PlainDateTime.from(start).toZonedDateTime('Europe/Paris').toInstant();
    expect([body.timezone, body.start_date, `${body.utc_start_date.replace(' ', 'T')}Z`]).toEqual([
      'Europe/Paris',
      start,
      paris.toString({ smallestUnit: 'second' }),
    ]);
  });

  it.each([
    { title: undefined },
    { title: '' },
    ...['start_date', 'end_date'].flatMap((name) => [undefined, '', 'whenever'].map((value) => ({ [name]: value }))),
  ])('123: refuses a new event with %j', async (values) => {
    expect((await post(values)).status).toBe(400);
  });

  it.each([
    { author: 23 },
    { author: '' },
    { date: 'foo' },
    { date_utc: 'foo' },
    { website: 'foo' },
    { image: 'http://127.0.0.1:1/none.jpg' },
    { image: 'foo bar' },
    { image: '23' },
  ])('124, 131–133, 169, 176–178: refuses %j', async (values) => {
    for (const { status } of await both(values)) expect(status).toBe(400);
  });

  it('125–127, 170–172: takes an author and a date of publication', async () => {
    for (const { body } of await both({ author: 2 })) expect(body.author).toBe('2');
    for (const { body } of await both({ date: 'tomorrow 9am' })) expect(body.date).toBe('2031-01-02 09:00:00');
    for (const { body } of await both({ date_utc: 'tomorrow 9am' })) expect(body.date_utc).toBe('2031-01-02 09:00:00');
  });

  it.each([
    'url',
    'rest_url',
    'utc_start_date',
    'utc_start_date_details',
    'utc_end_date',
    'utc_end_date_details',
    'start_date_details',
    'end_date_details',
    'timezone_abbr',
    'cost_details',
  ])('128, 173: ignores %s', async (name) => {
    for (const { status, body } of await both({ [name]: 'foo' })) {
      expect([status < 300, body[name] === 'foo']).toEqual([true, false]);
    }
  });

  it('129, 130, 174, 175: stretches to whole days', async () => {
    const several = { start_date: 'tomorrow 9am', end_date: '+5 days 11am' };
    const one = { start_date: '2031-01-02 00:00:00', end_date: '2031-01-02 23:59:59' };
    for (const [sent, last] of [
      [one, '02'],
      [dates, '02'],
      [several, '06'],
    ] as const) {
      for (const { body } of await both({ all_day: true, ...sent })) {
        expect([body.start_date, body.end_date, body.all_day]).toEqual([
          '2031-01-02 00:00:00',
          `2031-01-${last} 23:59:59`,
          true,
        ]);
        expect(body.utc_start_date).toBe('2031-01-02 05:00:00');
      }
    }
  });

  it('134–136, 179, 180: takes pictures by id, and by address from who may upload', async () => {
    for (const { body } of await both({ image: 90 })) expect(body.image.id).toBe(90);
    const url = 'https://elsewhere.test/pier.jpg';
    for (const { body } of await both({ image: url })) expect(body.image).toMatchObject({ id: 90 });
    const { status, body } = await post({ image: url }, 'contributor');
    expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
  });

  it('137–140, 181–183: takes costs apart, and websites as they are', async () => {
    const details = { currency_symbol: '$', currency_position: 'postfix' };
    for (const { body } of await both({ cost: '20$' })) {
      expect([body.cost, body.cost_details]).toMatchObject(['20$', { ...details, values: ['20'] }]);
    }
    for (const { body } of await both({ cost: ['0$', '20$', '30$'] })) {
      expect([body.cost, body.cost_details]).toMatchObject(['Free – 30$', { ...details, values: ['0', '20', '30'] }]);
    }
    for (const { body } of await both({ website: 'https://a.test/' })) expect(body.website).toBe('https://a.test/');
    const { body } = await post({});
    expect(body.website).toBe(body.url);
  });

  it('141, 142, 161, 162, 184, 185: sets flags and takes them back', async () => {
    for (const name of ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured']) {
      for (const as of ['editor', 'author'] as const) {
        for (const value of [true, 'true']) {
          for (const { body } of await both({ [name]: value }, as)) expect([name, body[name]]).toEqual([name, true]);
        }
        for (const { body } of await both({ [name]: 'false' }, as)) expect(body[name]).toBe(false);
      }
    }
  });

  it('143, 144, 186: publishes for all but contributors, whose events wait for review', async () => {
    for (const as of ['administrator', 'editor', 'author'] as const) {
      for (const { body } of await both({ status: 'publish' }, as)) expect(body.status).toBe('publish');
    }
    for (const { body } of await both({ status: 'publish' }, 'contributor')) expect(body.status).toBe('pending');
  });
});
