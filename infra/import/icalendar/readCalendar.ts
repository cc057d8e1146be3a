import ICAL from 'ical.js';
import { UnreadableFileError } from '../textFile.ts';

/** An entry of the file that could be read. */
export interface CalendarEntry {
  /** Line of its BEGIN:VEVENT, counted from 1. */
  readonly line: number;
  readonly event: ICAL.Event;
}

export interface UnreadableEntry {
  readonly line: number;
  readonly reason: string;
}

export interface CalendarFile {
  /** X-WR-TIMEZONE, which readers take for entries in UTC. */
  readonly zone: string | undefined;
  readonly entries: readonly CalendarEntry[];
  readonly unreadable: readonly UnreadableEntry[];
}

interface Block {
  readonly line: number;
  readonly lines: readonly string[];
}

/**
 * Reads an iCalendar file (RFC 5545) entry by entry, so that one that is broken is reported with its line and the
 * others are read.
 * @throws Error when the text is no calendar at all
 */
export const readCalendar = (text: string): CalendarFile => {
  const lines = text.split(/\r\n|\n|\r/);
  if (!/^\uFEFF?BEGIN:VCALENDAR\s*$/i.test(lines[0] ?? ''))
    throw new UnreadableFileError('The file does not begin with BEGIN:VCALENDAR.');
  const { blocks, outside } = cut(lines);
  const entries: CalendarEntry[] = [];
  const unreadable: UnreadableEntry[] = [];
  for (const block of blocks) {
    const read = readEntry(block, outside);
    if ('event' in read) entries.push(read);
    else unreadable.push(read);
  }
  return { zone: /^X-WR-TIMEZONE:(.+)$/im.exec(outside.join('\n'))?.[1]?.trim(), entries, unreadable };
};

/** Cuts the file into its entries and what surrounds them (time zones, properties of the calendar). */
const cut = (lines: readonly string[]): { blocks: Block[]; outside: string[] } => {
  const blocks: Block[] = [];
  const outside: string[] = [];
  let open: { line: number; lines: string[] } | undefined;
  for (const [index, line] of lines.entries()) {
    if (/^BEGIN:VEVENT\s*$/i.test(line)) {
      if (open !== undefined) blocks.push(open);
      open = { line: index + 1, lines: [line] };
    } else if (open === undefined) outside.push(line);
    else {
      open.lines.push(line);
      if (/^END:VEVENT\s*$/i.test(line)) {
        blocks.push(open);
        open = undefined;
      }
    }
  }
  if (open !== undefined) blocks.push(open);
  return { blocks, outside: outside.filter((line) => line !== '' && !/^END:VCALENDAR\s*$/i.test(line)) };
};

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
