import type { Container, JsonPlaces, MemberPlace } from './jsonPlaces.ts';

/** Renames a document as its pieces pass; each character is one byte. */
export interface PieceRenamer {
  readonly push: (piece: string) => string;
  /** Returns what is left. */
  readonly end: () => string;
}

/** A place in a document at which a value may begin, and nothing around is people's. */
export interface JsonPosition {
  readonly container: Container;
  readonly place: MemberPlace;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Renames strings of a JSON document without parsing it into values: all else passes unchanged, byte by byte.
 * The document comes in pieces; at most one string of it is kept at a time, and none of a value that stays as it is.
 */
export class JsonRenamer implements PieceRenamer {
  readonly #places: JsonPlaces;
  #container: Container;
  /** The member whose value comes, or the last member. */
  #place: MemberPlace;
  #atKey = false;
  /** The number of objects and lists around within which nothing is renamed. */
  #unchangedDepth = 0;
  /** The pieces of a string whose end has not arrived. */
  #open: string[] | undefined;
  /** The state of an unchanged value whose end has not arrived: true if its next character is escaped. */
  #passing: boolean | undefined;
  /** The marks, and where each stands in the current piece from the last value on. */
  readonly #marks: { readonly text: string; at: number }[];

  constructor(places: JsonPlaces) {
    this.#places = places;
    this.#marks = places.marks.map((text) => ({ text, at: -1 }));
    this.#container = places.begin();
    this.#place = this.#container.start;
  }

  /** Returns the next part of the renamed document. */
  push(text: string): string {
    const begin = this.#endOfPassing(text);
    if (begin === undefined) return text;
    for (const mark of this.#marks) mark.at = -1;
    let out = '';
    let copied = 0;
    let at: number = begin;
    if (this.#open !== undefined) {
      const end = endOfString(text, 0, endsInEscape(this.#open));
      if (end === -1) {
        this.#open.push(text);
        return '';
      }
      out = this.#renamed(this.#open.join('') + text.slice(0, end));
      this.#open = undefined;
      copied = end;
      at = end + 1;
    }
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code !== QUOTE) {
        this.#enter(code);
        continue;
      }
      const start = at + 1;
      const next = this.#atKey ? this.#nextMember(text, start) : undefined;
      at = next === undefined ? endOfString(text, start, false) : start + next.member.length;
      if (at === -1) return out + this.#passOpen(text, start, copied);
      const renamed = next === undefined ? this.#renamedIn(text, start, at) : next.key;
      if (renamed === undefined) continue;
      out += text.slice(copied, start) + renamed;
      copied = at;
    }
    return out + text.slice(copied);
  }

  /** Returns what is left of a document that ends within a string. */
  end(): string {
    return this.#open?.join('') ?? '';
  }

  /**
   * Returns the position at the end of what was pushed; undefined within a string, before a member, in people's values and
   * at a place that no other document finds.
   */
  position(): JsonPosition | undefined {
    const isWithin = this.#atKey || this.#unchangedDepth > 0 || this.#open !== undefined || this.#passing !== undefined;
    return isWithin || !this.#place.isCached ? undefined : { container: this.#container, place: this.#place };
  }

  /** Continues as if a text that ends at a position had been pushed. */
  resume({ container, place }: JsonPosition): void {
    this.#container = container;
    this.#place = place;
  }

  /** Returns the place behind an unchanged value that began in earlier pieces; undefined if it does not end here. */
  #endOfPassing(text: string): number | undefined {
    if (this.#passing === undefined) return 0;
    const end = endOfString(text, 0, this.#passing);
    this.#passing = end === -1 ? endsInEscape([this.#passing ? `\\${text}` : text]) : undefined;
    return end === -1 ? undefined : end + 1;
  }

  /** Begins a string that does not end in a text. Returns what is passed on of the text. */
  #passOpen(text: string, start: number, copied: number): string {
    const begun = text.slice(start);
    if (this.#isUnchanged()) {
      this.#passing = endsInEscape([begun]);
      return text.slice(copied);
    }
    this.#open = [begun];
    return text.slice(copied, start);
  }

  /** Takes the member that begins in a text if it follows the last one as before; otherwise returns undefined. */
  #nextMember(text: string, start: number): MemberPlace | undefined {
    const { next } = this.#place;
    if (next === undefined || !text.startsWith(next.member, start)) return undefined;
    if (text.charCodeAt(start + next.member.length) !== QUOTE) return undefined;
    this.#atKey = false;
    this.#place = next;
    return next;
  }

  /** Returns the renamed string of a text; undefined if it stays as it is. */
  #renamedIn(text: string, start: number, end: number): string | undefined {
    if (this.#isUnchanged() || this.#isUnmarked(text, start, end)) return undefined;
    const token = text.slice(start, end);
    const renamed = this.#renamed(token);
    return renamed === token ? undefined : renamed;
  }

  /** True for a value that stays as it is. */
  #isUnchanged(): boolean {
    return !this.#atKey && (this.#unchangedDepth > 0 || this.#place.value === undefined);
  }

  /** True for a value without the marks that its rule requires. */
  #isUnmarked(text: string, start: number, end: number): boolean {
    if (this.#atKey || this.#place.value?.isMarked !== true) return false;
    for (const mark of this.#marks) {
      if (mark.at < start) mark.at = indexOrEnd(text, mark.text, start);
      if (mark.at < end) return false;
    }
    return true;
  }

  #renamed(token: string): string {
    if (!this.#atKey) return this.#place.value?.rename(token) ?? token;
    this.#atKey = false;
    this.#place = this.#places.memberAfter(this.#place, this.#container, token);
    return this.#place.key ?? token;
  }

  #enter(code: number): void {
    if (code === COMMA) {
      this.#atKey = this.#unchangedDepth === 0 && !this.#container.isList;
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      this.#atKey = false;
      const entered =
        this.#unchangedDepth === 0 ? this.#places.enter(this.#container, this.#place, code === OPEN_LIST) : undefined;
      if (entered === undefined) {
        this.#unchangedDepth++;
        return;
      }
      this.#container = entered;
      this.#place = entered.start;
      this.#atKey = code === OPEN_OBJECT;
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      this.#atKey = false;
      if (this.#unchangedDepth > 0) this.#unchangedDepth--;
      else if (this.#container.outer !== undefined) {
        this.#place = this.#container.place;
        this.#container = this.#container.outer;
      }
    }
  }
}

const indexOrEnd = (text: string, mark: string, start: number): number => {
  const index = text.indexOf(mark, start);
  return index === -1 ? text.length : index;
};

/** Returns the place of the quotation mark that ends a string; -1 if it has not arrived. */
const endOfString = (text: string, start: number, isEscaped: boolean): number => {
  let end = text.indexOf('"', isEscaped ? start + 1 : start);
  while (end !== -1 && isOdd(backslashesBefore(text, end, isEscaped ? start + 1 : start)))
    end = text.indexOf('"', end + 1);
  return end;
};

const isOdd = (count: number): boolean => count % 2 === 1;

const backslashesBefore = (text: string, end: number, start: number): number => {
  let at = end;
  while (at > start && text.charCodeAt(at - 1) === BACKSLASH) at--;
  return end - at;
};

/** True if the next character of an open string is escaped. */
const endsInEscape = (pieces: readonly string[]): boolean => {
  let count = 0;
  for (const piece of pieces.toReversed()) {
    const here = backslashesBefore(piece, piece.length, 0);
    count += here;
    if (here < piece.length) break;
  }
  return isOdd(count);
};
