import type { RunningSite } from '../../all-in-one/compose.ts';
import { clientOfAda, siteOfAda, startSiteUnderTest } from '../../all-in-one/siteUnderTest.contract.ts';
import type { SiteClient } from '../siteClient.ts';
import { importCalendar } from './importCalendar.ts';

interface ListedEvent {
  readonly id: number;
  readonly title: string;
  readonly start_date: string;
  readonly import_uid: string;
  readonly series?: { readonly id: number; readonly changed: boolean };
}

const LIST = '/cal/events/v1/events?start_date=2031-01-01&end_date=2033-01-01&per_page=50';
const window = { from: new Date('2031-01-01'), to: new Date('2032-12-31'), most: 500 };

const calendar = (...entries: readonly (readonly string[])[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...entries.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n');

const entry = (uid: string, ...more: string[]): string[] => [
  `UID:${uid}`,
  'DTSTART;TZID=Europe/Berlin:20310107T190000',
  'DTEND;TZID=Europe/Berlin:20310107T203000',
  `SUMMARY:${uid}`,
  ...more,
];

const changed = (uid: string, time: string, ...more: string[]): string[] => [
  `UID:${uid}`,
  `RECURRENCE-ID;TZID=Europe/Berlin:${time}`,
  ...more,
];

describe('a recurring entry of a calendar', () => {
  let running: RunningSite;
  let site: SiteClient;
  beforeAll(async () => {
    running = await startSiteUnderTest(siteOfAda({ timezone: 'America/New_York' }));
    site = clientOfAda(running);
  });
  afterAll(() => running.stop());

  const run = (text: string, series = true) =>
    importCalendar(() => [text], site, { series, window, width: 1, onProgress: () => undefined });
  const listed = async (uid: string): Promise<ListedEvent[]> =>
    (await site.request<{ events: ListedEvent[] }>('GET', LIST)).events.filter(({ import_uid }) =>
      import_uid.startsWith(uid),
    );
  const days = (events: readonly ListedEvent[]) => events.map(({ start_date }) => start_date.slice(5, 16));
  const changesOf = (events: readonly ListedEvent[]) => events.map(({ series }) => series?.changed);

  it('becomes a series, which a changed file changes; its events keep their ids', async () => {
    const move = changed('choir', '20310114T190000', 'SUMMARY:Concert', 'DTSTART;TZID=Europe/Berlin:20310115T200000');
    expect(await run(calendar(entry('choir', 'RRULE:FREQ=WEEKLY;COUNT=4'), move))).toMatchObject({
      ...{ found: 4, created: 3, failed: [], left: [] },
    });
    const before = await listed('choir');
    expect(before.map(({ title }) => title)).toEqual(['choir', 'Concert', 'choir', 'choir']);
    expect(changesOf(before)).toEqual([false, true, false, false]);
    const later = entry('choir', 'RRULE:FREQ=WEEKLY;COUNT=5', 'EXDATE;TZID=Europe/Berlin:20310121T190000').map((line) =>
      line.replace('T190000', 'T180000').replace('SUMMARY:choir', 'SUMMARY:Singing'),
    );
    expect(await run(calendar(later))).toMatchObject({ failed: [] });
    const after = await listed('choir');
    expect(days(after)).toEqual(['01-07 18:00', '01-14 18:00', '01-28 18:00', '02-04 18:00']);
    expect(after.slice(0, 3).map(({ id }) => id)).toEqual([0, 1, 3].map((at) => before[at]?.id));
    expect(new Set(after.map(({ series }) => series?.id)).size).toBe(1);
    expect(await run(calendar(later))).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
  });

  it('takes up the events that were imported one by one', async () => {
    const text = calendar(
      entry('market', 'RRULE:FREQ=DAILY;COUNT=3'),
      changed('market', '20310108T190000', 'SUMMARY:Night market', 'DTSTART;TZID=Europe/Berlin:20310108T210000'),
    );
    await run(text, false);
    const before = await listed('market');
    await run(text);
    const after = await listed('market');
    expect(after.map(({ id, title, start_date }) => [id, title, start_date])).toEqual(
      before.map(({ id, title, start_date }) => [id, title, start_date]),
    );
    expect(changesOf(after)).toEqual([false, true, false]);
  });

  it('begins with its first start in the window if it is older', async () => {
    const old = entry('yoga', 'RRULE:FREQ=WEEKLY;INTERVAL=2;UNTIL=20310301T000000Z').map((line) =>
      line.replace(/:2031010(\d)T/, ':2025010$1T'),
    );
    await run(calendar(old));
    const events = await listed('yoga');
    expect(days(events)).toEqual(['01-14 19:00', '01-28 19:00', '02-11 19:00', '02-25 19:00']);
    expect(events.every(({ series }) => series !== undefined)).toBe(true);
    expect(await run(calendar(old))).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
  });

  it.each([
    ['a rule by the hour', ['RRULE:FREQ=HOURLY;COUNT=3']],
    ['an excluding rule', ['RRULE:FREQ=DAILY;COUNT=4', 'EXRULE:FREQ=DAILY;INTERVAL=3']],
  ])('becomes single events with %s', async (name, lines) => {
    const uid = name.replaceAll(' ', '-');
    await run(calendar(entry(uid, ...lines)));
    const events = await listed(uid);
    expect([events.length > 1, events.some(({ series }) => series !== undefined)]).toEqual([true, false]);
  });

  it('is reported if the site refuses it, and the next one is imported', async () => {
    const refused = entry('refused', 'RRULE:FREQ=DAILY;COUNT=2').map((line) => line.replace('Europe/Berlin', 'UTC'));
    await site.request('POST', '/cal/events/v1/events', {
      ...{ title: 'Taken', start_date: '2031-01-07', end_date: '2031-01-08', import_uid: 'refused' },
      status: 'draft',
    });
    const [{ id } = { id: 0 }] = (
      await site.request<{ events: ListedEvent[] }>('GET', `${LIST}&status=draft&import_uid[]=refused`)
    ).events;
    await site.request('DELETE', `/cal/events/v1/events/${id}`);
    const report = await run(calendar(refused, entry('next', 'RRULE:FREQ=DAILY;COUNT=2')));
    expect(report.failed).toMatchObject([{ uid: 'refused', reason: expect.stringContaining('trash') }]);
    expect(await listed('next')).toHaveLength(2);
  });
});
