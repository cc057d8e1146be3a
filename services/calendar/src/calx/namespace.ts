/** The second generation of the calendar's interface (docs/interface/calendar-second-generation.md). */
export const NAMESPACE = 'calx/v1';

/** What clients find in the headers of a list that was refused. */
export const NOTHING_FOUND = { 'X-Core-Total': 0, 'X-Core-TotalPages': 0 } as const;
