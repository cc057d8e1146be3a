import { toInstant } from '@almanac/dates';
import type { Documents, Filter } from '@almanac/documents';
import { type EventState, events } from '../events/event.ts';
import type { EventQuery } from '../events/eventQuery.ts';

/** The time after the last occurrence for which a feed has rules of zones, since a series may have no end. */
const AHEAD_MS = 5 * 366 * 86_400_000;

/** Instants in milliseconds. */
export interface SeriesSpan {
  readonly from: number;
  readonly to: number;
}

/** Events with a password are in no feed. */
export const unprotected: Filter = { field: 'password', equals: '' };

const found = async (documents: Documents, filter: Filter, order: 'startUtc' | 'endUtc', direction: 'asc' | 'desc') =>
  (await documents.find<EventState>(events, { filter, order: [{ field: order, direction }], limit: 1 }))[0];

/** Returns the time of all occurrences of the series in a feed, and of its window. */
export const seriesSpan = async (
  documents: Documents,
  { query, windowless, until }: { readonly query: EventQuery; readonly windowless: EventQuery; readonly until: number },
): Promise<SeriesSpan> => {
  const occurrences: Filter = { all: [windowless.filter, { field: 'series', after: 0 }] };
  const [inWindow, first, last] = await Promise.all([
    found(documents, query.filter, 'startUtc', 'asc'),
    found(documents, occurrences, 'startUtc', 'asc'),
    found(documents, occurrences, 'endUtc', 'desc'),
  ]);
  const starts = [inWindow, first].flatMap((event) => (event === undefined ? [] : [toInstant(event.startUtc, 'UTC')]));
  const end = last === undefined ? 0 : toInstant(last.endUtc, 'UTC');
  return { from: Math.min(...starts), to: Math.max(until, end) + AHEAD_MS };
};

/** Returns the series with the lowest id after another that has an event in a list. */
export const firstOfSeries = async (
  documents: Documents,
  filter: Filter,
  after: number,
): Promise<number | undefined> => {
  const further: Filter = { all: [filter, unprotected, { field: 'series', after }] };
  const order = [
    { field: 'series', direction: 'asc' },
    { field: 'start', direction: 'asc' },
  ] as const;
  const [event] = await documents.find<EventState>(events, { filter: further, order, limit: 1 });
  return event?.series ?? undefined;
};
