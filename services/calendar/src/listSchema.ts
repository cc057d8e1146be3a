import type { DeclaredAnswer } from '@almanac/rest';
import { z } from 'zod';

const total = z.int().min(0);

/** The envelope of a list with its headers (docs/interface/calendar.md §6). @param plural the member of the records */
export const listOf = (plural: string, record: z.ZodType): DeclaredAnswer => ({
  body: z.strictObject({
    [plural]: z.array(record),
    rest_url: z.string(),
    next_rest_url: z.string().optional(),
    previous_rest_url: z.string().optional(),
    total,
    total_pages: total,
  }),
  headers: { 'X-Cal-Total': total, 'X-Cal-TotalPages': total },
});
