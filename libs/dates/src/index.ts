export { dateTimeFormat } from './dateTimeFormat.ts';
export { endOfDay, startOfDay } from './dayBounds.ts';
export { firstDayEnding, formatDate } from './formatDate.ts';
export { type ParsedDate, parseDateText } from './parseDateText.ts';
export { parseDateTime } from './parseDateTime.ts';
export {
  addSeconds,
  dateDetails,
  isoLocal,
  isWallClock,
  wallClockMs,
  wallClockOf,
} from './wallClock.ts';
export { isWithinYears } from './years.ts';
export { canonicalZone, isZone, offsetZoneName } from './zone.ts';
export { gmtOffset, toInstant, toUtc, toWallClock, zoneAbbreviation } from './zonedTime.ts';
