import ICAL from 'ical.js';
import { apart, linesOf, requireHeld } from '../lines.ts';
import { type Source, UnreadableFileError } from '../textFile.ts';

/** A readable entry of the file. */
export interface CalendarEntry {
  /** The line of its BEGIN:VEVENT, counted from 1. */
  readonly line: number;
  readonly event: ICAL.Event;
}

export interface UnreadableEntry {
  readonly line: number;
  readonly reason: string;
}

interface Block {
  readonly line: number;
  readonly lines: readonly string[];
}

/** The facts about a file that reading one entry needs from the others. */
export interface CalendarSurvey {
  /** X-WR-TIMEZONE, which readers use for entries in UTC. */
  readonly zone: string | undefined;
  /** The lines around the entries: time zones and properties of the calendar. */
  readonly outside: readonly string[];
  /** The number of entries, without changed occurrences of recurring ones. */
  readonly entries: number;
  /** The UIDs of recurring entries. */
  readonly recurring: ReadonlySet<string>;
  /** Changed occurrences (RECURRENCE-ID) by the UID of their entry. */
  readonly changes: ReadonlyMap<string, readonly Block[]>;
}

/**
 * Splits a file into its entries and the lines around them.
 * @throws UnreadableFileError for a text that is not a calendar
 */
async function* partsOf(source: Source): AsyncGenerator<Block | string> {
  let open: { line: number; lines: string[] } | undefined;
  let count = 0;
  let held = 0;
  for await (const line of linesOf(source)) {
    count += 1;
    if (count === 1 && !/^BEGIN:VCALENDAR\s*$/i.test(line))
      throw new UnreadableFileError('The file does not begin with BEGIN:VCALENDAR.');
    if (/^BEGIN:VEVENT\s*$/i.test(line)) {
      if (open !== undefined) yield open;
      open = { line: count, lines: [line] };
      held = 0;
    } else if (open === undefined) yield line;
    else {
      open.lines.push(line);
      held += line.length;
      requireHeld(held, `The entry of line ${open.line}`);
      if (/^END:VEVENT\s*$/i.test(line)) {
        yield open;
        open = undefined;
      }
    }
  }
  if (open !== undefined) yield open;
}

/**
 * Reads an iCalendar file (RFC 5545) once and keeps only changed occurrences.
 * @throws UnreadableFileError for a text that is not a calendar
 */
export const surveyCalendar = async (source: Source): Promise<CalendarSurvey> => {
  const outside: string[] = [];
  const recurring = new Set<string>();
  const changes = new Map<string, Block[]>();
  const isAround = createAround();
  let entries = 0;
  for await (const part of partsOf(source)) {
    if (typeof part === 'string') {
      if (isAround(part)) outside.push(apart(part));
      continue;
    }
    entries += 1;
    const { event } = seriesOf(part);
    if (event?.isRecurring()) recurring.add(apart(event.uid));
    else if (event?.isRecurrenceException())
      changes.getOrInsertComputed(apart(event.uid), () => []).push({ ...part, lines: part.lines.map(apart) });
  }
  for (const [uid, blocks] of changes) if (recurring.has(uid)) entries -= blocks.length;
  const zone = /^X-WR-TIMEZONE:(.+)$/im.exec(outside.join('\n'))?.[1]?.trim();
  return { zone, outside, entries, recurring, changes };
};

const BEGIN_OTHER = /^BEGIN:(VTODO|VJOURNAL|VFREEBUSY|VAVAILABILITY)\s*$/i;

/** Returns a function that tells the lines around entries, which entries may need, from those of tasks and journals. */
const createAround = () => {
  let within: string | undefined;
  return (line: string): boolean => {
    const begun = BEGIN_OTHER.exec(line)?.[1]?.toUpperCase();
    if (within !== undefined) {
      if (line.trim().toUpperCase() === `END:${within}`) within = undefined;
      return false;
    }
    within = begun;
    return begun === undefined && line !== '' && !/^END:VCALENDAR\s*$/i.test(line);
  };
};

const SERIES = /^(?:RRULE|RDATE|RECURRENCE-ID)[;:]/i;

/** Returns the event of an entry that belongs to a series, without zones; empty for others. */
const seriesOf = (block: Block): { readonly event?: ICAL.Event } => {
  if (!block.lines.some((line) => SERIES.test(line))) return {};
  const read = readEntry(block, ['BEGIN:VCALENDAR']);
  return 'event' in read ? read : {};
};

/** Yields the entries of a file one by one. A broken entry is reported with its line, and the others are read. */
export async function* entriesOf(
  source: Source,
  { outside }: CalendarSurvey,
): AsyncGenerator<CalendarEntry | UnreadableEntry> {
  for await (const part of partsOf(source)) if (typeof part !== 'string') yield readEntry(part, outside);
}

/** Returns the changed occurrences of a recurring entry. */
export const changesOf = ({ changes, outside }: CalendarSurvey, { event }: CalendarEntry): CalendarEntry[] =>
  (changes.get(event.uid) ?? []).map((block) => readEntry(block, outside)).filter((read) => 'event' in read);

const readEntry = (block: Block, outside: readonly string[]): CalendarEntry | UnreadableEntry => {
  try {
    const calendar = new ICAL.Component(ICAL.parse([...outside, ...block.lines, 'END:VCALENDAR'].join('\r\n')));
    const component = calendar.getFirstSubcomponent('vevent');
    if (component === null) return { line: block.line, reason: 'the entry is empty' };
    const event = new ICAL.Event(component);
    const missing = missingProperty(component, event);
    return missing === undefined ? { line: block.line, event } : { line: block.line, reason: missing };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { line: block.line, reason: error.message };
  }
};

const missingProperty = (component: ICAL.Component, event: ICAL.Event): string | undefined => {
  if (!event.uid) return 'it has no UID';
  if (!component.hasProperty('dtstart')) return 'it has no DTSTART';
  if (!event.summary?.trim()) return 'it has no SUMMARY';
  return undefined;
};
