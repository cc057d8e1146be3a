const DAY = 86_400_000;

const EARLIEST_MS = Date.UTC(-1, 0, 1) + 2 * 366 * DAY;
const LATEST_MS = Date.UTC(9999, 11, 30);

/**
 * True if the local year at an instant (milliseconds since 1970) is 1 to 9999 in every zone, and at both ends of that
 * local day.
 */
export const isWithinYears = (instant: number): boolean => instant >= EARLIEST_MS && instant <= LATEST_MS;

/** True if a wall clock (milliseconds as if in UTC) is within the years 1 to 9999, whatever its zone. */
export const isLocalWithinYears = (localMs: number): boolean =>
  isWithinYears(localMs - DAY) && isWithinYears(localMs + DAY);
