import windowsZones from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' };
import type { RecurrenceRule } from '../recurrence/rule.ts';
import { wallClockMs } from '../wallClock.ts';
import { canonicalZone } from '../zone.ts';
import { instantOfLocal, toWallClock } from '../zonedTime.ts';
import { firstValue, InvalidEntryError, type Property } from './contentLine.ts';
import { DAY_MS, readDateTime } from './dateTime.ts';
import { readRule, startsOf } from './recurrenceRule.ts';

/** A time zone of an entry. Clock times are milliseconds as if in UTC. */
export interface EntryZone {
  /** Returns the instant of a clock time. */
  instantOf(local: number): number;
  /** Returns the clock time at an instant. */
  localOf(instant: number): number;
  /** Returns the name that the site takes for an event at a clock time: an IANA name, or a fixed offset. */
  nameAt(local: number): string;
}

/** Returns the zone that a text of a file names; undefined for an unknown one. */
export type ZoneFinder = (id: string) => EntryZone | undefined;

const namedZone = (name: string): EntryZone => ({
  instantOf: (local) => instantOfLocal(local, name),
  localOf: (instant) => wallClockMs(toWallClock(instant, name)),
  nameAt: () => name,
});

export const UTC: EntryZone = namedZone('UTC');

const zonesByName = new Map<string, EntryZone>([['UTC', UTC]]);

/** The names of Windows by those of IANA, for the whole world (`001`). */
const WINDOWS_ZONES = new Map(
  windowsZones.supplemental.windowsZones.mapTimezones
    .filter(({ mapZone }) => mapZone._territory === '001')
    .map(({ mapZone }) => [mapZone._other.toLowerCase(), mapZone._type]),
);

/** The number of characters that the name of a zone may have, with prefixes. */
const MAX_NAME_LENGTH = 200;

/**
 * Returns the zone with a name of IANA or Windows (CLDR `windowsZones`), also behind a prefix such as
 * `/mozilla.org/20050126_1/`; undefined for another name.
 */
export const findNamedZone: ZoneFinder = (id) => {
  if (id === '' || id.length > MAX_NAME_LENGTH) return undefined;
  const name = namesOf(id.trim())
    .map(siteZone)
    .find((each) => each !== undefined);
  return name === undefined ? undefined : zonesByName.getOrInsertComputed(name, namedZone);
};

/** Returns the texts that may be the name of a zone. */
const namesOf = (id: string): string[] => {
  const segments = id.split('/');
  return [
    id,
    // Outlook counts the zones of a calendar: “Eastern Standard Time 1”.
    id.replace(/ \d+$/, ''),
    // “GMT+0200”, “UTC+02:00”, “+0200”, “GMT+2”.
    id.replace(/^(?:GMT|UTC)?([+-]\d\d):?(\d\d)$/i, 'UTC$1:$2').replace(/^GMT(?=[+-]\d\d?$)/i, 'UTC'),
    id.replace(/^Z$/i, 'UTC'),
    // “America/New York”.
    id.replaceAll(' ', '_'),
    ...segments.map((_, index) => segments.slice(index + 1).join('/')),
  ];
};

const siteZone = (name: string): string | undefined =>
  canonicalZone(name) ?? canonicalZone(WINDOWS_ZONES.get(name.toLowerCase()) ?? '');

/** A period of standard or daylight saving time (RFC 5545 §3.6.5). */
interface Observance {
  /** The clock times of its beginnings that the file lists. */
  readonly onsets: readonly number[];
  readonly rule: RecurrenceRule | undefined;
  readonly until: number | undefined;
  /** Milliseconds to add to UTC before and after a beginning. */
  readonly before: number;
  readonly after: number;
}

/** The number of periods that a zone may have, and of beginnings that it may list. */
const MAX_OBSERVANCES = 1_000;

/** A change of the offset; in milliseconds to add to UTC. */
interface Transition {
  /** The clock time before the change. */
  readonly onset: number;
  readonly before: number;
  readonly after: number;
}

/**
 * Returns a zone from its description (VTIMEZONE); undefined for one without periods.
 * @param periods the properties of each STANDARD and DAYLIGHT
 * @throws InvalidEntryError for a description that cannot be read; its methods too
 */
export const describedZone = (periods: readonly (readonly Property[])[]): EntryZone | undefined => {
  if (periods.length > MAX_OBSERVANCES)
    throw new InvalidEntryError(`its time zone has more than ${MAX_OBSERVANCES} periods`);
  const observances = periods.map(readObservance);
  const listed = observances.reduce((sum, { onsets }) => sum + onsets.length, 0);
  if (listed > MAX_OBSERVANCES)
    throw new InvalidEntryError(`its time zone lists more than ${MAX_OBSERVANCES} beginnings`);
  if (observances.length === 0) return undefined;
  const years = new Map<number, Transition[]>();
  let failure: unknown;
  const transitionsIn = (year: number): Transition[] => {
    // Every entry of the zone would repeat the work that failed.
    if (failure !== undefined) throw failure;
    try {
      return years.getOrInsertComputed(year, () =>
        observances.flatMap((observance) => transitionsOf(observance, year)).sort((a, b) => a.onset - b.onset),
      );
    } catch (error) {
      if (!(error instanceof InvalidEntryError)) throw error;
      failure = new InvalidEntryError(`the file describes its time zone wrongly: ${error.message}`, { cause: error });
      throw failure;
    }
  };
  const offsetAt = (local: number): number => {
    const transitions = transitionsIn(new Date(local).getUTCFullYear());
    const last = transitions.findLast(({ onset }) => onset <= local);
    return last?.after ?? transitions[0]?.before ?? 0;
  };
  return {
    instantOf: (local) => local - offsetAt(local),
    // The clock time at an instant is near enough to the one in UTC to find the offset in two steps.
    localOf: (instant) => instant + offsetAt(instant + offsetAt(instant)),
    nameAt: (local) => offsetName(offsetAt(local)),
  };
};

/** A range that holds a beginning of every yearly rule. */
const TWO_YEARS_MS = 2 * 366 * DAY_MS;

/** Returns the transitions of a period that may be the last one before a time of a year. */
const transitionsOf = ({ onsets, rule, until, before, after }: Observance, year: number): Transition[] => {
  const end = Date.UTC(year + 1, 0, 1);
  const to = Math.min(end, until ?? end);
  const [first = 0] = onsets;
  const range = { first, isDay: false, until, from: to - TWO_YEARS_MS, to };
  const ruled = rule === undefined || first > to ? [] : startsOf(rule, range);
  return [...onsets, ...ruled].map((onset) => ({ onset, before, after }));
};

const readObservance = (properties: readonly Property[]): Observance => {
  const timesOf = (name: string): number[] =>
    properties
      .filter((property) => property.name === name)
      .flatMap(({ value }) => value.split(','))
      .map((value) => readDateTime(name, value).local);
  const written = firstValue(properties, 'rrule');
  const rule = written === '' ? undefined : readRule(written);
  const after = readOffset(firstValue(properties, 'tzoffsetto'));
  // without the offset before it, a period describes a fixed one
  const before = readOffset(firstValue(properties, 'tzoffsetfrom'), after);
  // UNTIL is an instant, onsets are clock times before the change.
  const until = rule?.until === undefined ? undefined : readDateTime('UNTIL', rule.until).local + before;
  return {
    onsets: [...timesOf('dtstart'), ...timesOf('rdate')],
    rule,
    until,
    before,
    after,
  };
};

const OFFSET = /^([+-]?)(\d\d):?(\d\d)(?::?\d\d)?$/;

/** @param missing the offset of an empty value; without it an empty value is invalid */
const readOffset = (value: string, missing?: number): number => {
  if (value === '' && missing !== undefined) return missing;
  const [, sign, hours, minutes] = OFFSET.exec(value) ?? [];
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
  if (Number.isNaN(ms)) throw new InvalidEntryError(`its time zone has the offset ${value || '(none)'}`);
  return sign === '-' ? 0 - ms : ms;
};

/** Returns `UTC`, `UTC+2`, `UTC-3:30`. */
const offsetName = (offset: number): string => {
  const minutes = Math.abs(offset) / 60_000;
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`;
  return offset === 0 ? 'UTC' : `UTC${offset < 0 ? '-' : '+'}${Math.floor(minutes / 60)}${rest}`;
};
