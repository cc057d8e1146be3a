import { eventually } from '@almanac/testing';
import { request } from '../../site.ts';
import { type CalendarData, readCalendar } from './calendarData.ts';
import type { WriteOutcomes } from './load.ts';
import type { World } from './world.ts';

const first = (positions: readonly string[]): number[] =>
  [...new Set(positions)].map((position) => Number(position.split('/')[0]));

/** Waits until relay and projector of the calendar have no lag. */
export const settled = (world: World): Promise<void> =>
  eventually(async () => {
    const [calendar] = world.replicas('calendar');
    if (calendar === undefined) return false;
    const lags = ['almanac_relay_lag_commits', 'almanac_document_lag_commits'].map((name) =>
      world.figure(calendar, name),
    );
    return (await Promise.all(lags)).every((lag) => lag === 0);
  });

/** Expects each acknowledged event once in the log, in a document and on the topic in order, and no duplicates. */
export const expectSound = async (world: World, written: WriteOutcomes): Promise<CalendarData> => {
  expect(written.wrong.length === 0 ? [] : [...written.wrong.slice(0, 5), ...world.said.slice(-10)]).toEqual([]);
  await settled(world);
  const data = await readCalendar(world);
  const { log, topic } = data;
  const titles = log.flatMap(({ events }) =>
    events
      .filter(({ type }) => type === 'EventCreated')
      .map(({ data, stream }) => ({ text: JSON.stringify(data), stream })),
  );
  const miscounted = [...written.acknowledged].filter(([title, id]) => {
    const found = titles.filter(({ text }) => text.includes(title));
    return found.length !== 1 || found[0]?.stream !== `event-${id}` || !topic.has(`event-${id}`);
  });
  const twice = written.open.filter((title) => titles.filter(({ text }) => text.includes(title)).length > 1);
  expect([miscounted, twice]).toEqual([[], []]);
  expect(await missing(world, written)).toEqual([]);
  for (const positions of topic.values()) expect(first(positions)).toEqual([...first(positions)].sort((a, b) => a - b));
  return data;
};

const NEWEST = 40;

/** Returns the newest acknowledged events that a reader does not find. */
const missing = async ({ origin }: World, { acknowledged }: WriteOutcomes): Promise<string[]> => {
  const newest = [...acknowledged].slice(-NEWEST);
  const answers = newest.map(([, id]) =>
    request(`${origin}/en/json`, 'GET', `/cal/events/v1/events/${id}`, { as: 'admin' }),
  );
  const found = await Promise.all(answers);
  return newest.flatMap(([title], index) =>
    found[index]?.status === 200 ? [] : [`${title}: ${found[index]?.status}`],
  );
};
