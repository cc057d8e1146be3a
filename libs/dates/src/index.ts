export { endOfDay, startOfDay } from './dayBounds.ts';
export { formatDate } from './formatDate.ts';
export { type DateTextContext, type ParsedDate, parseDateText } from './parseDateText.ts';
export { isDateTime, type ParsedDateTime, parseDateTime } from './parseDateTime.ts';
export {
  addSeconds,
  type DateDetails,
  dateDetails,
  isoLocal,
  isWallClock,
  wallClockMs,
  wallClockOf,
} from './wallClock.ts';
export { isWithinYears } from './years.ts';
export { canonicalZone, isZone, offsetZoneName } from './zone.ts';
export { gmtOffset, toInstant, toUtc, toWallClock, zoneAbbreviation } from './zonedTime.ts';
