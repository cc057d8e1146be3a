import type { Documents, Filter } from '@almanac/documents';
import { isObject } from '@almanac/rest';
import { type EventState, events } from './event.ts';

/** The maximum number of series that a list collapses; occurrences of further ones are all listed. */
const MAX_SERIES = 1_000;

/** A list with only the next occurrence of each series. */
export interface CollapsedList {
  readonly filter: Filter;
  /** Returns the number of further occurrences of a series that the list has left out. */
  moreOf(series: number): number;
}

/** Collapses a list: of each series, only the occurrence that starts first is left (docs/interface/series.md §5). */
export const collapsedList = async (documents: Documents, filter: Filter): Promise<CollapsedList> => {
  const next = await nextOccurrences(documents, filter);
  const ids = [...next.keys()];
  const counts = await documents.countBy(events, 'series', ids, filter);
  const others: Filter = { not: { field: 'series', in: ids } };
  return {
    filter: { all: [filter, { any: [others, { field: 'id', in: [...next.values()] }] }] },
    moreOf: (series) => (counts.get(series) ?? 1) - 1,
  };
};

/** Returns the next occurrence by series: each query skips the rest of the series before. */
const nextOccurrences = async (documents: Documents, filter: Filter): Promise<Map<number, number>> => {
  const next = new Map<number, number>();
  const order = [
    { field: 'series', direction: 'asc' },
    { field: 'start', direction: 'asc' },
  ] as const;
  for (let after = 0; next.size < MAX_SERIES; ) {
    const further = { all: [filter, { field: 'series', after }] };
    const [found] = await documents.find<EventState>(events, { filter: further, order, limit: 1 });
    if (found === undefined || found.series === null) break;
    next.set(found.series, found.id);
    after = found.series;
  }
  return next;
};

/** Adds the number of further occurrences to the views of a collapsed list. */
export const withMore = <View extends object>(views: readonly View[], { moreOf }: CollapsedList): View[] =>
  views.map((view) => {
    const series = 'series' in view ? view.series : undefined;
    return isObject(series) ? { ...view, series: { ...series, more: moreOf(Number(series.id)) } } : view;
  });
