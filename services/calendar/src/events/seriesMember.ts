import { isoLocal } from '@almanac/dates';
import { z } from 'zod';
import type { EventState } from './event.ts';
import { hasOwnTexts } from './ownFields.ts';

const texts = z.array(z.string());

/** The series of an event; single records name its rules too, collapsed lists the occurrences that follow. */
export const seriesSchema = z
  .strictObject({
    id: z.int(),
    occurrence: z.string(),
    changed: z.boolean(),
    recurrence: z.strictObject({ rules: texts, rdates: texts, exdates: texts }).optional(),
    count: z.int().optional(),
    more: z.int().optional(),
  })
  .meta({ id: 'EventSeries' });

/** Returns the member about the series of an event; none for a single event (docs/interface/series.md §2). */
export const seriesMember = ({ series, occurrence, ownFields }: EventState) =>
  series === null
    ? {}
    : { series: { id: series, occurrence: isoLocal(occurrence ?? ''), changed: ownFields.length > 0 } };

/** Returns the same for a list of what is translated together; occurrences with texts of their own stand for no others. */
export const collapsedSeriesMember = (event: EventState, moreOf: (series: number) => number) => {
  const { series } = { series: undefined, ...seriesMember(event) };
  if (series === undefined) return {};
  return { series: { ...series, more: hasOwnTexts(event) ? 0 : moreOf(series.id) } };
};
