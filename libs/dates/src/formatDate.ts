import { dateTimeFormat } from './dateTimeFormat.ts';
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
  /** True if the pattern has a day of the month. */
  readonly hasDay: boolean;
}

/** The language of ordinals such as `1st`, and of dates in RFC 2822. */
const ENGLISH = 'en';

type Parts = Intl.DateTimeFormatOptions;

const nameOf = ({ date, language }: Moment, options: Parts): string => dateTimeFormat(language, options).format(date);

const partOf = ({ date, language }: Moment, type: Intl.DateTimeFormatPartTypes, options: Parts): string | undefined =>
  dateTimeFormat(language, options)
    .formatToParts(date)
    .find((part) => part.type === type)?.value;

/** Returns the name of the month, in the form beside a day of the month if the pattern has one: `июня`, not `июнь`. */
const monthName = (moment: Moment, month: 'long' | 'short'): string => {
  const inflected = moment.hasDay ? partOf(moment, 'month', { month, day: 'numeric' }) : undefined;
  return inflected !== undefined && /\p{L}/u.test(inflected) ? inflected : nameOf(moment, { month });
};

/** Halves of the day by language and hour: formatting one in parts takes most of the time of a whole date. */
const dayPeriods = new Map<string, string>();

/** Returns the half of the day in the language's own word; forms of am and pm (`p. m.`) become `AM` and `PM`. */
const dayPeriod = (moment: Moment): string =>
  dayPeriods.getOrInsertComputed(`${moment.language} ${moment.date.getUTCHours()}`, () => {
    const own = partOf(moment, 'dayPeriod', { hour: 'numeric', hour12: true }) ?? '';
    return /^[ap]\P{L}*m\P{L}*$/iu.test(own) ? own.replace(/\P{L}/gu, '').toUpperCase() : own;
  });

const two = (value: number): string => String(value).padStart(2, '0');

/** The ending of the first day of a month, in languages that write the number alone for other days: `1er juin`. */
const FIRST_DAY_ENDINGS: ReadonlyMap<string, string> = new Map([
  ['fr', 'er'],
  ['pt', 'º'],
]);

/** Returns the ending of the first day of a month in dates of a language; empty for most languages. */
export const firstDayEnding = (language: string): string =>
  FIRST_DAY_ENDINGS.get(new Intl.Locale(language).language) ?? '';

const ordinal = ({ date, language }: Moment): string => {
  const day = date.getUTCDate();
  if (new Intl.Locale(language).language !== ENGLISH) return day === 1 ? firstDayEnding(language) : '';
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
  S: ordinal,
  z: ({ date }) => String(dayOfYear(date)),
  W: ({ date }) => two(Math.floor(dayOfYear(thursday(date)) / 7) + 1),
  o: ({ date }) => String(thursday(date).getUTCFullYear()),
  F: (moment) => monthName(moment, 'long'),
  M: (moment) => monthName(moment, 'short'),
  m: ({ wallClock }) => wallClock.slice(5, 7),
  n: ({ date }) => String(date.getUTCMonth() + 1),
  t: ({ date }) => String(daysInMonth(date)),
  L: ({ date }) => (new Date(Date.UTC(date.getUTCFullYear(), 1, 29)).getUTCMonth() === 1 ? '1' : '0'),
  Y: ({ wallClock }) => wallClock.slice(0, 4),
  y: ({ wallClock }) => wallClock.slice(2, 4),
  a: (moment) => dayPeriod(moment).toLowerCase(),
  A: dayPeriod,
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
  r: (moment) => formatted('D, d M Y H:i:s O', { ...moment, language: ENGLISH }),
};

const formatted = (pattern: string, moment: Moment): string =>
  pattern.replace(/\\(.)|([A-Za-z])/gs, (whole, escaped?: string, letter?: string) => {
    if (escaped !== undefined) return escaped;
    return LETTERS[letter ?? '']?.(moment) ?? whole;
  });

/**
 * Formats a wall clock by the letters of PHP's date() (`F j, Y`, `g:i a`, `\` before literal text). Names of months,
 * days and halves of the day are those of a language, given by its BCP 47 tag; digits are always `0` to `9`. Letters for
 * the zone use `zone` (default UTC).
 */
export const formatDate = (pattern: string, wallClock: string, language: string, zone = 'UTC'): string => {
  const hasDay = /[dj]/.test(pattern.replace(/\\./gs, ''));
  return formatted(pattern, { wallClock, language, zone, hasDay, date: new Date(wallClockMs(wallClock)) });
};
