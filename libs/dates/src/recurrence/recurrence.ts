import { isDeepStrictEqual } from 'node:util';
import { isoLocal, isWallClock, wallClockMs, wallClockOf } from '../wallClock.ts';
import { toInstant, toWallClock } from '../zonedTime.ts';
import { InvalidRuleError, type RecurrenceRule, readRule, requireStart, startsWithin } from './rule.ts';

/** The rules and dates by which an event recurs (RFC 5545 §3.8.5). */
export interface Recurrence {
  /** Values of RRULE, in upper case. */
  readonly rules: readonly string[];
  /** Added starts: local times in the zone of the event, `YYYY-MM-DDTHH:MM:SS`. */
  readonly rdates: readonly string[];
  /** Excluded starts: local times, or days (`YYYY-MM-DD`) on which no occurrence starts. */
  readonly exdates: readonly string[];
}

/** The first start of a series, from which its rules count. */
export interface SeriesStart {
  /** Local time in the zone, `YYYY-MM-DD HH:MM:SS`. */
  readonly start: string;
  readonly timezone: string;
  readonly allDay: boolean;
}

export const MAX_RULES = 20;
/** The maximum number of added, and of excluded, dates. */
export const MAX_RECURRENCE_DATES = 1_000;

const DAY_MS = 86_400_000;
/**
 * Starts are looked for in windows, so that a long series stays within the limits of a rule. The first window is short:
 * it has enough starts of a rule with many a day.
 */
const FIRST_WINDOW_MS = 61 * DAY_MS;
const MAX_WINDOW_MS = 2 * 366 * DAY_MS;
/** The number of starts from which the next window is no longer. */
const FULL_WINDOW = 100;
const MAX_STARTS_PER_DAY = 24;

/** Limits of the search for the first start of a rule: 20 rules that never occur take about three seconds. */
const SEARCH_LIMITS = { maxIterations: 4_000, maxCandidateEvaluations: 4_000 };

const PARTS = new Set([
  'FREQ',
  'UNTIL',
  'COUNT',
  'INTERVAL',
  'BYSECOND',
  'BYMINUTE',
  'BYHOUR',
  'BYDAY',
  'BYMONTHDAY',
  'BYYEARDAY',
  'BYWEEKNO',
  'BYMONTH',
  'BYSETPOS',
  'WKST',
]);
const FREQUENCIES = new Set(['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY']);

/**
 * Reads the values of a recurrence; dates with `Z` are converted to the zone of the series.
 * @throws InvalidRuleError naming the rule or the date, and the part that is wrong
 */
export const readRecurrence = (sent: Partial<Recurrence>, series: SeriesStart): Recurrence => {
  const { rules = [], rdates = [], exdates = [] } = sent;
  const recurrence = {
    rules: rules.map((rule) => readOwnRule(rule, series)),
    rdates: distinct(rdates.map((date) => dateIn('rdates', date, series))).map((date) => withTime(date, series)),
    exdates: distinct(exdates.map((date) => dateIn('exdates', date, series))),
  };
  if (recurrence.rules.length + recurrence.rdates.length === 0)
    throw new InvalidRuleError('has neither rules nor rdates', { part: 'rules' });
  return recurrence;
};

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].sort();

const readOwnRule = (sent: string, series: SeriesStart): string => {
  const text = sent
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '');
  const rule = readRule(text);
  const unknown = [...rule.parts.keys()].find((name) => !PARTS.has(name));
  if (unknown !== undefined) throw new InvalidRuleError(`has the unknown part ${unknown}`, { part: unknown });
  if (!FREQUENCIES.has(rule.parts.get('FREQ') ?? ''))
    throw new InvalidRuleError('needs FREQ=DAILY, WEEKLY, MONTHLY or YEARLY', { part: 'FREQ' });
  requireFewTimes(rule);
  const until = untilOf(rule, series);
  const range = { first: wallClockMs(series.start), isDay: series.allDay, until };
  if (until === undefined) requireStart(rule, range, SEARCH_LIMITS);
  else startsWithin(rule, { ...range, from: range.first, to: range.first });
  return text;
};

const requireFewTimes = ({ parts }: RecurrenceRule): void => {
  const times = ['BYHOUR', 'BYMINUTE', 'BYSECOND'].map((name) => parts.get(name)?.split(',').length ?? 1);
  if (times.reduce((a, b) => a * b) > MAX_STARTS_PER_DAY)
    throw new InvalidRuleError(`has more than ${MAX_STARTS_PER_DAY} starts a day`, { part: 'BYHOUR' });
};

const DATE = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d):?(\d\d)?(Z)?)?$/i;

/** Returns a local time `YYYY-MM-DDTHH:MM:SS` in the zone of the series, or a day. */
const dateIn = (part: string, sent: string, { timezone, allDay }: SeriesStart): string => {
  const [, year = '', month, day, hours, minutes, seconds = '00', z] = DATE.exec(sent.trim()) ?? [];
  const date = `${year}-${month}-${day}`;
  const clock = `${date} ${hours ?? '00'}:${minutes ?? '00'}:${seconds}`;
  if (!isWallClock(clock) || year === '0000' || year === '9999')
    throw new InvalidRuleError(`has no date such as 2027-01-05 in ${part}: ${sent.slice(0, 40)}`, { part });
  if (hours === undefined || allDay) return date;
  return isoLocal(z === undefined ? clock : toWallClock(wallClockMs(clock), timezone));
};

const withTime = (date: string, { start }: SeriesStart): string =>
  date.length > 10 ? date : `${date}T${start.slice(11)}`;

/** Returns the last clock time of UNTIL in the zone of the series, in milliseconds as if in UTC; a day counts whole. */
const untilOf = ({ until }: RecurrenceRule, series: SeriesStart): number | undefined => {
  if (until === undefined) return undefined;
  if (!/^\d{8}(T\d{6}Z?)?$/.test(until))
    throw new InvalidRuleError(`has no date in UNTIL: ${until}`, { part: 'UNTIL' });
  const date = dateIn('UNTIL', until, { ...series, allDay: false });
  if (date.length === 10) return wallClockMs(`${date} 23:59:59`);
  const local = wallClockMs(date);
  return series.allDay && !until.endsWith('Z') ? wallClockMs(`${date.slice(0, 10)} 23:59:59`) : local;
};

/** Returns the local time after which a rule has no start (UNTIL), `YYYY-MM-DD HH:MM:SS`; undefined without one. */
export const lastTimeOf = (rule: string, series: SeriesStart): string | undefined => {
  const until = untilOf(readRule(rule), series);
  return until === undefined ? undefined : wallClockOf(until);
};

const rulesOf = ({ rules }: Recurrence, series: SeriesStart) =>
  rules.map((text) => {
    const rule = readRule(text);
    return { rule, until: untilOf(rule, series) };
  });

export interface StartRange {
  /** The earliest start; default: the first of the series. */
  readonly from?: string;
  /** The latest start. */
  readonly to: string;
  readonly most: number;
}

/**
 * Returns the starts of a series in their order: local times `YYYY-MM-DD HH:MM:SS`. The first start belongs to it, even
 * if no rule has it, unless it is excluded. Rules count in clock times, so a series keeps its time over clock changes.
 * @throws InvalidRuleError for a rule that exceeds the limits
 */
export const startsOf = (recurrence: Recurrence, series: SeriesStart, range: StartRange): string[] => {
  const finding = findStarts(recurrence, series, range);
  for (;;) {
    const step = finding.next();
    if (step.done === true) return step.value;
  }
};

/**
 * Returns the starts of a series as `startsOf`, in slices of about 10 ms of work.
 * @param pause lets others work between two slices
 */
export const startsInSlices = async (
  recurrence: Recurrence,
  series: SeriesStart,
  range: StartRange,
  pause: () => Promise<void>,
): Promise<string[]> => {
  const finding = findStarts(recurrence, series, range);
  for (;;) {
    const step = finding.next();
    if (step.done === true) return step.value;
    await pause();
  }
};

/** Finds the starts of a series; yields after each rule of each window. */
function* findStarts(
  recurrence: Recurrence,
  series: SeriesStart,
  { from, to, most }: StartRange,
): Generator<void, string[]> {
  const first = wallClockMs(series.start);
  const isExcluded = excludedBy(recurrence, series);
  let rules = rulesOf(recurrence, series);
  const counted = new Set<object>();
  // a window of a rule with COUNT costs as much as all of its starts
  const hasEnded = (each: EndingRule, low: number): boolean => {
    if (counted.has(each)) return false;
    counted.add(each);
    return isOver(each, series, low);
  };
  const added = [first, ...recurrence.rdates.map(wallClockMs)];
  const [begin, end] = [from === undefined ? first : wallClockMs(from), wallClockMs(to)];
  const earliest = Math.min(begin, ...added.filter((local) => from === undefined || local >= begin));
  const found = new Set<number>();
  let length = FIRST_WINDOW_MS;
  for (let low = earliest; low <= end && found.size < most; ) {
    const high = Math.min(end, low + length - 1000);
    const ruled: number[] = [];
    for (const each of rules) {
      const starts = startsWithin(each.rule, { first, isDay: series.allDay, until: each.until, from: low, to: high });
      ruled.push(...starts);
      yield;
      if (starts.length === 0 && hasEnded(each, low)) rules = rules.filter((other) => other !== each);
    }
    if (rules.length === 0 && added.every((local) => local < low)) break;
    const inWindow = [...added, ...ruled].filter((local) => local >= low && local <= high && !isExcluded(local));
    for (const local of inWindow.sort((a, b) => a - b)) found.add(local);
    low += length;
    if (ruled.length < FULL_WINDOW) length = Math.min(2 * length, MAX_WINDOW_MS);
  }
  return [...found].slice(0, most).map(wallClockOf);
}

/** A rule, and the last time that its UNTIL allows. */
interface EndingRule {
  readonly rule: RecurrenceRule;
  readonly until: number | undefined;
}

/** The largest COUNT of which all starts are counted. */
const MAX_COUNTED = 2_000;

/** True if a rule has no start from a time on, by its COUNT or UNTIL. */
const isOver = ({ rule, until }: EndingRule, { start, allDay: isDay }: SeriesStart, from: number): boolean => {
  const count = Number(rule.parts.get('COUNT') ?? MAX_COUNTED + 1);
  if (count > MAX_COUNTED) return until !== undefined && until < from;
  const first = wallClockMs(start);
  const starts = startsWithin(rule, { first, isDay, until: undefined, from: first, to: from - 1 });
  return starts.filter((local) => local < from).length >= count;
};

const excludedBy = ({ exdates }: Recurrence, { allDay }: SeriesStart): ((local: number) => boolean) => {
  const excluded = new Set(exdates);
  return (local) => {
    const start = isoLocal(wallClockOf(local));
    return excluded.has(start.slice(0, 10)) || (!allDay && excluded.has(start));
  };
};

/** Returns the earlier part of a series that is split at one of its starts; the first start stays the same. */
export const recurrenceBefore = (recurrence: Recurrence, series: SeriesStart, split: string): Recurrence => {
  const end = wallClockMs(split) - 1000;
  const day = split.slice(0, 10);
  return {
    rules: rulesOf(recurrence, series).flatMap(({ rule, until }) => {
      const count = rule.parts.get('COUNT');
      if (count === undefined)
        return [until !== undefined && until <= end ? rule.text : withPart(rule.text, 'UNTIL', utcOf(end, series))];
      const before = countUntil(rule, series, end);
      return before === 0 ? [] : [withPart(rule.text, 'COUNT', String(before))];
    }),
    rdates: recurrence.rdates.filter((date) => wallClockMs(date) <= end),
    exdates: recurrence.exdates.filter((date) => date.slice(0, 10) <= day),
  };
};

/** Returns the later part of a series that is split; its rules count from the same first start. */
export const recurrenceFrom = (recurrence: Recurrence, split: string): Recurrence => ({
  rules: recurrence.rules,
  rdates: recurrence.rdates.filter((date) => wallClockMs(date) >= wallClockMs(split)),
  exdates: recurrence.exdates.filter((date) => date.slice(0, 10) >= split.slice(0, 10)),
});

/**
 * Returns the recurrence of a series whose starts all move by the same time.
 * @throws InvalidRuleError for a rule that names days or times that the starts leave
 */
export const movedRecurrence = (recurrence: Recurrence, series: SeriesStart, shiftMs: number): Recurrence => {
  const { start, allDay } = series;
  const isExcluded = excludedBy(recurrence, series);
  const times = timesOfDay(recurrence, start);
  // starts of several times may move to different days
  const exdates =
    allDay || times.length === 1
      ? recurrence.exdates
      : excludedStarts(recurrence, series).map((clock) => isoLocal(clock));
  const timeOfDay = wallClockMs(start) % DAY_MS;
  const days = Math.floor((timeOfDay + shiftMs) / DAY_MS);
  const moved = (date: string): string =>
    date.length === 10
      ? wallClockOf(wallClockMs(`${date} 00:00:00`) + days * DAY_MS).slice(0, 10)
      : isoLocal(wallClockOf(wallClockMs(date) + shiftMs));
  return {
    rules: recurrence.rules.map((text) => {
      const { parts, until } = readRule(text);
      const left = [...parts.keys()].find((name) => (days === 0 ? TIME_PARTS : BY_PARTS).has(name));
      if (left !== undefined) throw new InvalidRuleError(`has ${left}, which the start leaves`, { part: left });
      if (until === undefined || until.length === 8)
        return until === undefined || days === 0 ? text : untilMoved(text, until, days * DAY_MS);
      return untilMoved(text, until, shiftMs);
    }),
    rdates: recurrence.rdates.filter((date) => !isExcluded(wallClockMs(date))).map(moved),
    exdates: exdates.map(moved),
  };
};

const TIME_PARTS = new Set(['BYHOUR', 'BYMINUTE', 'BYSECOND']);
const BY_PARTS = new Set([...PARTS].filter((name) => name.startsWith('BY')));

const untilMoved = (text: string, until: string, shiftMs: number): string => {
  const clock = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)} ${until.slice(9, 11) || '00'}:${until.slice(11, 13) || '00'}:${until.slice(13, 15) || '00'}`;
  const moved = basicForm(wallClockOf(wallClockMs(clock) + shiftMs));
  return withPart(text, 'UNTIL', until.length === 8 ? moved.slice(0, 8) : `${moved}${until.slice(15)}`);
};

/** Returns a wall clock in the form of RFC 5545: `20270105T190000`. */
const basicForm = (clock: string): string => isoLocal(clock).replaceAll(/[-:]/g, '');

const utcOf = (local: number, { timezone, allDay }: SeriesStart): string =>
  allDay
    ? basicForm(wallClockOf(local)).slice(0, 8)
    : `${basicForm(wallClockOf(toInstant(wallClockOf(local), timezone)))}Z`;

const withoutPart = (text: string, name: string): string =>
  text
    .split(';')
    .filter((part) => !part.startsWith(`${name}=`))
    .join(';');

const withPart = (text: string, name: string, value: string): string => `${withoutPart(text, name)};${name}=${value}`;

/** Returns the number of starts of a rule up to a time. */
const countUntil = (rule: RecurrenceRule, series: SeriesStart, end: number): number => {
  const first = wallClockMs(series.start);
  let count = 0;
  for (let low = first; low <= end; low += MAX_WINDOW_MS) {
    const high = Math.min(end, low + MAX_WINDOW_MS - 1000);
    const found = startsWithin(rule, { first, isDay: series.allDay, until: undefined, from: low, to: high });
    count += found.filter((local) => local >= low && local <= high).length;
  }
  return count;
};

/** A series as a calendar file describes it (RFC 5545 §3.8.5). */
export interface CalendarRecurrence {
  /** The start from which rules count: a local time, `YYYY-MM-DD HH:MM:SS`. */
  readonly start: string;
  /** Values of RRULE; UNTIL is a day for a series of whole days, else a time in UTC. */
  readonly rules: readonly string[];
  /** Local times. */
  readonly rdates: readonly string[];
  /** Local times, some of which may be no starts of the rules. */
  readonly exdates: readonly string[];
}

/**
 * Returns the description of a series for calendar files, where each start counts from the first one.
 * @param part `from` is the first start of a later part after a split, `to` the last start that is compared
 */
export const calendarRecurrence = (
  recurrence: Recurrence,
  series: SeriesStart,
  part: { readonly from: string; readonly to: string },
): CalendarRecurrence => {
  const { from } = part;
  const later = from > series.start ? partFrom(recurrence, series, part) : { recurrence, series, skipped: [] };
  const { start } = later.series;
  const rules = rulesOf(later.recurrence, later.series).map(({ rule: { text, parts }, until }) => {
    const named = [...parts].filter(([name]) => !(series.allDay && TIME_PARTS.has(name)));
    const plain = parts.size === named.length ? text : named.map((each) => each.join('=')).join(';');
    return until === undefined ? withoutPart(plain, 'UNTIL') : withPart(plain, 'UNTIL', utcOf(until, series));
  });
  const excluded = excludedStarts(later.recurrence, later.series);
  const rdates = later.recurrence.rdates.map(clockOf);
  return { start, rules, rdates, exdates: [...new Set([...later.skipped, ...excluded])].sort() };
};

/** Returns the clock times of excluded starts; for a day, all at which occurrences may start. */
const excludedStarts = (recurrence: Recurrence, { start, allDay }: SeriesStart): string[] => {
  const times = timesOfDay(recurrence, start);
  return recurrence.exdates.flatMap((date) => {
    if (date.length > 10) return [clockOf(date)];
    return allDay ? [`${date} 00:00:00`] : times.map((time) => `${date} ${time}`);
  });
};

const clockOf = (date: string): string => wallClockOf(wallClockMs(date));

/** Returns the times of day at which occurrences may start. */
const timesOfDay = ({ rules, rdates }: Recurrence, start: string): string[] => {
  const ruled = rules.flatMap((text) => {
    const { parts } = readRule(text);
    const numbers = (name: string, at: number) =>
      (parts.get(name)?.split(',') ?? [start.slice(at, at + 2)]).map((each) => each.padStart(2, '0'));
    return numbers('BYHOUR', 11).flatMap((hour) =>
      numbers('BYMINUTE', 14).flatMap((minute) =>
        numbers('BYSECOND', 17).map((second) => `${hour}:${minute}:${second}`),
      ),
    );
  });
  return [...new Set([start.slice(11), ...ruled, ...rdates.map((date) => date.slice(11))])];
};

/** Returns a later part that counts from its own first start; if it cannot, one that skips the starts before. */
const partFrom = (
  recurrence: Recurrence,
  series: SeriesStart,
  { from, to }: { readonly from: string; readonly to: string },
): { readonly recurrence: Recurrence; readonly series: SeriesStart; readonly skipped: readonly string[] } => {
  const whole = { to, most: Number.POSITIVE_INFINITY };
  const before = wallClockMs(from) - 1000;
  const wanted = startsOf(recurrence, series, { ...whole, from });
  const [start = from] = wanted;
  const own = {
    ...recurrence,
    rules: rulesOf(recurrence, series).flatMap(({ rule }) => {
      const count = Number(rule.parts.get('COUNT') ?? Number.NaN);
      if (Number.isNaN(count)) return [rule.text];
      const left = count - countUntil(rule, series, before);
      return left > 0 ? [withPart(rule.text, 'COUNT', String(left))] : [];
    }),
  };
  const anchored = { ...series, start };
  if (isDeepStrictEqual(startsOf(own, anchored, whole), wanted))
    return { recurrence: own, series: anchored, skipped: [] };
  const skipped = startsOf({ ...recurrence, exdates: [] }, series, { to: wallClockOf(before), most: whole.most });
  return { recurrence, series, skipped };
};
