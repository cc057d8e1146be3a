import type { Documents, Filter } from '@almanac/documents';
import { isObject } from '@almanac/rest';
import { type EventState, events } from './event.ts';
import { withOwnTexts } from './ownFields.ts';

/** The maximum number of series that a list collapses; occurrences of further ones are all listed. */
const MAX_SERIES = 1_000;

/** A list with only the next occurrence of each series. */
export interface CollapsedList {
  readonly filter: Filter;
  /** Returns the number of further occurrences of a series that the list has left out. */
  moreOf(series: number): number;
  /** The number of occurrences that the list has left out. */
  readonly more: number;
}

/**
 * Collapses a list: of each series, only the occurrence that comes first in it is left (docs/interface/series.md §5).
 * @param direction `asc` for the occurrence that starts first, `desc` for the one that starts last
 */
export const collapsedList = async (
  documents: Documents,
  filter: Filter,
  direction: 'asc' | 'desc' = 'asc',
): Promise<CollapsedList> => {
  return collapse(documents, { filter, first: await firstOccurrences(documents, filter, direction) });
};

/**
 * Collapses a list to what is translated together: of each series, the next occurrence is left, or the last one if all
 * are over, and occurrences with texts of their own (docs/interface/calendar-post-types.md §1).
 * @param now the time in UTC, as a wall clock
 */
export const collapsedTranslations = async (
  documents: Documents,
  filter: Filter,
  now: string,
): Promise<CollapsedList> => {
  const together: Filter = { all: [filter, { not: withOwnTexts }] };
  const next = await firstOccurrences(documents, { all: [together, { field: 'endUtc', after: now }] }, 'asc');
  const ended: Filter = { not: { field: 'series', in: [...next.keys()] } };
  const last = await firstOccurrences(documents, { all: [together, ended] }, 'desc');
  return collapse(documents, { filter, first: new Map([...next, ...last]), alone: withOwnTexts });
};

interface Collapsing {
  readonly filter: Filter;
  /** The occurrence that is left, by series. */
  readonly first: ReadonlyMap<number, number>;
  /** Matches occurrences that are left too, and not counted with their series. */
  readonly alone?: Filter;
}

const collapse = async (documents: Documents, { filter, first, alone }: Collapsing): Promise<CollapsedList> => {
  const ids = [...first.keys()];
  const counted: Filter = alone === undefined ? filter : { all: [filter, { not: alone }] };
  const counts = await documents.countBy(events, 'series', ids, counted);
  const moreOf = (series: number): number => (counts.get(series) ?? 1) - 1;
  const others: Filter = { not: { field: 'series', in: ids } };
  const left: Filter[] = [others, { field: 'id', in: [...first.values()] }, ...(alone === undefined ? [] : [alone])];
  return {
    filter: { all: [filter, { any: left }] },
    moreOf,
    more: ids.reduce((sum, id) => sum + moreOf(id), 0),
  };
};

/** Returns the first occurrence by series, in an order of starts: each query skips the rest of the series before. */
const firstOccurrences = async (
  documents: Documents,
  filter: Filter,
  direction: 'asc' | 'desc',
): Promise<Map<number, number>> => {
  const first = new Map<number, number>();
  // one index serves both directions
  const order = [
    { field: 'series', direction },
    { field: 'start', direction },
  ] as const;
  let last = 0;
  while (first.size < MAX_SERIES) {
    const rest: Filter =
      direction === 'desc' && last > 0 ? { field: 'series', before: last } : { field: 'series', after: last };
    const query = { filter: { all: [filter, rest] }, order, limit: 1, without: ['content', 'excerpt'] };
    const [found] = await documents.find<EventState>(events, query);
    if (found === undefined || found.series === null) break;
    first.set(found.series, found.id);
    last = found.series;
  }
  return first;
};

/** Adds the number of further occurrences to the views of a collapsed list. */
export const withMore = <View extends object>(views: readonly View[], { moreOf }: CollapsedList): View[] =>
  views.map((view) => {
    const series = 'series' in view ? view.series : undefined;
    return isObject(series) ? { ...view, series: { ...series, more: moreOf(Number(series.id)) } } : view;
  });
