import { UNTRANSLATED } from '@almanac/i18n';
import {
  type CalendarTime,
  instantOf,
  inZoneOf,
  MAX_DURATION_MS,
  readDuration,
  readTime,
  timeName,
} from './calendarTime.ts';
import { InvalidEntryError, type Property } from './contentLine.ts';
import { DAY_MS, readDateTime, startOfDay } from './dateTime.ts';
import { type CalendarEntry, type CalendarSurvey, changesOf, type EntryNote, isRecurring } from './readCalendar.ts';
import { readRule, startsOf } from './recurrenceRule.ts';
import { UTC } from './zones.ts';

/** One event of the site: an entry, or one occurrence of a recurring entry. */
export interface Occurrence {
  readonly line: number;
  /** The identity in every run: the entry's UID; for one of several occurrences, with its own start. */
  readonly uid: string;
  /** The entry with the texts of the occurrence. */
  readonly entry: CalendarEntry;
  readonly start: CalendarTime;
  readonly end: CalendarTime;
}

/** The range in which occurrences of recurring entries are created, and the limit per entry. */
export interface Window {
  readonly from: Date;
  readonly to: Date;
  readonly most: number;
}

/** The events of an entry, and the parts of it that are not loaded. */
export interface Occurrences {
  readonly found: readonly Occurrence[];
  /** Broken parts of the entry. */
  readonly failed: readonly EntryNote[];
  /** Occurrences outside the window or above the limit. */
  readonly left: readonly EntryNote[];
}

/**
 * Returns the events of an entry: itself, or its occurrences within the window with their changes (RECURRENCE-ID). An
 * entry with a rule that occurs too often or never is not loaded.
 */
export const occurrencesOf = (entry: CalendarEntry, survey: CalendarSurvey, window: Window): Occurrences => {
  if (entry.recurrenceId !== undefined) return { found: [single(entry)], failed: [], left: [] };
  const changes = changesOf(survey, entry.uid);
  if (!isRecurring(entry)) return { failed: [], ...unlessReplaced(entry, changes) };
  try {
    return expand(entry, changes, window);
  } catch (error) {
    if (!(error instanceof InvalidEntryError)) throw error;
    const { line, uid } = entry;
    const reason = `it changes the entry of line ${line}, which was not loaded`;
    const lost = changes.map((change) => ({ line: change.line, uid, reason }));
    return { found: [], failed: [{ line, uid, reason: error.message }, ...lost], left: [] };
  }
};

/** Returns the event of an entry without a rule; none if another entry changes its only occurrence. */
const unlessReplaced = (
  entry: CalendarEntry,
  changes: readonly (CalendarEntry | EntryNote)[],
): Pick<Occurrences, 'found' | 'left'> => {
  const { line, uid, start } = entry;
  const change = changes.find(
    (each) =>
      'start' in each && each.recurrenceId !== undefined && inZoneOf(each.recurrenceId, start).local === start.local,
  );
  if (change === undefined) return { found: [single(entry)], left: [] };
  return {
    found: [],
    left: [{ line, uid, reason: `line ${change.line} changes its only occurrence (RECURRENCE-ID)` }],
  };
};

const single = (entry: CalendarEntry): Occurrence => {
  const { line, uid, start, end, recurrenceId } = entry;
  return { line, uid: recurrenceId === undefined ? uid : `${uid}/${timeName(recurrenceId)}`, entry, start, end };
};

const expand = (
  entry: CalendarEntry,
  changes: readonly (CalendarEntry | EntryNote)[],
  { from, to, most }: Window,
): Occurrences => {
  const { line, uid, start, end } = entry;
  const series = readSeries(entry);
  const changed = changesByStart(
    series,
    changes.filter((change) => 'start' in change),
  );
  const range = { from: from.getTime() - Math.max(0, end.local - start.local), to: to.getTime() };
  const originals = new Map([...series.startsIn(range), ...changed.exact.keys()].map((local) => [local, local]));
  const found: Occurrence[] = [];
  for (const local of originals.keys()) {
    if (series.isExcluded(local)) continue;
    const occurrence = occurrenceAt(series, local, changed);
    const { zone } = start;
    if (instantOf(occurrence.end, zone) < from.getTime() || instantOf(occurrence.start, zone) > to.getTime()) continue;
    found.push(occurrence);
  }
  found.sort((a, b) => instantOf(a.start, start.zone) - instantOf(b.start, start.zone));
  const days = `${dayName(from)} and ${dayName(to)}`;
  const left =
    found.length === 0
      ? [{ line, uid, reason: `it has no occurrence between ${days} (--from, --to)` }]
      : found.slice(most, most + 1).map(({ start: first }) => ({
          line,
          uid,
          reason: `its occurrences from ${timeName(first)} on are above the limit of ${most} between ${days}`,
        }));
  return { found: found.slice(0, most), failed: changes.filter((change) => 'reason' in change), left };
};

const dayName = (date: Date): string => date.toISOString().slice(0, 10);

/** A recurring entry with its dates. Clock times are those of its zone. */
interface Series {
  readonly entry: CalendarEntry;
  /** Returns the clock times of starts in a range of instants, and maybe some around it. */
  startsIn(range: { readonly from: number; readonly to: number }): number[];
  isExcluded(local: number): boolean;
  /** Returns the clock time of the start that a value names: by its day if one of them is a day. */
  startOf(time: CalendarTime): number;
  /** The lengths of occurrences that differ from the entry's (RDATE with periods). */
  readonly lengths: ReadonlyMap<number, number>;
}

/** The number of rules that an entry may have; RFC 5545 §3.8.5.3 recommends one. */
const MAX_RULES = 10;
/** The number of dates that an entry may list: one for each day of 27 years. */
const MAX_DATES = 10_000;

const readSeries = (entry: CalendarEntry): Series => {
  const { start, properties } = entry;
  const named = (...names: string[]): Property[] => properties.filter(({ name }) => names.includes(name));
  if (named('rrule', 'exrule').length > MAX_RULES)
    throw new InvalidEntryError(`it has more than ${MAX_RULES} rules (RRULE, EXRULE)`);
  if (named('rdate', 'exdate').flatMap(valuesOf).length > MAX_DATES)
    throw new InvalidEntryError(`it lists more than ${MAX_DATES.toLocaleString(UNTRANSLATED)} dates (RDATE, EXDATE)`);
  const timeOfDay = start.local - startOfDay(start.local);
  const startOf = (time: CalendarTime): number => {
    const { local } = inZoneOf(time, start);
    if (start.isDay) return startOfDay(local);
    return time.isDay ? local + timeOfDay : local;
  };
  const { findZone } = entry.calendar;
  const timesOf = (property: Property): CalendarTime[] =>
    valuesOf(property).map((value) => readTime(property, value, findZone));
  const excluded = named('exdate').flatMap(timesOf);
  const excludedDays = new Set(excluded.filter(({ isDay }) => isDay).map(({ local }) => local));
  const excludedStarts = new Set(excluded.filter(({ isDay }) => !isDay).map(startOf));
  const lengths = new Map<number, number>();
  const dates = named('rdate').flatMap((property) => {
    return valuesOf(property).map((value) => {
      if (!value.includes('/')) return startOf(readTime(property, value, findZone));
      const [begin, length] = readPeriod(property, value, entry);
      lengths.set(startOf(begin), length);
      return startOf(begin);
    });
  });
  const rulesOf = (name: string) => named(name).map(({ value }) => readRule(value));
  const rules = rulesOf('rrule').map((rule) => ({ rule, until: untilOf(rule.until, start) }));
  const exceptions = rulesOf('exrule').map((rule) => ({ rule, until: untilOf(rule.until, start) }));
  const isEnded = rules.length > 0 && rules.every(({ until }) => until !== undefined && until < start.local);
  let excludedByRules = new Set<number>();
  return {
    entry,
    lengths,
    startOf,
    startsIn: (range) => {
      const locals = {
        first: start.local,
        isDay: start.isDay,
        from: localOf(range.from, start),
        to: localOf(range.to, start),
      };
      const all = (given: typeof rules) => given.flatMap(({ rule, until }) => startsOf(rule, { ...locals, until }));
      excludedByRules = new Set(all(exceptions));
      return [...(isEnded ? [] : [start.local]), ...dates, ...all(rules)];
    },
    isExcluded: (local) =>
      excludedStarts.has(local) || excludedDays.has(startOfDay(local)) || excludedByRules.has(local),
  };
};

const valuesOf = ({ value }: Property): string[] => value.split(',').filter((each) => each.trim() !== '');

const localOf = (instant: number, { zone = UTC }: CalendarTime): number => zone.localOf(instant);

/** Returns the begin and the length of a period (RFC 5545 §3.3.9). */
const readPeriod = (property: Property, value: string, { calendar, start }: CalendarEntry): [CalendarTime, number] => {
  const [from = '', to = ''] = value.split('/');
  const begin = readTime(property, from, calendar.findZone);
  if (/^[+-]?P/i.test(to)) return [begin, readDuration(to)];
  const end = readTime(property, to, calendar.findZone);
  const length = instantOf(end, start.zone) - instantOf(begin, start.zone);
  if (length < 0 || length > MAX_DURATION_MS) throw new InvalidEntryError(`its period (RDATE) ${value} is invalid`);
  return [begin, length];
};

/** Returns the last clock time of UNTIL in the zone of the start. A day counts to its end. */
const untilOf = (value: string | undefined, start: CalendarTime): number | undefined => {
  if (value === undefined) return undefined;
  const { local, hasTime, isUtc } = readDateTime('UNTIL', value);
  if (!hasTime) return local + DAY_MS - 1_000;
  return isUtc && !start.isDay ? localOf(local, start) : local;
};

/** Changed occurrences by the clock times of their original starts. */
interface Changes {
  readonly exact: ReadonlyMap<number, CalendarEntry>;
  /** Those that also change the occurrences after theirs, the latest first. */
  readonly following: readonly (readonly [number, CalendarEntry])[];
}

const changesByStart = (series: Series, changes: readonly CalendarEntry[]): Changes => {
  const all = changes.flatMap((change) =>
    change.recurrenceId === undefined ? [] : [[series.startOf(change.recurrenceId), change] as const],
  );
  const following = all.filter(([, change]) => changesFollowing(change)).sort(([a], [b]) => b - a);
  return { exact: new Map(all), following };
};

/** True if a changed occurrence changes the following ones too (RANGE=THISANDFUTURE). */
export const changesFollowing = ({ properties }: CalendarEntry): boolean =>
  properties.some(
    ({ name, parameters }) => name === 'recurrence-id' && /^THISANDFUTURE$/i.test(parameters.range ?? ''),
  );

/** Returns the index of the latest change of following occurrences before a start, by a binary search. */
const latestBefore = (following: Changes['following'], local: number): number => {
  let [low, high] = [0, following.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const [begin = 0] = following[middle] ?? [];
    if (begin < local) high = middle;
    else low = middle + 1;
  }
  return low;
};

const occurrenceAt = ({ entry, lengths }: Series, local: number, { exact, following }: Changes): Occurrence => {
  const { start } = entry;
  const uid = `${entry.uid}/${timeName({ ...start, local })}`;
  const change = exact.get(local);
  if (change !== undefined) return { line: change.line, uid, entry: change, start: change.start, end: change.end };
  const [from, followed] = following[latestBefore(following, local)] ?? [];
  const texts = followed ?? entry;
  // A change of this and the following occurrences moves all of them by the same time.
  const begin = followed === undefined ? local : local + inZoneOf(followed.start, start).local - (from ?? local);
  const length = lengths.get(local) ?? texts.end.local - texts.start.local;
  return {
    line: texts.line,
    uid,
    entry: texts,
    start: { ...start, local: begin },
    end: { ...start, local: begin + length },
  };
};
