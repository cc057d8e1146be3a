import { invalidFile } from '../errors.ts';
import { keyOf } from './entries.ts';

/** The length after which the next entry begins a new piece. All lengths here are in characters. */
const PIECE_LENGTH = 32 * 1024;
/**
 * The length limit of an entry: context, text and translation at their limits, each character escaped, and comments.
 */
const MAX_ENTRY_LENGTH = 512 * 1024;

const KEYWORD = /^(msgctxt|msgid_plural|msgid|msgstr)?(?:\[\d+\])?\s*"((?:[^"\\]|\\.)*)"\s*$/;
const ESCAPED = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

const unescaped = (text: string): string => text.replace(/\\(.)/g, (_, each: string) => ESCAPED.get(each) ?? each);

/** The prefix of obsolete entries; files may end with many of them. */
const OBSOLETE = '#~';

/** Finds the number of plural forms in the header of a file. */
const FORMS = /nplurals\s*=\s*(\d+)/;

/** A fault of an entry, and the first line of the entry. */
export interface EntryFault {
  readonly line: number;
  readonly reason: string;
}

/** Whole entries of a PO file, with their comments. */
export interface PoPiece {
  readonly text: string;
  /** The first line in the file; lines count from 1. */
  readonly line: number;
  /** The first lines of its entries by key, in their order. */
  readonly lines: ReadonlyMap<string, number>;
  /** The first entry that is a duplicate, or has no translations, or too many. The file ends with it. */
  readonly fault: EntryFault | undefined;
}

interface Line {
  readonly number: number;
  readonly at: number;
  readonly text: string;
}

function* linesOf(content: string): Generator<Line> {
  for (let [number, at] = [1, 0]; at < content.length; number += 1) {
    const end = content.indexOf('\n', at) + 1 || content.length;
    if (end - at > MAX_ENTRY_LENGTH) throw invalidFile(number, 'the line is too long');
    yield { number, at, text: content.slice(at, end).trim() };
    at = end;
  }
}

/** An entry that is being read. */
class OpenEntry {
  readonly line: number;
  /** The offset from which its length counts. */
  at: number;
  #keyword = '';
  #context = '';
  /** Null before its keyword. */
  #msgid: string | null = null;
  #plural = false;
  #forms = 0;

  constructor(line: number, at: number) {
    this.line = line;
    this.at = at;
  }

  get key(): string {
    return keyOf({ context: this.#context, msgid: this.#msgid ?? '' });
  }

  /** True if this keyword begins another entry. */
  endsAt(keyword: string | undefined): boolean {
    return keyword === 'msgctxt' || (keyword === 'msgid' && this.#msgid !== null);
  }

  /** @param pluralForms the number of forms of a plural; undefined if the header has none */
  isWhole(pluralForms: number | undefined): boolean {
    return this.#plural ? this.#forms > 0 && this.#forms === (pluralForms ?? this.#forms) : this.#forms === 1;
  }

  take(keyword: string | undefined, quoted: string): void {
    this.#keyword = keyword ?? this.#keyword;
    if (keyword === 'msgstr') this.#forms += 1;
    if (keyword === 'msgid_plural') this.#plural = true;
    if (this.#keyword === 'msgctxt') this.#context += unescaped(quoted);
    if (this.#keyword === 'msgid') this.#msgid = (this.#msgid ?? '') + unescaped(quoted);
  }
}

/** Finds entries line by line; `gettext-parser` reports neither their lines nor their order. */
class Pieces {
  readonly #content: string;
  readonly #pluralForms: number | undefined;
  readonly #known = new Set<string>();
  #lines = new Map<string, number>();
  /** The start of the piece. */
  #from: Pick<Line, 'number' | 'at'> = { number: 1, at: 0 };
  /** The first line of the comments before the next entry. */
  #comments: Line | undefined;
  #entry: OpenEntry | undefined;

  constructor(content: string) {
    this.#content = content;
    const said = FORMS.exec(content.slice(0, MAX_ENTRY_LENGTH))?.[1];
    this.#pluralForms = said === undefined ? undefined : Number(said);
  }

  /** @returns the piece that ends before the line; undefined if none ends there */
  take(line: Line): PoPiece | undefined {
    const [, keyword, quoted] = KEYWORD.exec(line.text) ?? [];
    const piece = quoted === undefined ? this.#passComment(line) : this.#begin(line, keyword);
    if (line.at - (this.#entry?.at ?? 0) > MAX_ENTRY_LENGTH)
      throw invalidFile(this.#entry?.line ?? 1, 'an entry is too long');
    if (quoted !== undefined) this.#entry?.take(keyword, quoted);
    return piece;
  }

  /** Returns the last piece. */
  rest(): PoPiece {
    const fault = this.#end();
    return this.#pieceTo({ number: 0, at: this.#content.length }, fault);
  }

  #passComment(line: Line): PoPiece | undefined {
    if (!line.text.startsWith('#')) {
      if (line.text !== '') this.#comments = undefined;
      return undefined;
    }
    if (!line.text.startsWith(OBSOLETE)) {
      this.#comments ??= line;
      return undefined;
    }
    this.#comments = undefined;
    if (this.#entry !== undefined) this.#entry.at = line.at;
    return this.#isLong(line) ? this.#pieceTo(line) : undefined;
  }

  #begin(line: Line, keyword: string | undefined): PoPiece | undefined {
    const start = this.#comments ?? line;
    this.#comments = undefined;
    if (this.#entry === undefined ? keyword !== 'msgctxt' && keyword !== 'msgid' : !this.#entry.endsAt(keyword))
      return undefined;
    const fault = this.#end();
    this.#entry = new OpenEntry(line.number, start.at);
    return fault !== undefined || this.#isLong(start) ? this.#pieceTo(start, fault) : undefined;
  }

  #isLong({ at }: Pick<Line, 'at'>): boolean {
    return at - this.#from.at > PIECE_LENGTH;
  }

  #pieceTo(end: Pick<Line, 'number' | 'at'>, fault?: EntryFault): PoPiece {
    const text = this.#content.slice(this.#from.at, end.at);
    const piece = { text, line: this.#from.number, lines: this.#lines, fault };
    this.#from = end;
    this.#lines = new Map();
    return piece;
  }

  #end(): EntryFault | undefined {
    if (this.#entry === undefined) return undefined;
    const { key, line } = this.#entry;
    if (this.#known.has(key)) return { line, reason: 'an entry is there twice' };
    if (!this.#entry.isWhole(this.#pluralForms))
      return { line, reason: 'an entry has not as many translations as it should have' };
    this.#known.add(key);
    this.#lines.set(key, line);
    return undefined;
  }
}

/**
 * Yields a PO file in pieces of some entries, so that other requests are answered in between. The last piece has the
 * remaining entries, or the first fault.
 * @throws DomainError 422 for a line or an entry above the limit
 */
export function* piecesOf(content: string): Generator<PoPiece> {
  const pieces = new Pieces(content);
  for (const line of linesOf(content)) {
    const piece = pieces.take(line);
    if (piece !== undefined) yield piece;
    if (piece?.fault !== undefined) return;
  }
  yield pieces.rest();
}
