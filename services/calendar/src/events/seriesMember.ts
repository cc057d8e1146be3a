import { isoLocal } from '@almanac/dates';
import { z } from 'zod';
import type { EventState } from './event.ts';

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
