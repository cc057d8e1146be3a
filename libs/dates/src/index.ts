export {
  addSeconds,
  type DateDetails,
  dateDetails,
  isoLocal,
  isWallClock,
  wallClockMs,
  wallClockOf,
} from './wallClock.ts';
export { canonicalZone, isZone, offsetZoneName } from './zone.ts';
export { gmtOffset, toInstant, toUtc, toWallClock, zoneAbbreviation } from './zonedTime.ts';
