import { LRUCache } from 'lru-cache';
import { type JsonPosition, JsonRenamer, type PieceRenamer } from './jsonRenamer.ts';

/** Bytes of all kept records of a gateway, as received and as rendered. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/** A rendered record, and where it begins and ends in a document. */
interface KeptRecord {
  readonly rendered: string;
  readonly begin: JsonPosition;
  readonly end: JsonPosition;
}

/** Returns the rendered body of an answer. @param isRead true for a read, whose records others read too */
export type RenderWhole = (body: Buffer, renamer: PieceRenamer, isRead: boolean) => Buffer;

/** Renders bodies, and keeps the records of those that were read: most are asked for again before they change. */
export const createRenderedBodies = (): RenderWhole => {
  const kept = new LRUCache<string, KeptRecord>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ rendered }, received) => received.length + rendered.length,
  });

  const renderRecord = (received: string, renamer: JsonRenamer): string => {
    const begin = renamer.position();
    const known = kept.get(received);
    if (known !== undefined && isSame(known.begin, begin)) {
      renamer.resume(known.end);
      return known.rendered;
    }
    const rendered = renamer.push(received);
    const end = renamer.position();
    if (begin !== undefined && end !== undefined) kept.set(flat(received), { rendered: flat(rendered), begin, end });
    return rendered;
  };

  return (body, renamer, isRead) => {
    const received = body.toString('latin1');
    const parts =
      isRead && renamer instanceof JsonRenamer
        ? recordsOf(received).map((record) => renderRecord(record, renamer))
        : [renamer.push(received)];
    return Buffer.from(parts.join('') + renamer.end(), 'latin1');
  };
};

/** The beginning of a record, before the digits of its id. */
const RECORD = '{"id":';

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Cuts a document before each record and behind the last list of objects: other documents have the same records. */
const recordsOf = (document: string): string[] => {
  const records: string[] = [];
  let start = 0;
  const cut = (end: number): void => {
    if (end > start) records.push(document.slice(start, end));
    start = Math.max(start, end);
  };
  for (let at = document.indexOf(RECORD); at !== -1; at = document.indexOf(RECORD, at + 1))
    if (isDigit(document.charCodeAt(at + RECORD.length))) cut(at);
  cut(document.lastIndexOf('}],"') + 1);
  cut(document.length);
  return records;
};

const isSame = (one: JsonPosition, other: JsonPosition | undefined): boolean =>
  one.container === other?.container && one.place === other.place;

/** Returns a text in one piece, which keeps no other text in memory. */
const flat = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');
