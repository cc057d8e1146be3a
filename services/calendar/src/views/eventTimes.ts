import { gmtOffset, isoLocal, toInstant, toWallClock } from '@almanac/dates';
import { dayTimeSeparator, fullDayText, type Html, html, type RenderContext, timeText, zoneText } from '@almanac/pages';
import type { EventState } from '../events/event.ts';

type EventTimes = Pick<EventState, 'start' | 'end' | 'startUtc' | 'endUtc' | 'timezone' | 'allDay'>;

/** The local times of an event on pages: in the event's zone, or in the site's (docs/interface/calendar.md §15). */
export interface RenderedTimes {
  readonly start: string;
  readonly end: string;
  readonly zone: string;
}

export const renderedTimes = (event: EventTimes, { site }: Pick<RenderContext, 'site'>): RenderedTimes => {
  const { start, end, timezone: zone } = event;
  if (site.zone_mode === 'event' || event.allDay) return { start, end, zone };
  return {
    start: toWallClock(event.startUtc, site.timezone),
    end: toWallClock(event.endUtc, site.timezone),
    zone: site.timezone,
  };
};

/** Milliseconds. */
const DAY = 24 * 60 * 60_000;

/** True if an event passes midnight and is shorter than a day; pages show it on its first day only. */
export const isOvernight = ({ start, end, startUtc, endUtc, allDay }: EventTimes): boolean =>
  !allDay && start.slice(0, 10) !== end.slice(0, 10) && toInstant(endUtc, 'UTC') - toInstant(startUtc, 'UTC') < DAY;

/** `2031-06-10T19:30:00-04:00` */
const machineTime = (wallClock: string, utc: string, zone: string): string => {
  const minutes = Math.round(gmtOffset(zone, utc) * 60);
  const two = (part: number): string => String(Math.floor(part)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${isoLocal(wallClock)}${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
};

const day = (wallClock: string, renderContext: RenderContext): Html =>
  html`<time datetime="${wallClock.slice(0, 10)}">${fullDayText(wallClock, renderContext)}</time>`;

const wholeDays = ({ start, end }: RenderedTimes, renderContext: RenderContext): Html =>
  start.slice(0, 10) === end.slice(0, 10)
    ? html`${day(start, renderContext)}${dayTimeSeparator(renderContext)}${renderContext.text('all day')}`
    : html`${day(start, renderContext)} – ${day(end, renderContext)}`;

/** Renders the time of an event below a heading that names its first day: times, a later last day, another zone. */
export const timesOfDay = (event: EventTimes, renderContext: RenderContext): Html => {
  const times = renderedTimes(event, renderContext);
  const { start, end, zone } = times;
  const isOver = start.slice(0, 10) !== end.slice(0, 10) && !isOvernight(event);
  const lastDay = isOver && html` – ${day(end, renderContext)}`;
  if (event.allDay) return html`${renderContext.text('all day')}${lastDay}`;
  const at = (wallClock: string, utc: string): Html =>
    html`<time datetime="${machineTime(wallClock, utc, zone)}">${timeText(wallClock, renderContext)}</time>`;
  const until =
    end !== start &&
    html` – ${isOver && html`${day(end, renderContext)}${dayTimeSeparator(renderContext)}`}${at(end, event.endUtc)}`;
  return html`${at(start, event.startUtc)}${until}${zoneNote(times, event, renderContext)}`;
};

const zoneNote = ({ zone }: RenderedTimes, { startUtc }: EventTimes, renderContext: RenderContext): Html | false =>
  zone !== renderContext.site.timezone && html` <span class="soft">${zoneText(zone, startUtc, renderContext)}</span>`;

/** Renders the time of an event in words: day, times and, if it differs from the site's, the zone. */
export const eventTimes = (event: EventTimes, renderContext: RenderContext): Html => {
  const times = renderedTimes(event, renderContext);
  if (event.allDay) return wholeDays(times, renderContext);
  const { start, end, zone } = times;
  const at = (wallClock: string, utc: string, text: string): Html =>
    html`<time datetime="${machineTime(wallClock, utc, zone)}">${text}</time>`;
  const dayAndTime = (wallClock: string): string =>
    `${fullDayText(wallClock, renderContext)}${dayTimeSeparator(renderContext)}${timeText(wallClock, renderContext)}`;
  const sameDay = start.slice(0, 10) === end.slice(0, 10);
  const until = sameDay ? timeText(end, renderContext) : dayAndTime(end);
  const upTo = end === start ? undefined : html` – ${at(end, event.endUtc, until)}`;
  return html`${at(start, event.startUtc, dayAndTime(start))}${upTo}${zoneNote(times, event, renderContext)}`;
};
