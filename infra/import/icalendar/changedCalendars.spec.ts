import type { RunningSite } from '../../all-in-one/compose.ts';
import { clientOfAda, siteOfAda, startSiteUnderTest } from '../../all-in-one/siteUnderTest.contract.ts';
import { importCalendar } from './importCalendar.ts';

const window = { from: new Date('2031-01-01'), to: new Date('2032-12-31'), most: 500 };
const LIST = '/cal/events/v1/events?start_date=2030-01-01&end_date=2036-01-01&per_page=50&status=publish,private';

const MEMBERS = ['title', 'start_date', 'end_date', 'timezone', 'all_day', 'status', 'description', 'cost'];

type Lines = readonly string[];
type Calendar = readonly Lines[];

const at = (name: string, time: string): string => `${name};TZID=Europe/Berlin:${time}`;
const TIMES = [at('DTSTART', '20310107T190000'), at('DTEND', '20310107T203000')];
const entry = (...lines: string[]): Lines => [...TIMES, 'SUMMARY:Choir', ...lines];
const weekly = (count: number, ...lines: string[]): Lines => entry(`RRULE:FREQ=WEEKLY;COUNT=${count}`, ...lines);
const day = (...lines: string[]): Lines => ['DTSTART;VALUE=DATE:20310107', 'SUMMARY:Choir', ...lines];
const early = (date: string, ...lines: string[]): Lines => [
  at('RECURRENCE-ID', `${date}T190000`),
  at('DTSTART', `${date}T170000`),
  at('DTEND', `${date}T180000`),
  ...(lines.length > 0 ? lines : ['SUMMARY:Early']),
];
const CANCELLED = ['SUMMARY:Choir', 'STATUS:CANCELLED'];
const FILLED = [
  'DESCRIPTION:Bring a coat.',
  'LOCATION:Hall',
  'URL:https://choir.test/',
  'CATEGORIES:Music,Winter',
  'ORGANIZER;CN=Ann:mailto:ann@choir.test',
  'X-COST:5',
];

/** Versions of a calendar, the last of which a site has after all of them as after it alone. */
const CHANGES: readonly (readonly [change: string, ...versions: Calendar[]])[] = [
  ['an entry is emptied', [entry(...FILLED)], [entry()]],
  ['a series is emptied', [weekly(3, ...FILLED)], [weekly(3)]],
  [
    'a changed occurrence is emptied',
    [weekly(3), early('20310114', 'SUMMARY:Early', ...FILLED)],
    [weekly(3), early('20310114')],
  ],
  ['a SEQUENCE falls', [weekly(4, 'SEQUENCE:5', 'LOCATION:Hall')], [weekly(3, 'SEQUENCE:2', 'LOCATION:Barn')]],
  ['a time becomes a day', [entry()], [day()]],
  ['times become days', [weekly(3)], [day('RRULE:FREQ=WEEKLY;COUNT=3')]],
  ['days become times', [day('RRULE:FREQ=WEEKLY;COUNT=3')], [weekly(3)]],
  ['an entry comes back', [entry()], [entry('STATUS:CANCELLED')], [entry()]],
  ['a series comes back', [weekly(3)], [weekly(3, 'STATUS:CANCELLED')], [weekly(3)]],
  ['an occurrence comes back', [weekly(3)], [weekly(3), early('20310114', ...CANCELLED)], [weekly(3)]],
  [
    'an occurrence comes back changed',
    [weekly(3)],
    [weekly(3), early('20310114', ...CANCELLED)],
    [weekly(3), early('20310114')],
  ],
  ['another occurrence is changed', [weekly(3), early('20310114')], [weekly(3), early('20310121')]],
  [
    'a series with changed occurrences alone is longer and later',
    [weekly(2), early('20310107'), early('20310114')],
    [weekly(5, 'LOCATION:Hall').map((line) => line.replace('T190000', 'T193000'))],
  ],
  [
    'a series with changed occurrences alone is longer',
    [weekly(2), early('20310107'), early('20310114')],
    [weekly(4), early('20310107'), early('20310114')],
  ],
  [
    'a series is longer again, and changes the occurrence that comes back',
    [weekly(4)],
    [weekly(2)],
    [weekly(4), early('20310128')],
  ],
  ['an entry recurs no longer', [weekly(4)], [entry()]],
  [
    'an entry recurs no longer, and is on another day',
    [weekly(4)],
    [entry().map((line) => line.replace('0107T', '0116T'))],
  ],
  ['a day recurs no longer', [day('RRULE:FREQ=DAILY;COUNT=4')], [day()]],
  ['an entry recurs no longer, and its occurrence was changed', [weekly(2), early('20310107')], [entry()]],
  [
    'a series is split',
    [weekly(6)],
    [weekly(3), [at('DTSTART', '20310128T200000'), 'DURATION:PT1H', 'SUMMARY:Late', 'RRULE:FREQ=WEEKLY;COUNT=3']],
  ],
];

describe('a calendar that has changed', () => {
  let sites: readonly RunningSite[];
  beforeAll(async () => {
    const settings = siteOfAda({ timezone: 'America/New_York' });
    sites = await Promise.all([startSiteUnderTest(settings), startSiteUnderTest(settings)]);
  });
  afterAll(() => Promise.all(sites.map((site) => site.stop())));

  /** Imports a calendar whose entries have a name; further entries that recur have names of their own. */
  const load = (site: RunningSite, name: string, calendar: Calendar) => {
    const uids = calendar.map((lines, index) => {
      const isOwn = index > 0 && !lines.some((line) => line.startsWith('RECURRENCE-ID'));
      return isOwn ? `${name}-${index}` : name;
    });
    const entries = calendar.flatMap((lines, index) => ['BEGIN:VEVENT', `UID:${uids[index]}`, ...lines, 'END:VEVENT']);
    const text = ['BEGIN:VCALENDAR', ...entries, 'END:VCALENDAR', ''].join('\r\n');
    const options = { series: true, window, width: 1, onProgress: () => undefined };
    return importCalendar(() => [text], clientOfAda(site), options);
  };

  const eventsOf = async (site: RunningSite, name: string): Promise<unknown[]> => {
    const path = `${LIST}&import_uid[]=${name}&import_uid[]=${name}-1`;
    const { events } = await clientOfAda(site).request<{ events: Record<string, unknown>[] }>('GET', path);
    return events.map(({ website, url, venue, organizer, categories, ...event }) => [
      ...MEMBERS.map((member) => event[member]),
      website === url ? '' : website,
      ...[venue, organizer, categories].map((links) => [links].flat().map((link) => Object(link).slug)),
    ]);
  };

  const changes = CHANGES.map(([change, ...versions]) => [change, versions] as const);
  it.each(changes)('leaves on the site what its last version alone leaves, if %s', async (change, versions) => {
    const [changed, fresh] = sites;
    const last = versions.at(-1);
    if (changed === undefined || fresh === undefined || last === undefined) throw new Error('there are no sites');
    const name = change.replaceAll(/\W/g, '');
    for (const version of versions) expect(await load(changed, name, version)).toMatchObject({ failed: [], left: [] });
    await load(fresh, name, last);
    expect(await eventsOf(changed, name)).toEqual(await eventsOf(fresh, name));
    expect(await load(changed, name, last)).toMatchObject({ created: 0, updated: 0, failed: [], left: [] });
  });
});
