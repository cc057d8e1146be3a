import { canonicalZone } from '../zone.ts';
import * as part from './fragments.ts';
import { type Groups, type Reading, resetTime, setDate, setTime } from './reading.ts';
import { type Rule, rule } from './rule.ts';

const { FRACTION, HOUR12, HOUR24, HOUR24_TWO, MERIDIAN, MINUTE, MINUTE_TWO, SECOND, SECOND_TWO, SPACES } = part;

/** Reads four digits as a time of day, or as the year if there is a time already. */
const timeOrYear = (reading: Reading, groups: Groups): boolean => {
  if (!reading.hasTime) return setTime(reading, groups);
  reading.year = Number(`${groups.hour}${groups.minute}`);
  return true;
};

const setYear = (reading: Reading, { year }: Groups): boolean => {
  reading.year = Number(year);
  return true;
};

/** Applies a quarter past (`back of`) or a quarter to (`front of`). */
const quarter = (reading: Reading, { side, hour, meridian }: Groups): boolean => {
  resetTime(reading);
  setTime(reading, { hour, minute: side === 'back' ? '15' : '45', meridian });
  if (side !== 'back') reading.hour = (reading.hour ?? 0) - 1;
  return true;
};

const startOfDay = (reading: Reading): boolean => {
  resetTime(reading);
  return true;
};

const noon = (reading: Reading): boolean => {
  resetTime(reading);
  return setTime(reading, { hour: '12' });
};

const dayFromToday =
  (days: number) =>
  (reading: Reading): boolean => {
    reading.relative.days = days;
    return startOfDay(reading);
  };

const timestamp = (reading: Reading, { timestamp }: Groups): boolean => {
  if (!setDate(reading, { year: '1970', month: '1', day: '1' })) return false;
  resetTime(reading);
  reading.relative.seconds += Number(timestamp);
  reading.zone = 0;
  return true;
};

/** Zone abbreviations by their hours from UTC; those of several zones are read as in PHP. */
const ABBREVIATIONS: Readonly<Record<string, number>> = {
  utc: 0,
  gmt: 0,
  uct: 0,
  wet: 0,
  west: 1,
  bst: 1,
  cet: 1,
  cest: 2,
  met: 1,
  mest: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  msd: 4,
  ist: 2,
  idt: 3,
  nst: -3.5,
  ndt: -2.5,
  ast: -4,
  adt: -3,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  akst: -9,
  akdt: -8,
  hst: -10,
  hdt: -9,
  sst: -11,
  wat: 1,
  wast: 2,
  cat: 2,
  sast: 2,
  eat: 3,
  pkt: 5,
  pkst: 6,
  wib: 7,
  wita: 8,
  wit: 9,
  hkt: 8,
  hkst: 9,
  jst: 9,
  kst: 9,
  kdt: 10,
  awst: 8,
  awdt: 9,
  acst: 9.5,
  acdt: 10.5,
  aest: 10,
  aedt: 11,
  chst: 10,
  nzst: 12,
  nzdt: 13,
  a: 1,
  b: 2,
  c: 3,
  d: 4,
  e: 5,
  f: 6,
  g: 7,
  h: 8,
  i: 9,
  k: 10,
  l: 11,
  m: 12,
  n: -1,
  o: -2,
  p: -3,
  q: -4,
  r: -5,
  s: -6,
  t: -7,
  u: -8,
  v: -9,
  w: -10,
  x: -11,
  y: -12,
  z: 0,
};

/** Sets a zone by name or abbreviation; ignores a second zone. */
const namedZone = (reading: Reading, { zone = '' }: Groups): boolean => {
  const hours = Object.hasOwn(ABBREVIATIONS, zone.toLowerCase()) ? ABBREVIATIONS[zone.toLowerCase()] : undefined;
  const found = hours === undefined ? canonicalZone(zone) : hours * 3_600_000;
  if (found === undefined) return false;
  reading.zone ??= found;
  return true;
};

/** Sets a zone by offset: `+2`, `+02`, `+530`, `+0530`, `+5:30`, `+053015`. */
const offsetZone = (reading: Reading, { offset = '' }: Groups): boolean => {
  const [first = '', ...rest] = offset.slice(1).split(':');
  const digits = first.length > 2 ? first.padStart(first.length + (first.length % 2), '0') : first.padStart(2, '0');
  const [hours = 0, minutes = 0, seconds = 0] = [...(digits.match(/\d\d/g) ?? []), ...rest].map(Number);
  const ms = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  reading.zone ??= offset.startsWith('-') ? -ms : ms;
  return true;
};

/** Rules for times of day and zones; of equally long matches the first wins. */
export const timeRules: readonly Rule[] = [
  rule('yesterday', dayFromToday(-1)),
  rule('now', () => true),
  rule('noon', noon),
  rule('midnight|today', startOfDay),
  rule('tomorrow', dayFromToday(1)),
  rule('@(?<timestamp>-?\\d{1,15})(?:\\.\\d{0,6})?', timestamp),
  rule(`(?<side>back|front) of ${HOUR24}(?:${SPACES}${MERIDIAN})?`, quarter),
  rule(`${HOUR12}${SPACES}${MERIDIAN}`, setTime),
  rule(`${HOUR12}[:.]${MINUTE_TWO}${SPACES}${MERIDIAN}`, setTime),
  rule(`${HOUR12}[:.]${MINUTE}[:.]${SECOND_TWO}${SPACES}${MERIDIAN}`, setTime),
  rule(`${HOUR12}:${MINUTE_TWO}:${SECOND_TWO}[:.]\\d+${MERIDIAN}`, setTime),
  rule(`t${HOUR24}`, setTime),
  rule(`t?${HOUR24}[:.]${MINUTE}`, setTime),
  rule(`t?${HOUR24}[:.]${MINUTE}[:.]${SECOND}(?:${FRACTION})?`, setTime),
  rule(`t?${HOUR24_TWO}${MINUTE_TWO}`, timeOrYear),
  rule(`t?${HOUR24_TWO}${MINUTE_TWO}${SECOND_TWO}`, setTime),
];

/** Rules with the lowest precedence among equally long matches. */
export const lateRules: readonly Rule[] = [
  rule(part.YEAR_FOUR, setYear),
  rule(part.OFFSET, offsetZone),
  rule(part.ZONE_NAME, namedZone),
  rule('[ ,.\\t\\r\\n]+', () => true),
];
