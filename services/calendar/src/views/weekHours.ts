import { type Html, html, type RenderContext, timeText } from '@almanac/pages';
import type { SpanningEvent } from './dayEvents.ts';
import { isAboveHours } from './entries.ts';
import { renderedTimes } from './eventTimes.ts';
import { assignLanes, LEAST_ROWS } from './hours.ts';

/** The maximum number of events side by side in a day's column; the page of the day has the others. */
const MAX_LANES = 3;

const QUARTERS = 24 * 4;

/** The hours that every week has, so that weeks keep one shape. */
const [FIRST_HOUR, LAST_HOUR] = [9, 18];

/** The positions of a week's events in the hours that its days share. */
export interface WeekHours {
  /** The drawn hours; the first one starts at quarter 0. */
  readonly hours: readonly number[];
  /** Returns the CSS with lane and quarters of an event; undefined for one without an hour or a free lane. */
  readonly placeOf: (entry: SpanningEvent) => string | undefined;
}

/** Returns the quarter of the day of a local time. */
const quarterOf = (clock: string): number =>
  Number(clock.slice(11, 13)) * 4 + Math.floor(Number(clock.slice(14, 16)) / 15);

/**
 * Places the events of a day by their local times, also on a day on which clocks change.
 * An event that ends after midnight ends with its day.
 */
const placedIn = (events: readonly SpanningEvent[], renderContext: RenderContext) => {
  const placed = events.map((entry) => {
    const { start, end } = renderedTimes(entry.event, renderContext);
    const row = quarterOf(start);
    const last = end.slice(0, 10) === start.slice(0, 10) ? quarterOf(end) : QUARTERS;
    return { id: entry.event.id, row, rows: Math.max(LEAST_ROWS, last - row) };
  });
  return assignLanes(placed);
};

/** Returns the hours of a week and the places of its events. @param days the events that start on each day */
export const weekHours = (days: readonly (readonly SpanningEvent[])[], renderContext: RenderContext): WeekHours => {
  const placed = days.map((events) =>
    placedIn(
      events.filter((each) => !isAboveHours(each)),
      renderContext,
    ),
  );
  const shown = placed.map((events) => events.filter(({ lane }) => lane < MAX_LANES));
  const all = shown.flat();
  const first = Math.floor(Math.min(FIRST_HOUR * 4, ...all.map(({ row }) => row)) / 4);
  const end = Math.ceil(Math.max(LAST_HOUR * 4, ...all.map(({ row, rows }) => row + rows)) / 4);
  const places = shown.flatMap((events) => {
    const lanes = 1 + Math.max(0, ...events.map(({ lane }) => lane));
    return events.map(({ id, row, rows, lane }) => {
      const place = `--row:${row - first * 4};--rows:${rows};--lane:${lane};--lanes:${lanes}`;
      return [id, place] as const;
    });
  });
  const byId = new Map(places);
  return {
    hours: Array.from({ length: end - first }, (_, index) => first + index),
    placeOf: ({ event }) => byId.get(event.id),
  };
};

/** Renders the hours beside the days; entries repeat their own times. */
export const hourAxis = ({ hours }: WeekHours, renderContext: RenderContext): Html => {
  const name = (hour: number): string =>
    timeText(`2031-01-01 ${String(hour % 24).padStart(2, '0')}:00:00`, renderContext);
  return html`<li class="axis" aria-hidden="true">
${hours.map((hour, index) => html`<span style="--row:${index * 4}">${name(hour)}</span>\n`)}</li>
`;
};
