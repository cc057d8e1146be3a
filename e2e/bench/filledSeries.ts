import { rebuildDocuments } from '@almanac/event-sourcing';
import type { NewEvent, StreamEvent } from '@almanac/event-store';
import { type ServiceData, withServices } from '@almanac/infra/service-data';
import { listCheckpoints, setCheckpoint } from '@almanac/messaging';

/** The number of occurrences of each series. */
export const OCCURRENCES = 1_000;
const EVENTS_A_COMMIT = 100;
const COMMITS_AT_ONCE = 20;
/** Far beyond the ids that the site gives. */
const FIRST_ID = 50_000_000;

export const titleOf = (series: number): string => `Evening ${series} by the harbour`;

/** Returns the times of an occurrence in UTC: each day from 2031 on, at an hour of its series. */
export const timesOf = (series: number, occurrence: number): { readonly start: string; readonly end: string } => {
  const day = new Date(Date.UTC(2031, 0, 1 + occurrence)).toISOString().slice(0, 10);
  const hour = String(8 + (series % 12)).padStart(2, '0');
  return { start: `${day} ${hour}:00:00`, end: `${day} ${hour}:45:00` };
};

const idOf = (series: number, occurrence: number): number => FIRST_ID + series * (OCCURRENCES + 1) + 1 + occurrence;
const seriesIdOf = (series: number): number => FIRST_ID + series * (OCCURRENCES + 1);

const createdOf = async ({ store }: ServiceData, stream: string): Promise<StreamEvent> => {
  for await (const event of store.readStream(stream)) return event;
  throw new Error(`the log has no ${stream}`);
};

/** Returns the first event of a record, as that of another one with other data. */
const copyOf = ({ type, schema, data }: StreamEvent, stream: string, changes: object): NewEvent => ({
  stream,
  version: 1,
  type,
  ...(schema !== undefined && { schema }),
  data: { ...Object(data), ...changes },
});

const occurrenceOf = (template: StreamEvent, at: readonly [series: number, occurrence: number], own: object) => {
  const [series, occurrence] = at;
  const id = idOf(series, occurrence);
  const { start, end } = timesOf(series, occurrence);
  const slug = `evening-${series}-${start.slice(0, 10)}`;
  const times = { start, end, startUtc: start, endUtc: end };
  const names = { title: titleOf(series), slug, path: `/event/${slug}/` };
  return copyOf(template, `event-${id}`, { id, ...times, ...names, ...own });
};

const appendAll = async ({ store }: ServiceData, { meta }: StreamEvent, events: readonly NewEvent[]): Promise<void> => {
  const commits: NewEvent[][] = [];
  for (let at = 0; at < events.length; at += EVENTS_A_COMMIT) commits.push(events.slice(at, at + EVENTS_A_COMMIT));
  for (let at = 0; at < commits.length; at += COMMITS_AT_ONCE)
    await Promise.all(
      commits.slice(at, at + COMMITS_AT_ONCE).map((each) => {
        const { stream = '' } = each[0] ?? {};
        return store.append({ events: each, meta: { ...meta, id: `filled-${stream}` } });
      }),
    );
};

/**
 * Opens the calendar of a site that does not run, and rebuilds its documents after the work. Other services get no
 * copies of what was written: following 200,000 events takes minutes.
 */
const inCalendar = (data: string, work: (calendar: ServiceData) => Promise<void>): Promise<void> =>
  withServices({ environment: { DATA: data } }, [], async (services) => {
    const calendar = services.find(({ name }) => name === 'calendar');
    if (calendar === undefined) throw new Error('the calendar has no data');
    await work(calendar);
    await rebuildDocuments(calendar);
    const position = await calendar.store.last();
    const commitId = (await calendar.store.commitAt(position))?.meta.id ?? '';
    for (const { entries } of services)
      for (const { id, source, logPosition } of await listCheckpoints(entries))
        if (source === 'calendar') await setCheckpoint(entries, id, { ...logPosition, position, n: 0, commitId });
  });

/**
 * Writes series into the log of a site that does not run, as copies of one that the site has made.
 * @param data the folder of the site
 * @param template the id of the series, and of an event of it
 */
export const fillSeries = (
  data: string,
  template: { readonly series: number; readonly event: number },
  [from, to]: readonly [number, number],
): Promise<void> =>
  inCalendar(data, async (calendar) => {
    const [series, occurrence] = [
      await createdOf(calendar, `series-${template.series}`),
      await createdOf(calendar, `event-${template.event}`),
    ];
    const all = Array.from({ length: OCCURRENCES }, (_, at) => at);
    for (let turn = from; turn < to; turn++) {
      const id = seriesIdOf(turn);
      const occurrences = all.map((at) => [timesOf(turn, at).start, idOf(turn, at)]);
      const first = timesOf(turn, 0).start;
      const shared = { ...Object(series.data).shared, title: titleOf(turn) };
      const facts = { id, anchor: first, from: first, slug: `evening-${turn}`, shared, occurrences, tasks: [] };
      const own = (at: number) => ({ series: id, occurrence: timesOf(turn, at).start });
      await appendAll(calendar, series, [
        copyOf(series, `series-${id}`, facts),
        ...all.map((at) => occurrenceOf(occurrence, [turn, at], own(at))),
      ]);
    }
  });

/** Writes single events into the log of a site that does not run, at the times of as many series. */
export const fillSingles = (data: string, event: number, [from, to]: readonly [number, number]): Promise<void> =>
  inCalendar(data, async (calendar) => {
    const single = await createdOf(calendar, `event-${event}`);
    const all = Array.from({ length: OCCURRENCES }, (_, at) => at);
    for (let turn = from; turn < to; turn++)
      await appendAll(
        calendar,
        single,
        all.map((at) => occurrenceOf(single, [turn, at], {})),
      );
  });
