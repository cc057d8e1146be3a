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

    const feed = await fetch(
      `http://127.0.0.1:${from?.port}/events/feed.ics?start_date=2031-01-01&end_date=2032-01-01`,
    );
    const text = await feed.text();
    const options = {
      window: { from: new Date('2030-01-01'), to: new Date('2033-01-01'), most: 10 },
      width: 1,
      onProgress: () => undefined,
    };
    const report = await importCalendar(() => [text], target, options);
    expect(report).toMatchObject({ found: 3, created: 3, failed: [], dropped: [] });

    const listed = async (client: SiteClient) =>
      (await client.request<{ events: ListedEvent[] }>('GET', LIST)).events.map(said);
    expect(await listed(target)).toEqual(await listed(source));
    expect(await importCalendar(() => [text], target, options)).toMatchObject({ found: 3, created: 0, unchanged: 3 });
  });
});
