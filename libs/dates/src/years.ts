const DAY = 86_400_000;

const EARLIEST = Date.UTC(-1, 0, 1) + 2 * 366 * DAY;
const LATEST = Date.UTC(9999, 11, 30);

/**
 * Whether clocks of all zones show a year from 1 to 9999 at an instant (milliseconds from 1970), and still do at both
 * ends of the day that they show.
 */
export const isWithinYears = (instant: number): boolean => instant >= EARLIEST && instant <= LATEST;

/** The same for a wall clock (milliseconds as if in UTC) of whatever zone. */
export const isLocalWithinYears = (localMs: number): boolean =>
  isWithinYears(localMs - DAY) && isWithinYears(localMs + DAY);
