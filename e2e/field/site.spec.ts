import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDecoded } from '@almanac/infra/decoded-text';
import { importCalendar } from '@almanac/infra/import-calendar';
import { Pictures } from '@almanac/infra/import-pictures';
import type { RunningSite } from '@almanac/infra/site';
import { clientOfAda, siteOfAda, startSiteUnderTest } from '@almanac/infra/site-under-test';
import { createOutgoing } from '@almanac/outgoing';
import { startFakeServer } from '@almanac/outgoing/testing';

const folder = fileURLToPath(new URL('calendars/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.ics'));
const site = siteOfAda({ timezone: 'America/New_York' });

/** A picture of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

describe('A site', () => {
  let running: RunningSite;
  beforeAll(async () => {
    running = await startSiteUnderTest(site);
  });
  afterAll(() => running.stop());

  const window = { from: new Date('2031-01-01'), to: new Date('2035-01-01'), most: 500 };
  const options = { width: 4, window, onProgress: () => undefined };

  it('takes the calendars of the field, and a second run changes nothing', async () => {
    const client = clientOfAda(running);
    const load = (name: string) => importCalendar(openDecoded(folder + name).source, client, options);
    for (const name of files) {
      const first = await load(name);
      const refused = first.failed.filter(({ reason }) => /^[45]\d\d /.test(reason));
      const second = await load(name);
      expect([name, refused, second]).toEqual([
        name,
        [],
        { ...first, created: 0, updated: 0, unchanged: first.created + first.unchanged },
      ]);
    }
  });

  it('keeps the events of a large calendar with markup as they are in a second run', async () => {
    const entries = Array.from({ length: 200 }, (_, index) =>
      ['BEGIN:VEVENT', `UID:large-${index}`, `SUMMARY:Tom & Anna ${index}`, 'DTSTART:20310610T190000Z'].join('\n'),
    );
    // Venues with one name in two spellings are one venue.
    const place = (index: number) => `LOCATION:Regional ${index % 2 === 0 ? 'Park' : 'park'}`;
    const description = 'DESCRIPTION:5 < 6 & <b>more</b><script>alert(1)</script>\nEND:VEVENT';
    const text = `BEGIN:VCALENDAR\n${entries.map((entry, index) => `${entry}\n${place(index)}\n${description}`).join('\n')}\nEND:VCALENDAR`;
    const load = () => importCalendar(() => [text], clientOfAda(running), options);
    expect(await load()).toMatchObject({ created: 200, failed: [] });
    expect(await load()).toMatchObject({ created: 0, updated: 0, unchanged: 200 });
  });

  it('gives events the pictures and places of their calendar, and loads those whose picture is lost', async () => {
    const client = clientOfAda(running);
    let asked = 0;
    const server = await startFakeServer((request, response) => {
      asked += 1;
      if (request.url === '/lost.png') return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(PNG, 'base64'));
    });
    const address = (name: string) => `http://named.test:${server.port}/${name}.png`;
    const entry = (uid: string, ...lines: string[]) =>
      ['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${uid}`, 'DTSTART:20310610T190000Z', ...lines, 'END:VEVENT'].join('\n');
    const text = [
      'BEGIN:VCALENDAR',
      entry('attached', `ATTACH;FMTTYPE=image/png:${address('there')}`, 'LOCATION:Hall\\, Street 1\\, Town\\, Germany'),
      entry('again', `IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=image/png:${address('there')}`),
      entry('inline', `ATTACH;FMTTYPE=image/png;ENCODING=BASE64;VALUE=BINARY:${PNG}`, 'X-COST:$10'),
      entry('lost', `ATTACH;FMTTYPE=image/png:${address('lost')}`),
      'END:VCALENDAR',
    ].join('\n');
    const load = () => {
      const pictures = new Pictures(client, createOutgoing(server));
      return importCalendar(() => [text], client, { ...options, pictures });
    };
    expect(await load()).toMatchObject({
      created: 4,
      failed: [],
      dropped: [{ line: 22, what: `the picture ${address('lost')}: its address answers 404` }],
    });
    expect(asked).toBe(2);
    expect(await load()).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
    const query = ['attached', 'again', 'inline', 'lost'].map((uid) => `import_uid[]=${uid}`).join('&');
    const { events } = await client.request<{ events: Record<string, unknown>[] }>(
      'GET',
      `/cal/events/v1/events?${query}`,
    );
    const byTitle = Object.fromEntries(events.map((event) => [event.title, event]));
    expect(byTitle).toMatchObject({
      attached: {
        image: { id: expect.any(Number) },
        venue: { venue: 'Hall', address: 'Street 1', city: 'Town', country: 'Germany' },
      },
      again: { image: { id: expect.any(Number) } },
      inline: { image: { id: expect.any(Number) }, cost: '$10' },
      lost: { image: false },
    });
    await server.close();
  });
});
