import { isObject } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { EventState } from './event.ts';
import { type SeriesState, seriesCollection } from './seriesAggregate.ts';

/** Adds the rules of its series, and the number of its occurrences, to the view of one event. */
export const withSeriesDetails = async <View extends Readonly<Record<string, unknown>>>(
  { documents }: Pick<Calendar, 'documents'>,
  event: EventState,
  view: View,
): Promise<View> => {
  if (event.series === null || !isObject(view.series)) return view;
  const series = (await documents.get<SeriesState>(seriesCollection, event.series))?.body;
  if (!series) return view;
  const { recurrence, occurrences } = series;
  return { ...view, series: { ...view.series, recurrence, count: occurrences.length } };
};
