import type { RunningSite } from '../../all-in-one/compose.ts';
import { clientOfAda, siteOfAda, startSiteUnderTest } from '../../all-in-one/siteUnderTest.contract.ts';
import type { SiteClient } from '../siteClient.ts';
import { importCalendar } from './importCalendar.ts';

const site = siteOfAda({ timezone: 'America/New_York' });

interface ListedEvent {
  readonly title: string;
  readonly description: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly timezone: string;
  readonly all_day: boolean;
  readonly venue: { readonly venue: string };
  readonly organizer: readonly { readonly organizer: string; readonly email: string }[];
  readonly categories: readonly { readonly name: string }[];
}

const start = (): Promise<RunningSite> => startSiteUnderTest(site);

const LIST = '/cal/events/v1/events?start_date=2031-01-01&end_date=2032-01-01&per_page=50';

/**
 * Returns the members of an event that must be the same on both sites. The feed joins the name and address of a venue,
 * so venues are left out.
 */
const said = (event: ListedEvent) => ({
  ...Object.fromEntries(
    (['title', 'description', 'start_date', 'end_date', 'timezone', 'all_day'] as const).map((name) => [
      name,
      event[name],
    ]),
  ),
  organizer: event.organizer.map(({ organizer, email }) => [organizer, email]),
  categories: event.categories.map(({ name }) => name),
});

/** Makes a weekly series with a changed and a deleted occurrence, and one of whole days that was split. */
const makeSeries = async (source: SiteClient): Promise<void> => {
  const times = { start_date: '2031-03-04 19:00', end_date: '2031-03-04 20:30' };
  const recurrence = { rules: ['FREQ=WEEKLY;BYDAY=TU;COUNT=6'], rdates: ['2031-03-20T18:00:00'] };
  await source.request('POST', '/cal/events/v1/events', { title: 'Choir', ...times, recurrence });
  const occurrences = async (title: string) =>
    (await source.request<{ events: { id: number }[] }>('GET', `${LIST}&search=${title}`)).events;
  const [, second, third] = await occurrences('Choir');
  await source.request('PATCH', `/cal/events/v1/events/${second?.id}`, {
    title: 'Concert',
    start_date: '2031-03-11 18:00',
  });
  await source.request('DELETE', `/cal/events/v1/events/${third?.id}`);
  const days = { start_date: '2031-05-01', end_date: '2031-05-02', all_day: true };
  const daily = { rules: ['FREQ=WEEKLY;INTERVAL=2;COUNT=6'] };
  await source.request('POST', '/cal/events/v1/events', { title: 'Market', ...days, recurrence: daily });
  const split = (await occurrences('Market'))[2];
  await source.request('PATCH', `/cal/events/v1/events/${split?.id}`, { title: 'Late market', scope: 'following' });
};

describe('the feed of a site', () => {
  let [from, to]: RunningSite[] = [];
  beforeAll(async () => {
    [from, to] = await Promise.all([start(), start()]);
  });
  afterAll(async () => {
    await from?.stop();
    await to?.stop();
  });

  it('is imported by another site, whose feed is the same, also after a second import', async () => {
    const source = clientOfAda(from as RunningSite);
    const target = clientOfAda(to as RunningSite);
    const bodies = [
      {
        title: 'Tom &amp; Anna',
        description: 'One; two, three',
        start_date: '2031-06-10 19:30',
        end_date: '2031-06-10 21:00',
        venue: { venue: 'Hall', city: 'Kingston' },
        organizer: [{ organizer: 'Club', email: 'club@example.test' }],
        categories: ['Film'],
      },
      {
        title: 'Abroad',
        start_date: '2031-11-02 01:30',
        end_date: '2031-11-02 03:00',
        timezone: 'Europe/Paris',
      },
      { title: 'Fair', start_date: '2031-07-01', end_date: '2031-07-03', all_day: true },
    ];
    for (const body of bodies) await source.request('POST', '/cal/events/v1/events', body);
    await makeSeries(source);

    const feed = await fetch(
      `http://127.0.0.1:${from?.port}/events/feed.ics?start_date=2031-01-01&end_date=2032-01-01`,
    );
    const text = await feed.text();
    const options = {
      series: true,
      window: { from: new Date('2031-01-01'), to: new Date('2032-12-31'), most: 500 },
      width: 1,
      onProgress: () => undefined,
    };
    const report = await importCalendar(() => [text], target, options);
    expect(report).toMatchObject({ found: 15, created: 14, failed: [], dropped: [] });

    const listed = async (client: SiteClient) =>
      (await client.request<{ events: ListedEvent[] }>('GET', LIST)).events.map(said);
    expect(await listed(target)).toEqual(await listed(source));
    expect(await importCalendar(() => [text], target, options)).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 15,
    });
    const feedOf = async ({ port }: RunningSite) =>
      (await (await fetch(`http://127.0.0.1:${port}/events/feed.ics?start_date=2031-01-01&end_date=2032-01-01`)).text())
        .split('\r\n')
        .filter((line) => /^(?:DTSTART|DTEND|RRULE|RDATE|EXDATE|RECURRENCE-ID|SUMMARY)/.test(line));
    expect(await feedOf(to as RunningSite)).toEqual(await feedOf(from as RunningSite));
  });
});
