import type { Filter } from '@almanac/documents';
import { type EventState, events } from '../events/event.ts';
import { beginningOfDay } from '../events/schedule.ts';
import { type RenderedTimes, renderedTimes } from './eventTimes.ts';
import { daysOf, type Spanning } from './month.ts';
import { listedIn, startField, within } from './pageClock.ts';
import type { PageContext } from './pageContext.ts';

/** More events than any month has; further ones are in the list. */
const MOST = 1_000;

export interface MonthEvent extends Spanning {
  readonly event: EventState;
  readonly times: RenderedTimes;
}

const before = (wallClock: string): string =>
  Temporal.PlainDateTime.from(wallClock.replace(' ', 'T'))
    .subtract({ seconds: 1 })
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');

/** The events of a month in the order of their start, as everybody sees them in the language of the address. */
export const monthEvents = async (
  { calendar, renderContext }: PageContext,
  month: Temporal.PlainYearMonth,
): Promise<MonthEvent[]> => {
  const { day_cutoff: cutoff } = renderContext.site;
  const begin = beginningOfDay(`${month}-01`, '00:00');
  const end = beginningOfDay(`${month.add({ months: 1 })}-01`, '00:00');
  const filter: Filter = {
    all: [
      ...listedIn(calendar, renderContext.language),
      ...within(calendar, { starts_before: end, ends_after: before(begin) }),
    ],
  };
  const order = [{ field: startField(calendar), direction: 'asc' }] as const;
  const found = await calendar.documents.find<EventState>(events, { filter, order, limit: MOST });
  return found.map((event) => {
    const times = renderedTimes(event, renderContext);
    return { event, times, ...daysOf(times.start, times.end, cutoff) };
  });
};

/** The month of the nearest event before or after a month; undefined where there is none. */
export const nearestMonth = async (
  { calendar, renderContext }: PageContext,
  month: Temporal.PlainYearMonth,
  direction: 'before' | 'after',
): Promise<Temporal.PlainYearMonth | undefined> => {
  const bounds =
    direction === 'before'
      ? { starts_before: `${month}-01 00:00:00` }
      : { starts_after: before(`${month.add({ months: 1 })}-01 00:00:00`) };
  const filter: Filter = { all: [...listedIn(calendar, renderContext.language), ...within(calendar, bounds)] };
  const order = [{ field: startField(calendar), direction: direction === 'before' ? 'desc' : 'asc' }] as const;
  const [event] = await calendar.documents.find<EventState>(events, { filter, order, limit: 1 });
  return event === undefined
    ? undefined
    : Temporal.PlainYearMonth.from(renderedTimes(event, renderContext).start.slice(0, 7));
};
