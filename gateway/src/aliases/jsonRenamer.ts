/** The place of a string in a JSON document. */
export interface JsonPlace {
  /** The member whose value it is, or in whose list it is; '' at the top. */
  readonly member: string;
  /** The member of the object around it. */
  readonly parent: string;
  /** The number of objects and lists around it. */
  readonly depth: number;
}

/** Functions that rename strings; they receive and return them as they stand in the document, escaped. */
export interface JsonRules {
  readonly key: (name: string, place: JsonPlace) => string;
  readonly value: (text: string, place: JsonPlace) => string;
  /** True for a value that stays as it is: it passes piece by piece, however long it is. Default none. */
  readonly isUnchangedValue?: (place: JsonPlace) => boolean;
  /** Members whose objects and lists are people's: nothing in them is renamed. Default none. */
  readonly unchanged?: ReadonlySet<string>;
  /** Renames the members of such an object, but nothing within them. */
  readonly keyOfUnchanged?: (name: string) => string;
}

/** Renames a document as its pieces pass; each character is one byte. */
export interface PieceRenamer {
  readonly push: (piece: string) => string;
  /** Returns what is left. */
  readonly end: () => string;
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
export class JsonRenamer implements JsonPlace, PieceRenamer {
  member = '';
  readonly #rules: JsonRules;
  /** The members around, outermost first. */
  readonly #members: string[] = [];
  readonly #lists: boolean[] = [];
  #atKey = false;
  /** The depth at which an unchanged object or list began; 0 outside of one. */
  #unchangedDepth = 0;
  /** The pieces of a string whose end has not arrived. */
  #open: string[] | undefined;
  /** The state of an unchanged value whose end has not arrived: true if its next character is escaped. */
  #passing: boolean | undefined;

  constructor(rules: JsonRules) {
    this.#rules = rules;
  }

  get depth(): number {
    return this.#members.length;
  }

  get parent(): string {
    return this.#members.at(-1) ?? '';
  }

  /** Returns the next part of the renamed document. */
  push(text: string): string {
    let out = '';
    let copied = 0;
    let at = this.#endOfPassing(text);
    if (at === undefined) return text;
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
      at = endOfString(text, start, false);
      if (at === -1) {
        const begun = text.slice(start);
        if (this.#isUnchanged()) {
          this.#passing = endsInEscape([begun]);
          return out + text.slice(copied);
        }
        this.#open = [begun];
        return out + text.slice(copied, start);
      }
      const token = text.slice(start, at);
      const renamed = this.#renamed(token);
      if (renamed === token) continue;
      out += text.slice(copied, start) + renamed;
      copied = at;
    }
    return out + text.slice(copied);
  }

  /** Returns what is left of a document that ends within a string. */
  end(): string {
    return this.#open?.join('') ?? '';
  }

  /** Returns the place behind an unchanged value that began in earlier pieces; undefined if it does not end here. */
  #endOfPassing(text: string): number | undefined {
    if (this.#passing === undefined) return 0;
    const end = endOfString(text, 0, this.#passing);
    this.#passing = end === -1 ? endsInEscape([this.#passing ? `\\${text}` : text]) : undefined;
    return end === -1 ? undefined : end + 1;
  }

  /** True for a value that stays as it is. */
  #isUnchanged(): boolean {
    return !this.#atKey && (this.#unchangedDepth > 0 || (this.#rules.isUnchangedValue?.(this) ?? false));
  }

  #renamed(token: string): string {
    const { key, value, keyOfUnchanged } = this.#rules;
    if (!this.#atKey) return this.#isUnchanged() ? token : value(token, this);
    this.#atKey = false;
    this.member = token;
    if (this.#unchangedDepth === 0) return key(token, this);
    return this.depth === this.#unchangedDepth ? (keyOfUnchanged?.(token) ?? token) : token;
  }

  #enter(code: number): void {
    if (code === COMMA) {
      this.#atKey = this.#lists.at(-1) === false;
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      this.#members.push(this.member);
      this.#lists.push(code === OPEN_LIST);
      if (this.#unchangedDepth === 0 && this.#rules.unchanged?.has(this.member)) this.#unchangedDepth = this.depth;
      this.#atKey = code === OPEN_OBJECT;
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      if (this.#unchangedDepth === this.depth) this.#unchangedDepth = 0;
      this.member = this.#members.pop() ?? '';
      this.#lists.pop();
      this.#atKey = false;
    }
  }
}

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
