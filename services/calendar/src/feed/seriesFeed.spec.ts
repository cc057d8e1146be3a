import ICAL from 'ical.js';
import { type ServedPages, servePages } from '../pages/servePages.contract.ts';

const times = { start_date: '2031-01-07 19:00:00', end_date: '2031-01-07 21:00:00' };

const moved = { start_date: '2031-01-15 20:00:00', end_date: '2031-01-15 22:00:00' };

interface SeriesAnswer {
  readonly id: number;
  readonly series: { readonly id: number };
}

describe('the calendar feed of series', () => {
  let site: ServedPages;
  let choir: SeriesAnswer;
  const ids = new Map<string, number>();

  const entries = async (query = '') => {
    const { text } = await site.page(`/events/feed.ics${query}`);
    return new ICAL.Component(ICAL.parse(text));
  };
  const eventsOf = async (query = '') => (await entries(query)).getAllSubcomponents('vevent');
  const lines = (entry: ICAL.Component | undefined, ...names: string[]) =>
    names.flatMap((name) => entry?.getAllProperties(name).map((property) => property.toICALString()) ?? []);
  const make = async (title: string, recurrence: object, more: object = {}): Promise<SeriesAnswer> => {
    const made = await site.make('/events', { title, ...times, recurrence, ...more });
    ids.set(title, made.series.id);
    return made;
  };
  const occurrences = async (series: number): Promise<{ id: number }[]> =>
    (await site.ask('editor', 'GET', `/events?series=${series}&start_date=2000-01-01&end_date=2099-01-01`)).body.events;
  const edit = (id: number | undefined, body: object) => site.ask('editor', 'PATCH', `/events/${id}`, { body });

  beforeAll(async () => {
    site = await servePages({ timezone: 'Europe/Berlin' }, '2031-01-10T12:00:00Z');
    await site.make('/events', { title: 'Single', ...times, start_date: '2031-01-20', end_date: '2031-01-20' });
    const film = await site.make('/categories', { name: 'Film' });
    choir = await make('Choir', {
      rules: ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20310218T190000'],
      rdates: ['2031-01-30T10:00:00'],
      exdates: ['2031-01-28'],
    });
    const all = await occurrences(choir.series.id);
    await edit(all[1]?.id, { title: 'Concert', categories: [film.id], ...moved });
    await site.ask('editor', 'DELETE', `/events/${all[2]?.id}`);
    await make('Fair', { rules: ['FREQ=MONTHLY;BYMONTHDAY=7;UNTIL=20310401'] }, { all_day: true });
    await make('Offset', { rules: ['FREQ=DAILY;COUNT=9'] }, { timezone: 'UTC+2' });
    await make('Past', { rules: ['FREQ=DAILY;COUNT=2'] });
  });
  afterAll(() => site.stop());

  it('has one entry for each series, and one for each changed occurrence; a deleted one is excluded', async () => {
    const found = await eventsOf();
    expect(found.map((entry) => entry.getFirstPropertyValue('summary'))).toEqual([
      'Choir',
      'Concert',
      'Fair',
      'Offset',
      'Single',
    ]);
    const [master, changed] = found;
    expect(lines(master, 'uid', 'dtstart', 'dtend', 'rrule', 'rdate', 'exdate')).toEqual([
      `UID:series-${choir.series.id}@site.test`,
      'DTSTART;TZID=Europe/Berlin:20310107T190000',
      'DTEND;TZID=Europe/Berlin:20310107T210000',
      'RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20310218T180000Z',
      'RDATE;TZID=Europe/Berlin:20310130T100000',
      'EXDATE;TZID=Europe/Berlin:20310121T190000,20310128T100000,20310128T190000',
    ]);
    expect(lines(changed, 'uid', 'recurrence-id', 'dtstart')).toEqual([
      `UID:series-${choir.series.id}@site.test`,
      'RECURRENCE-ID;TZID=Europe/Berlin:20310114T190000',
      'DTSTART;TZID=Europe/Berlin:20310115T200000',
    ]);
  });

  it('gives days to series of whole days, and describes a fixed offset', async () => {
    const calendar = await entries();
    const [, , fair, offset] = calendar.getAllSubcomponents('vevent');
    expect(lines(fair, 'dtstart', 'dtend', 'rrule')).toEqual([
      'DTSTART;VALUE=DATE:20310107',
      'DTEND;VALUE=DATE:20310108',
      'RRULE:FREQ=MONTHLY;BYMONTHDAY=7;UNTIL=20310401',
    ]);
    expect(lines(offset, 'dtstart')).toEqual(['DTSTART;TZID=UTC+2:20310107T190000']);
    const zones = calendar.getAllSubcomponents('vtimezone');
    expect(zones.map((zone) => zone.getFirstPropertyValue('tzid'))).toEqual(['Europe/Berlin', 'UTC+2']);
    const [period] = zones[1]?.getAllSubcomponents('standard') ?? [];
    expect(lines(period, 'tzoffsetto')).toEqual(['TZOFFSETTO:+0200']);
  });

  it('is that of one series by `series`, and has an event by `include` alone', async () => {
    const found = await eventsOf(`?series=${choir.series.id}`);
    expect(found.map((entry) => entry.getFirstPropertyValue('summary'))).toEqual(['Choir', 'Concert']);
    const [single, ...others] = await eventsOf(`?include=${choir.id}`);
    expect([others, lines(single, 'uid', 'rrule')]).toEqual([[], [`UID:event-${choir.id}@site.test`]]);
  });

  it('has an occurrence that alone has a wanted category as a single event', async () => {
    const [concert, ...others] = await eventsOf('?categories=film');
    expect([others, lines(concert, 'rrule', 'recurrence-id'), lines(concert, 'summary')]).toEqual([
      [],
      [],
      ['SUMMARY:Concert'],
    ]);
  });

  it('lets the later part of a split series count from its own first start', async () => {
    const { series } = await make('Split', { rules: ['FREQ=DAILY;INTERVAL=3;COUNT=8'] });
    const split = (await occurrences(series.id))[4];
    const { body } = await edit(split?.id, { scope: 'following', title: 'Later' });
    const found = await eventsOf(`?series=${body.series.id}`);
    expect(lines(found[0], 'dtstart', 'rrule', 'exdate')).toEqual([
      'DTSTART;TZID=Europe/Berlin:20310119T190000',
      'RRULE:FREQ=DAILY;COUNT=4;INTERVAL=3',
    ]);
  });

  it('has the same text until a change', async () => {
    const first = await site.page('/events/feed.ics');
    site.advance(60_000);
    expect((await site.page('/events/feed.ics')).text).toBe(first.text);
  });
});
