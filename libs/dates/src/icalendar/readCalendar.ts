import { apart, linesOf, requireHeld, type Source, UnreadableFileError } from '@almanac/text/lines';
import { type CalendarTime, inZoneOf, readDuration, readTime, requireDuration } from './calendarTime.ts';
import { firstValue, InvalidEntryError, type Property, readContentLine, unescaped } from './contentLine.ts';
import { DAY_MS } from './dateTime.ts';
import { isQuotedPrintable } from './quotedPrintable.ts';
import { describedZone, type EntryZone, findNamedZone, type ZoneFinder } from './zones.ts';

/** A readable entry of the file. */
export interface CalendarEntry {
  /** The line of its BEGIN:VEVENT, counted from 1. */
  readonly line: number;
  readonly uid: string;
  readonly start: CalendarTime;
  /** In the zone of the start. */
  readonly end: CalendarTime;
  /** The original start of a changed occurrence. */
  readonly recurrenceId: CalendarTime | undefined;
  readonly properties: readonly Property[];
  /** Lines that are no properties, and were left out. */
  readonly brokenLines: readonly number[];
  readonly calendar: CalendarHead;
}

/** An entry, or occurrences of it, that were not loaded. */
export interface EntryNote {
  readonly line: number;
  readonly uid: string;
  readonly reason: string;
}

/** The facts of a VCALENDAR about all its entries. */
export interface CalendarHead {
  /** X-WR-TIMEZONE, which readers use for entries in UTC or without a zone. */
  readonly zone: EntryZone | undefined;
  /** True if the calendar cancels its entries (METHOD). */
  readonly isCancellation: boolean;
  readonly findZone: ZoneFinder;
}

interface Block {
  readonly line: number;
  readonly lines: readonly string[];
  /** The number of its VCALENDAR in the file. */
  readonly calendar: number;
  readonly isCut: boolean;
}

/** The identity of an entry, read without its values. */
interface Identity {
  readonly uid: string;
  /** As written; empty for an entry that is no changed occurrence. */
  readonly recurrenceId: string;
  readonly isRecurring: boolean;
  readonly sequence: number;
  readonly stamp: string;
}

/** The facts about a file that reading one entry needs from the others. */
export interface CalendarSurvey {
  /** The calendars of the file in their order. */
  readonly calendars: readonly CalendarHead[];
  /** The number of entries, without changed occurrences of recurring ones. */
  readonly entries: number;
  /** The lines of recurring entries by their UIDs. */
  readonly recurring: ReadonlyMap<string, number>;
  /** Changed occurrences (RECURRENCE-ID) by the UID of their entry. */
  readonly changes: ReadonlyMap<string, readonly Block[]>;
  /** The line of the newest version of each entry. */
  readonly newest: ReadonlyMap<string, { readonly line: number }>;
}

/** A line of a calendar outside its entries; lines of other components than time zones are left out. */
interface HeadLine {
  readonly calendar: number;
  readonly line: number;
  readonly text: string;
}

const BEGIN = /^BEGIN:([\w-]+)\s*$/i;
const END = /^END:([\w-]+)\s*$/i;

/** Collects the lines of a file into entries. */
class Splitter {
  #open: { readonly line: number; readonly lines: string[] } | undefined;
  #count = 0;
  #held = 0;
  #calendar = -1;
  /** The component whose lines are left out. */
  #other: string | undefined;

  /**
   * Takes the next line. Returns the parts that it completes.
   * @throws UnreadableFileError for a text that is not a calendar
   */
  push(text: string): (Block | HeadLine)[] {
    this.#count += 1;
    const begun = BEGIN.exec(text)?.[1]?.toUpperCase();
    const ended = END.exec(text)?.[1]?.toUpperCase();
    if (this.#calendar < 0 && begun !== 'VCALENDAR') {
      if (text.trim() === '') return [];
      throw new UnreadableFileError('The file does not begin with BEGIN:VCALENDAR.');
    }
    if (begun === 'VCALENDAR' || ended === 'VCALENDAR' || begun === 'VEVENT') return this.#begin(text, begun);
    if (this.#other !== undefined) {
      if (ended === this.#other) this.#other = undefined;
      return [];
    }
    if (this.#open !== undefined) return this.#hold(this.#open, text, ended);
    if (begun !== undefined && OTHER_COMPONENTS.has(begun)) this.#other = begun;
    return this.#other === undefined && text !== '' ? [{ calendar: this.#calendar, line: this.#count, text }] : [];
  }

  /** Returns the open entry, if there is one. */
  close(isCut: boolean): Block[] {
    const open = this.#open;
    this.#open = undefined;
    return open === undefined ? [] : [{ ...open, calendar: this.#calendar, isCut }];
  }

  #begin(text: string, begun: string | undefined): Block[] {
    const blocks = this.close(true);
    // no component contains an entry: one without an end has ended before it
    this.#other = undefined;
    if (begun === 'VCALENDAR') this.#calendar += 1;
    if (begun === 'VEVENT') this.#open = { line: this.#count, lines: [text] };
    this.#held = 0;
    return blocks;
  }

  #hold({ line, lines }: { readonly line: number; readonly lines: string[] }, text: string, ended?: string): Block[] {
    lines.push(text);
    this.#held += text.length;
    requireHeld(this.#held, `The entry of line ${line}`);
    return ended === 'VEVENT' ? this.close(false) : [];
  }
}

/**
 * Splits a file into its entries and the lines of its calendars.
 * @throws UnreadableFileError for a text that is not a calendar
 */
async function* partsOf(source: Source): AsyncGenerator<Block | HeadLine> {
  const splitter = new Splitter();
  for await (const line of linesOf(source)) yield* splitter.push(line);
  yield* splitter.close(true);
}

const OTHER_COMPONENTS: ReadonlySet<string> = new Set(['VTODO', 'VJOURNAL', 'VFREEBUSY', 'VAVAILABILITY']);

/**
 * Reads an iCalendar file (RFC 5545) once and keeps only changed occurrences.
 * @throws UnreadableFileError for a text that is not a calendar
 */
export const surveyCalendar = async (source: Source): Promise<CalendarSurvey> => {
  const heads: HeadLine[][] = [];
  const recurring = new Map<string, number>();
  const changes = new Map<string, Block[]>();
  const newest = new Map<string, Identity & { readonly line: number }>();
  let entries = 0;
  for await (const part of partsOf(source)) {
    heads[part.calendar] ??= [];
    if ('text' in part) {
      if (part.text.length < MAX_HEAD_LINE_LENGTH) heads[part.calendar]?.push({ ...part, text: apart(part.text) });
      continue;
    }
    entries += 1;
    const identity = identityOf(part);
    const { uid, recurrenceId, isRecurring } = identity;
    const key = keyOf(identity);
    const known = newest.get(key);
    const isNewest = known === undefined || !isNewer(known, identity);
    // Entries without a UID are not versions of each other.
    if (uid !== '' && isNewest) newest.set(key, { ...identity, line: part.line });
    if (recurrenceId !== '') changes.getOrInsertComputed(uid, () => []).push({ ...part, lines: part.lines.map(apart) });
    else if (isRecurring) recurring.set(uid, part.line);
  }
  for (const [uid, blocks] of changes) if (recurring.has(uid)) entries -= blocks.length;
  return { calendars: headsOf(heads), entries, recurring, changes, newest };
};

/** Descriptions of calendars may be long; no line that is used is. */
const MAX_HEAD_LINE_LENGTH = 10_000;

const IDENTIFYING = /^(?:UID|RECURRENCE-ID|SEQUENCE|DTSTAMP|RRULE|RDATE)[;:]/i;

const identityOf = (block: Block): Identity => {
  const properties = propertiesOf(block.lines, block.line, IDENTIFYING).properties;
  return {
    uid: apart(uidOf(properties)),
    recurrenceId: apart(firstValue(properties, 'recurrence-id')),
    isRecurring: isRecurring({ properties }),
    sequence: Number(firstValue(properties, 'sequence')) || 0,
    stamp: apart(firstValue(properties, 'dtstamp')),
  };
};

const keyOf = ({ uid, recurrenceId }: Pick<Identity, 'uid' | 'recurrenceId'>): string =>
  recurrenceId === '' ? uid : `${uid}\n${recurrenceId}`;

/** True if the first of two versions counts; of equal ones the later in the file does. */
const isNewer = (a: Identity, b: Identity): boolean =>
  a.sequence === b.sequence ? a.stamp > b.stamp : a.sequence > b.sequence;

const uidOf = (properties: readonly Property[]): string => unescaped(firstValue(properties, 'uid')).trim();

/** True if an entry has a rule or dates of further occurrences. */
export const isRecurring = ({ properties }: Pick<CalendarEntry, 'properties'>): boolean =>
  properties.some(({ name, value }) => name === 'rrule' || (name === 'rdate' && value !== ''));

interface ReadLines {
  readonly properties: readonly Property[];
  readonly brokenLines: readonly number[];
}

/**
 * Reads the properties of a component, without those of the components in it (alarms).
 * @param first the line of its BEGIN
 * @param wanted the beginning of lines that are read; default: all
 */
const propertiesOf = (lines: readonly string[], first: number, wanted?: RegExp): ReadLines => {
  const properties: Property[] = [];
  const brokenLines: number[] = [];
  let depth = 0;
  for (const { text, line } of unfolded(lines, first)) {
    if (BEGIN.test(text)) depth += 1;
    else if (END.test(text)) depth = Math.max(1, depth - 1);
    else if (depth === 1 && (wanted === undefined || wanted.test(text))) {
      const property = readContentLine(text, line);
      if (property === undefined) brokenLines.push(line);
      else properties.push(property);
    }
  }
  return { properties, brokenLines };
};

/** Yields the content lines (RFC 5545 §3.1) with their first lines in the file. In quoted-printable, `=` folds too. */
function* unfolded(
  lines: readonly string[],
  first: number,
): Generator<{ readonly text: string; readonly line: number }> {
  let text: string[] = [];
  let begun = first;
  let isQuoted: boolean | undefined;
  for (const [index, line] of lines.entries()) {
    if (text.at(-1)?.endsWith('=')) {
      // the first line may be long, and followed by many
      isQuoted ??= isQuotedPrintable(text[0] ?? '');
      if (isQuoted) {
        text.push((text.pop() ?? '').slice(0, -1), line);
        continue;
      }
    }
    if (/^[ \t]/.test(line)) {
      text.push(line.slice(1));
      continue;
    }
    if (text.length > 0) yield { text: text.join(''), line: begun };
    text = line === '' ? [] : [line];
    isQuoted = undefined;
    begun = first + index;
  }
  if (text.length > 0) yield { text: text.join(''), line: begun };
}

/** Returns the facts of each calendar. Time zones that a calendar does not describe are looked up in the others. */
const headsOf = (heads: readonly (readonly HeadLine[])[]): CalendarHead[] => {
  const described = heads.map(describedZones);
  const readers = new Map<string, ZoneReader[]>();
  for (const zones of described) for (const [id, read] of zones) readers.getOrInsertComputed(id, () => []).push(read);
  const anywhere = new Map([...readers].map(([id, all]) => [id, once(() => firstReadable(all))]));
  return heads.map((lines, index) => {
    const own = described[index];
    const findZone: ZoneFinder = (id) => findNamedZone(id) ?? own?.get(id)?.() ?? anywhere.get(id)?.();
    const headValue = (name: RegExp): string =>
      lines.map(({ text }) => name.exec(text)?.[1]?.trim()).find(Boolean) ?? '';
    return {
      zone: findZone(headValue(/^X-WR-TIMEZONE(?:;[^:]*)?:(.*)$/i)),
      isCancellation: /^CANCEL$/i.test(headValue(/^METHOD:(.*)$/i)),
      findZone,
    };
  });
};

/** Returns a zone that a file describes; undefined for one that cannot be read. */
type ZoneReader = () => EntryZone | undefined;

const firstReadable = (readers: readonly ZoneReader[]): EntryZone | undefined => {
  for (const read of readers) {
    const zone = read();
    if (zone !== undefined) return zone;
  }
  return undefined;
};

/** Returns the time zones that a calendar describes (VTIMEZONE) by their ids; each is read when it is first needed. */
const describedZones = (lines: readonly HeadLine[]): Map<string, ZoneReader> => {
  const zones = new Map<string, ZoneReader>();
  const texts = lines.map(({ text }) => text);
  for (const zone of componentsOf(texts, /^VTIMEZONE$/i)) {
    const { properties } = propertiesOf(zone, 0);
    const location = findNamedZone(firstValue(properties, 'x-lic-location'));
    const read = (): EntryZone | undefined => location ?? describedZone(periodsOf(zone));
    zones.set(firstValue(properties, 'tzid'), once(read));
  }
  return zones;
};

const periodsOf = (lines: readonly string[]): (readonly Property[])[] =>
  componentsOf(lines, /^(?:STANDARD|DAYLIGHT)$/i).map((period) => propertiesOf(period, 0).properties);

/** Returns the lines of each component with a name. One without an end reaches to the next one, or to the last line. */
const componentsOf = (lines: readonly string[], wanted: RegExp): string[][] => {
  const components: string[][] = [];
  let open: string[] | undefined;
  for (const line of lines) {
    if (wanted.test(BEGIN.exec(line)?.[1] ?? '')) {
      open = [];
      components.push(open);
    }
    open?.push(line);
    if (wanted.test(END.exec(line)?.[1] ?? '')) open = undefined;
  }
  return components;
};

/** Returns a function that reads a zone once. One that cannot be read is unknown. */
const once = (read: ZoneReader): ZoneReader => {
  let result: { readonly zone: EntryZone | undefined } | undefined;
  return () => {
    result ??= { zone: orUndefined(read) };
    return result.zone;
  };
};

const orUndefined = <Result>(read: () => Result): Result | undefined => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidEntryError)) throw error;
    return undefined;
  }
};

/** A part of the file: an entry, one that was not loaded, or one that is not wanted. */
export type ReadPart = CalendarEntry | (EntryNote & { readonly isLeftOut: boolean });

/**
 * Yields the entries of a file one by one, without changed occurrences of recurring ones. A broken entry is reported with
 * its line, and the others are read. Of several versions of an entry the newest is read.
 */
export async function* entriesOf(source: Source, survey: CalendarSurvey): AsyncGenerator<ReadPart> {
  for await (const part of partsOf(source)) {
    if ('text' in part) continue;
    const identity = identityOf(part);
    const newest = survey.newest.get(keyOf(identity))?.line ?? part.line;
    if (newest !== part.line) {
      const reason = `line ${newest} has a newer version of it (SEQUENCE, DTSTAMP)`;
      yield { line: part.line, uid: identity.uid, reason, isLeftOut: true };
    } else if (identity.recurrenceId === '' || !survey.recurring.has(identity.uid)) {
      const entry = readEntry(part, survey);
      yield 'reason' in entry ? { ...entry, isLeftOut: false } : entry;
    }
  }
}

/** Returns the changed occurrences of a recurring entry. */
export const changesOf = (survey: CalendarSurvey, uid: string): (CalendarEntry | EntryNote)[] =>
  (survey.changes.get(uid) ?? [])
    .filter((block) => survey.newest.get(keyOf(identityOf(block)))?.line === block.line)
    .map((block) => readEntry(block, survey));

const readEntry = (block: Block, survey: CalendarSurvey): CalendarEntry | EntryNote => {
  const { properties, brokenLines } = propertiesOf(block.lines, block.line);
  const uid = uidOf(properties);
  try {
    const calendar = survey.calendars[block.calendar];
    if (block.isCut || calendar === undefined)
      throw new InvalidEntryError('it has no END:VEVENT, so the file may not be whole');
    if (uid === '') throw new InvalidEntryError('it has no UID');
    const times = timesOf(properties, calendar);
    const isNamed = unescaped(firstValue(properties, 'summary')).trim() !== '';
    if (!isNamed && !isCancelled(properties, calendar)) throw new InvalidEntryError('it has no SUMMARY');
    return { line: block.line, uid, ...times, properties, brokenLines, calendar };
  } catch (error) {
    if (!(error instanceof InvalidEntryError)) throw error;
    return { line: block.line, uid, reason: error.message };
  }
};

type Times = Pick<CalendarEntry, 'start' | 'end' | 'recurrenceId'>;

/** True if an entry is cancelled, by its STATUS or by the METHOD of its calendar. */
export const isCancelled = (properties: readonly Property[], { isCancellation }: CalendarHead): boolean =>
  isCancellation || /^CANCELLED$/i.test(firstValue(properties, 'status'));

const timesOf = (properties: readonly Property[], calendar: CalendarHead): Times => {
  const { findZone, zone } = calendar;
  const timeNamed = (wanted: string): CalendarTime | undefined => {
    // An empty property says no more than a missing one.
    const property = properties.find(({ name, value }) => name === wanted && value !== '');
    if (property === undefined) return undefined;
    const time = readTime(property, property.value, findZone);
    return time.isDay || time.zone !== undefined ? time : { ...time, zone };
  };
  const recurrenceId = timeNamed('recurrence-id');
  const start = timeNamed('dtstart');
  if (start === undefined) {
    if (!isCancelled(properties, calendar)) throw new InvalidEntryError('it has no DTSTART');
    // A cancellation needs none (RFC 5546 §3.2.5); its times do not matter, and an end without start has no duration.
    const place = recurrenceId ?? timeNamed('dtstamp') ?? ANY_DAY;
    return { start: place, end: endOf(place, undefined, undefined), recurrenceId };
  }
  const duration = properties.find(({ name, value }) => name === 'duration' && value !== '');
  const end = endOf(start, timeNamed('dtend'), duration?.value);
  requireDuration(end.local - start.local);
  return { ...asDays(properties, { start, end }), recurrenceId };
};

const ANY_DAY: CalendarTime = { local: 0, isDay: true, zone: undefined };

/** Returns whole days for an event of Exchange that writes them as times from midnight to midnight. */
const asDays = (properties: readonly Property[], { start, end }: Pick<Times, 'start' | 'end'>) => {
  const isWhole =
    /^TRUE$/i.test(firstValue(properties, 'x-microsoft-cdo-alldayevent')) &&
    [start, end].every(({ local }) => local % DAY_MS === 0) &&
    // Further dates of a series are times in its zone.
    !properties.some(({ name }) => ['rrule', 'rdate', 'recurrence-id'].includes(name));
  const dayOf = ({ local }: CalendarTime): CalendarTime => ({ local, isDay: true, zone: undefined });
  return isWhole ? { start: dayOf(start), end: dayOf(end) } : { start, end };
};

/** Returns the end of an entry (RFC 5545 §3.6.1): DTEND, else DURATION, else that of its day, else its start. */
const endOf = (start: CalendarTime, end: CalendarTime | undefined, duration: string | undefined): CalendarTime => {
  if (end === undefined) {
    const length = duration === undefined ? (start.isDay ? DAY_MS : 0) : readDuration(duration);
    return { ...start, local: start.local + length };
  }
  if (!start.isDay) return end.isDay ? { ...start, local: end.local } : inZoneOf(end, start);
  // A day of which the entry takes a part belongs to it.
  return { ...start, local: Math.ceil(end.local / DAY_MS) * DAY_MS };
};
