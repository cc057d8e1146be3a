import { LRUCache } from 'lru-cache';
import { type JsonPosition, JsonRenamer, type PieceRenamer } from './jsonRenamer.ts';

/** Bytes of the kept bodies of a gateway, as received and as rendered; as many again for kept records. */
const MAX_KEPT_BYTES = 8 * 1024 * 1024;

/** Bytes that an entry takes beside its texts, roughly. */
const ENTRY_BYTES = 512;

/** Number and bytes of the keys that are remembered as asked for: addresses are as long as visitors make them. */
const [MAX_ASKED_KEYS, MAX_ASKED_BYTES] = [1_000, 1024 * 1024];

interface KeptBody {
  readonly received: Buffer;
  readonly rendered: Buffer;
  readonly begin: JsonPosition | undefined;
}

/** A rendered record, and where it begins and ends in a document. */
interface KeptRecord {
  readonly rendered: string;
  readonly begin: JsonPosition;
  readonly end: JsonPosition;
}

/** Returns the rendered body of an answer; under the same key, the last body again if it was the same. */
export type RenderWhole = (body: Buffer, renamer: PieceRenamer, key: string | undefined) => Buffer;

interface RenderedBodies {
  readonly renderWhole: RenderWhole;
  /** Drops everything kept, which refers to the places of its renamers. */
  readonly forget: () => void;
}

/** Renders bodies, and keeps those with a key and their records: most are asked for again before they change. */
export const createRenderedBodies = (): RenderedBodies => {
  const bodies = new LRUCache<string, KeptBody>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ received, rendered }, key) => received.length + rendered.length + key.length + ENTRY_BYTES,
  });
  const records = new LRUCache<string, KeptRecord>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ rendered }, received) => received.length + rendered.length + ENTRY_BYTES,
  });

  const asked = new LRUCache<string, true>({
    max: MAX_ASKED_KEYS,
    maxSize: MAX_ASKED_BYTES,
    sizeCalculation: (_, key) => key.length,
  });

  /**
   * Notes a key, and returns true if it was noted not long ago. Answers to searches and to addresses with a time are
   * never asked for again, and keeping them costs more than rendering them.
   */
  const wasAsked = (key: string): boolean => {
    const isKnown = asked.has(key);
    asked.set(key, true);
    return isKnown;
  };

  const renderRecord = (received: string, renamer: JsonRenamer): string => {
    const begin = renamer.position();
    const known = records.get(received);
    if (known !== undefined && isSame(known.begin, begin)) {
      renamer.resume(known.end);
      return known.rendered;
    }
    const rendered = renamer.push(received);
    const end = renamer.position();
    if (begin !== undefined && end !== undefined) records.set(flat(received), { rendered: flat(rendered), begin, end });
    return rendered;
  };

  const render = (received: string, renamer: PieceRenamer, isKept: boolean): Buffer => {
    const parts =
      isKept && renamer instanceof JsonRenamer
        ? partsOf(received).map((part) => (part.startsWith(RECORD) ? renderRecord(part, renamer) : renamer.push(part)))
        : [renamer.push(received)];
    return Buffer.from(parts.join('') + renamer.end(), 'latin1');
  };

  const renderWhole: RenderWhole = (received, renamer, key) => {
    const begin = renamer instanceof JsonRenamer ? renamer.position() : undefined;
    const last = key === undefined ? undefined : bodies.get(key);
    if (last !== undefined && isSame(last.begin, begin) && last.received.equals(received)) return last.rendered;
    const rendered = render(received.toString('latin1'), renamer, key !== undefined);
    if (key !== undefined && (last !== undefined || wasAsked(key)))
      bodies.set(key, { received: apart(received), rendered: apart(rendered), begin });
    return rendered;
  };
  const forget = (): void => {
    bodies.clear();
    records.clear();
  };
  return { renderWhole, forget };
};

/** The beginning of a record, before the digits of its id. */
const RECORD = '{"id":';

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Cuts a document before each record and behind the last list of objects: other documents have the same records. */
const partsOf = (document: string): string[] => {
  const found: string[] = [];
  let start = 0;
  const cut = (end: number): void => {
    if (end > start) found.push(document.slice(start, end));
    start = Math.max(start, end);
  };
  for (let at = document.indexOf(RECORD); at !== -1; at = document.indexOf(RECORD, at + 1))
    if (isDigit(document.charCodeAt(at + RECORD.length))) cut(at);
  cut(document.lastIndexOf('}],"') + 1);
  cut(document.length);
  return found;
};

const isSame = (one: JsonPosition | undefined, other: JsonPosition | undefined): boolean =>
  one?.container === other?.container && one?.place === other?.place;

/** Returns bytes in memory of their own: small buffers share a pool, which one of them would keep. */
const apart = (bytes: Buffer): Buffer => {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
};

/** Returns a text in one piece, which keeps no other text in memory. */
const flat = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');
