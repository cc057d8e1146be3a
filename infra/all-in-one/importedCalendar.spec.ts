import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCourse } from '../import/course.ts';
import { importCalendar } from '../import/icalendar/importCalendar.ts';
import { Place } from '../import/place.ts';
import { createSiteClient, type SiteClient } from '../import/siteClient.ts';
import { type AskedSite, applicationPassword, startAsked } from './askedSite.contract.ts';

const ENTRIES = 210;

const entry = (index: number): string[] => [
  'BEGIN:VEVENT',
  `UID:${index}@spec`,
  `DTSTART;TZID=America/Los_Angeles:203307${String((index % 28) + 1).padStart(2, '0')}T190000`,
  `DTEND;TZID=America/Los_Angeles:203307${String((index % 28) + 1).padStart(2, '0')}T${index === 77 ? '10' : '20'}0000`,
  `SUMMARY:Evening ${index}`,
  `DESCRIPTION:Number ${index}\\, bring a friend`,
  `LOCATION:Hall ${index % 7}`,
  'ORGANIZER;CN="Club":mailto:club@example.test',
  'CATEGORIES:Music,Dance',
  'URL:https://example.org/evening',
  ...(index === 5 ? ['STATUS:CANCELLED'] : []),
  'END:VEVENT',
];
const text = [
  'BEGIN:VCALENDAR',
  ...Array.from({ length: ENTRIES }, (_, index) => entry(index)).flat(),
  'END:VCALENDAR',
];
const source = () => [text.join('\r\n')];
const window = { from: new Date('2033-01-01'), to: new Date('2034-01-01'), most: 500 };

describe('a large calendar that is imported', () => {
  let s: AskedSite;
  beforeEach(async () => {
    s = await startAsked();
  });
  afterEach(() => s.running.stop());

  const clientOf = (role: string): { readonly client: SiteClient; readonly asked: string[] } => {
    const root = `${s.origin}/en/json`;
    const client = createSiteClient({ root, user: role, password: applicationPassword(role) });
    const asked: string[] = [];
    return {
      client: {
        request: (method, path, body) => {
          asked.push(`${method} ${path.replace(/\?.*|[0-9a-f]{32}/g, '')}`);
          return client.request(method, path, body);
        },
      },
      asked,
    };
  };
  const load = (client: SiteClient, course = createCourse(), place = Place.nowhere()) =>
    importCalendar(source, client, { window, width: 4, course, place, onProgress: () => undefined });
  const countsOf = async (client: SiteClient) => {
    const totalOf = async (path: string) => (await client.request<{ total: number }>('GET', path)).total;
    return [
      await totalOf('/cal/events/v1/events?start_date=2033-01-01&end_date=2034-01-01'),
      await totalOf('/cal/events/v1/venues'),
      await totalOf('/cal/events/v1/organizers'),
    ];
  };

  it('arrives in batches, each event once, with refusals by line', async () => {
    const { client, asked } = clientOf('administrator');
    expect(await load(client)).toMatchObject({
      found: ENTRIES,
      created: ENTRIES - 2,
      cancelled: 1,
      failed: [{ line: 77 * 11 + 3, reason: expect.stringContaining('end_date') }],
    });
    const posts = asked.filter((each) => each.startsWith('POST'));
    expect(posts.filter((each) => each.endsWith('/batch'))).toHaveLength(5);
    expect(posts.filter((each) => each.endsWith('/events'))).toHaveLength(1);
    expect(posts.at(-1)).toMatch(/state$/);
    expect(await countsOf(client)).toEqual([ENTRIES - 2, 7, 1]);
    const { events } = await client.request<{ events: object[] }>(
      'GET',
      '/cal/events/v1/events?import_uid=6@spec&start_date=2033-01-01',
    );
    expect(events).toMatchObject([
      {
        title: 'Evening 6',
        description: expect.stringContaining('Number 6, bring a friend'),
        start_date: '2033-07-07 19:00:00',
        end_date: '2033-07-07 20:00:00',
        timezone: 'America/Los_Angeles',
        website: 'https://example.org/evening',
        venue: { venue: 'Hall 6' },
        organizer: [{ organizer: 'Club' }],
        categories: [{ name: 'Dance' }, { name: 'Music' }],
      },
    ]);
    expect(await load(client)).toMatchObject({ created: 0, updated: 0, unchanged: ENTRIES - 2 });
  });

  it('continues at the point where it was stopped', async () => {
    const { client } = clientOf('administrator');
    const course = createCourse();
    const stopping: SiteClient = {
      request: async (method, path, body) => {
        const answer = await client.request(method, path, body);
        if (path.endsWith('/batch') && (await countsOf(client))[0] === 98) course.stop('you stopped it');
        return answer as never;
      },
    };
    expect(await load(stopping, course)).toMatchObject({ created: 98 });
    expect(await load(client)).toMatchObject({ created: ENTRIES - 2 - 98, unchanged: 98, updated: 0 });
    expect(await countsOf(client)).toEqual([ENTRIES - 2, 7, 1]);
  });

  it('sends only the rest after it was killed, before or after the site’s last answer', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-place-'));
    const what = { content: '', root: '', options: [] };
    const open = () => Place.open(join(folder, 'place'), what, (reason) => expect(reason).toBe(''));
    const { client, asked } = clientOf('administrator');
    const killedAt = (batch: number, isAfter: boolean): SiteClient => {
      let batches = 0;
      return {
        request: async (method, path, body) => {
          const isLast = path.endsWith('/batch') && ++batches >= batch;
          if (isLast && !isAfter) throw new Error('killed');
          const answer = await client.request(method, path, body);
          if (isLast) throw new Error('killed');
          return answer as never;
        },
      };
    };
    for (const isAfter of [false, true]) {
      const course = createCourse();
      await load(killedAt(2, isAfter), course, open()).catch((error: Error) => expect(error.message).toBe('killed'));
    }
    // Two batches were acknowledged. The site received the third, but its run got no answer.
    const { done } = open().earlier;
    asked.length = 0;
    expect([done, await load(client, createCourse(), open())]).toEqual([
      99,
      expect.objectContaining({
        earlier: 99,
        created: ENTRIES - 2 - 98 - 50,
        unchanged: 50,
        failed: [expect.anything()],
      }),
    ]);
    // One batch contains the entry that was refused before.
    expect(asked.filter((each) => each.endsWith('/batch'))).toHaveLength(3);
    expect(asked.filter((each) => /events\/\d+$/.test(each))).toHaveLength(50);
    expect(await countsOf(client)).toEqual([ENTRIES - 2, 7, 1]);
    rmSync(folder, { recursive: true });
  });

  it('arrives one by one if the account may publish and not import', async () => {
    const { client, asked } = clientOf('editor');
    expect(await load(client)).toMatchObject({ created: ENTRIES - 2, cancelled: 1 });
    expect(asked.filter((each) => each.endsWith('/events') && each.startsWith('POST'))).toHaveLength(ENTRIES - 1);
    expect(await countsOf(client)).toEqual([ENTRIES - 2, 7, 1]);
  });
});
