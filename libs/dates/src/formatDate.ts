import { wallClockMs } from './wallClock.ts';
import { offsetZoneName } from './zone.ts';
import { gmtOffset, toInstant, zoneAbbreviation } from './zonedTime.ts';

const DAY = 86_400_000;

interface Moment {
  readonly wallClock: string;
  readonly language: string;
  readonly zone: string;
  /** The wall clock as if in UTC. */
  readonly date: Date;
}

const names = new Map<string, Intl.DateTimeFormat>();

const nameOf = ({ date, language }: Moment, options: Intl.DateTimeFormatOptions): string => {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = names.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  names.set(key, format);
  return format.format(date);
};

const two = (value: number): string => String(value).padStart(2, '0');

const ordinal = (day: number): string => {
  if (day >= 11 && day <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
};

const hour12 = (date: Date): number => date.getUTCHours() % 12 || 12;
const daysInMonth = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
const dayOfYear = (date: Date): number => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY);

/** Returns the Thursday of the same ISO week; its year is the week's year. */
const thursday = (date: Date): Date => new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY);

const offsetText = (moment: Moment, colon: string): string => {
  const hours = gmtOffset(moment.zone, toInstant(moment.wallClock, moment.zone));
  const minutes = Math.round(Math.abs(hours) * 60);
  return `${hours < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${colon}${two(minutes % 60)}`;
};

const LETTERS: Readonly<Record<string, (moment: Moment) => string>> = {
  d: ({ wallClock }) => wallClock.slice(8, 10),
  j: ({ date }) => String(date.getUTCDate()),
  D: (moment) => nameOf(moment, { weekday: 'short' }),
  l: (moment) => nameOf(moment, { weekday: 'long' }),
  N: ({ date }) => String(date.getUTCDay() || 7),
  w: ({ date }) => String(date.getUTCDay()),
  S: ({ date }) => ordinal(date.getUTCDate()),
  z: ({ date }) => String(dayOfYear(date)),
  W: ({ date }) => two(Math.floor(dayOfYear(thursday(date)) / 7) + 1),
  o: ({ date }) => String(thursday(date).getUTCFullYear()),
  F: (moment) => nameOf(moment, { month: 'long' }),
  M: (moment) => nameOf(moment, { month: 'short' }),
  m: ({ wallClock }) => wallClock.slice(5, 7),
  n: ({ date }) => String(date.getUTCMonth() + 1),
  t: ({ date }) => String(daysInMonth(date)),
  L: ({ date }) => (new Date(Date.UTC(date.getUTCFullYear(), 1, 29)).getUTCMonth() === 1 ? '1' : '0'),
  Y: ({ wallClock }) => wallClock.slice(0, 4),
  y: ({ wallClock }) => wallClock.slice(2, 4),
  a: ({ date }) => (date.getUTCHours() < 12 ? 'am' : 'pm'),
  A: ({ date }) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  g: ({ date }) => String(hour12(date)),
  h: ({ date }) => two(hour12(date)),
  G: ({ date }) => String(date.getUTCHours()),
  H: ({ wallClock }) => wallClock.slice(11, 13),
  i: ({ wallClock }) => wallClock.slice(14, 16),
  s: ({ wallClock }) => wallClock.slice(17, 19),
  u: () => '000000',
  v: () => '000',
  e: ({ zone }) => offsetZoneName(zone),
  T: ({ wallClock, zone }) => zoneAbbreviation(zone, toInstant(wallClock, zone)),
  P: (moment) => offsetText(moment, ':'),
  O: (moment) => offsetText(moment, ''),
  Z: ({ wallClock, zone }) => String(gmtOffset(zone, toInstant(wallClock, zone)) * 3600),
  U: ({ wallClock, zone }) => String(toInstant(wallClock, zone) / 1000),
  c: (moment) => formatted('Y-m-d\\TH:i:sP', moment),
  r: (moment) => formatted('D, d M Y H:i:s O', { ...moment, language: 'en' }),
};

const formatted = (pattern: string, moment: Moment): string =>
  pattern.replace(/\\(.)|([A-Za-z])/gs, (whole, escaped?: string, letter?: string) => {
    if (escaped !== undefined) return escaped;
    return LETTERS[letter ?? '']?.(moment) ?? whole;
  });

/**
 * Formats a wall clock by the letters of PHP's date() (`F j, Y`, `g:i a`, `\` before literal text), with names of
 * months and days in a language (`en`, `fr-ca`, `es-us`, …). Letters for the zone use `zone` (default UTC).
 */
export const formatDate = (pattern: string, wallClock: string, language: string, zone = 'UTC'): string =>
  formatted(pattern, { wallClock, language, zone, date: new Date(wallClockMs(wallClock)) });
