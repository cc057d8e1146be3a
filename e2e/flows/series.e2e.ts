import { eventually } from '@almanac/testing';
import type { RunningSite } from '../engines/engine.ts';
import { onEngines } from '../engines/engines.ts';
import { request, siteFile } from '../site.ts';
import { FeedServer } from './feedServer.ts';

const EVENTS = '/cal/events/v1/events';
const FEEDS = '/cal/event-import/v1/feeds';

interface EventAnswer {
  readonly id: number;
  readonly title: string;
  readonly start_date: string;
  readonly series: { readonly id: number; readonly changed: boolean };
  readonly i18n: { readonly translations: Readonly<Record<string, number>> };
}

interface Feed {
  readonly id: number;
  readonly log: readonly { readonly result: string; readonly created: number; readonly removed: number }[];
}

/** The first day, soon after today: feeds are read for a year. */
const first = Temporal.Now.plainDateISO().add({ days: 10 });
const clock = (days: number, time: string) => `${first.add({ days })} ${time}`;
const basic = (days: number, time: string) => `${first.add({ days }).toString().replaceAll('-', '')}T${time}Z`;

/** Returns a file with an entry on each of some days, of which one may be changed alone. */
const daily = (count: number, { title = 'Market', changed }: { title?: string; changed?: string } = {}): string => {
  const entry = (days: number, summary: string, ...more: string[]) => [
    ...['BEGIN:VEVENT', 'UID:market@feed.test', `SUMMARY:${summary}`],
    ...[`DTSTART:${basic(days, '100000')}`, `DTEND:${basic(days, '120000')}`, ...more, 'END:VEVENT'],
  ];
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', ...entry(0, title, `RRULE:FREQ=DAILY;COUNT=${count}`)],
    ...(changed === undefined ? [] : entry(1, changed, `RECURRENCE-ID:${basic(1, '100000')}`)),
    ...['END:VCALENDAR', ''],
  ].join('\r\n');
};

onEngines('series', (engine) => {
  describe('of a site', () => {
    let site: RunningSite;
    const feed = new FeedServer();
    beforeAll(async () => {
      await feed.start();
      site = await engine.start(siteFile, { PRIVATE_TARGETS: '127.0.0.1' });
    });
    afterAll(async () => {
      await site?.stop();
      await feed.stop();
    });

    const ask = async <Body>(method: string, path: string, body?: object, language = 'en'): Promise<Body> => {
      const root = site.base.replace('/en/', `/${language}/`);
      const answer = await request<Body>(root, method, path, { as: 'admin', ...(body && { body }) });
      expect([method, path, answer.status < 300, answer.body]).toEqual([method, path, true, answer.body]);
      return answer.body;
    };
    const window = `start_date=${first.subtract({ days: 20 })}&end_date=${first.add({ years: 2 })}&per_page=50`;
    const list = async (query: string, language = 'en'): Promise<readonly EventAnswer[]> =>
      (await ask<{ events: EventAnswer[] }>('GET', `${EVENTS}?${window}&${query}`, undefined, language)).events;
    const titles = async (query: string, language?: string) => (await list(query, language)).map(({ title }) => title);

    it('are translated with all occurrences, whose dates change together, and restored', async () => {
      const times = { start_date: clock(0, '19:00:00'), end_date: clock(0, '21:00:00') };
      const recurrence = { rules: ['FREQ=DAILY;COUNT=3'] };
      const english = await ask<EventAnswer>('POST', EVENTS, { ...times, title: 'Choir', recurrence });
      const version = { ...times, title: 'Chorale', translation_of: english.id, scope: 'all' };
      const french = await ask<EventAnswer>('POST', EVENTS, version, 'fr-ca');
      const moved = { start_date: clock(0, '18:00:00'), end_date: clock(0, '20:00:00') };
      await ask('PATCH', `${EVENTS}/${english.id}`, { scope: 'all', title: 'Singing', ...moved });
      const originals = await list(`series=${english.series.id}`);
      const versions = await list(`series=${french.series.id}`, 'fr-ca');
      expect(versions.map(({ title, start_date }) => [title, start_date])).toEqual(
        [0, 1, 2].map((days) => ['Chorale', clock(days, '18:00:00')]),
      );
      expect(versions.map(({ i18n }) => i18n.translations.en)).toEqual(originals.map(({ id }) => id));
      await ask('POST', `/ops/v1/history/series/${english.series.id}/restore`, { version: 1 });
      const restored = await list(`series=${english.series.id}`);
      expect(restored.map(({ id, title, start_date }) => [id, title, start_date])).toEqual(
        originals.map(({ id }, days) => [id, 'Choir', clock(days, '19:00:00')]),
      );
    });

    it('follow the recurring entries of a feed', async () => {
      const lastOf = async (id: number, runs: number) => {
        const read = () => ask<Feed>('GET', `${FEEDS}/${id}`);
        await eventually(async () => (await read()).log.length >= runs);
        return (await read()).log[0];
      };
      feed.serve(daily(4, { changed: 'Night market' }));
      const { id } = await ask<Feed>('POST', FEEDS, { url: feed.url });
      expect(await lastOf(id, 1)).toMatchObject({ result: 'ok', created: 4 });
      const [one] = await list('search=market');
      const query = `series=${one?.series.id}`;
      expect(await titles(query)).toEqual(['Market', 'Night market', 'Market', 'Market']);
      feed.serve(daily(3, { title: 'Fair', changed: 'Night market' }));
      await ask('POST', `${FEEDS}/${id}/run`);
      expect(await lastOf(id, 2)).toMatchObject({ result: 'ok', created: 0, removed: 1 });
      expect(await titles(query)).toEqual(['Fair', 'Night market', 'Fair']);
    });
  });
});
