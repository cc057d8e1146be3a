/** The second generation of the calendar's interface (docs/interface/calendar-second-generation.md). */
export const NAMESPACE = 'calx/v1';

/** The headers of a refused list. */
export const NOTHING_FOUND = { 'X-Core-Total': 0, 'X-Core-TotalPages': 0 } as const;
