/** Quantifiers that make the character before them optional. */
const OPTIONAL_QUANTIFIER = /^(?:[*?]|\{\d+(?:,\d*)?\})/;
/** Escapes that match one character of a class, or none; other alphanumeric escapes may do more. */
const CLASSES = 'dDwWsSbBAztnrfva';

/**
 * Returns texts that every match of a pattern contains, as far as its text shows; none for top-level alternatives.
 * The texts are ASCII and in lower case, since patterns may ignore case.
 */
export const requiredTexts = (pattern: string): string[] => {
  const reader = new Reader(pattern);
  return reader.read() ? reader.texts.map((text) => text.toLowerCase()) : [];
};

class Reader {
  readonly texts: string[] = [];
  readonly #pattern: string;
  #at = 0;
  #run = '';

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** True if the pattern could be read to its end. */
  read(): boolean {
    while (this.#at < this.#pattern.length) {
      const sign = this.#pattern.charAt(this.#at);
      if (sign === '|' || !this.#readSign(sign)) return false;
    }
    this.#endRun();
    return true;
  }

  #readSign(sign: string): boolean {
    if (sign === '\\') return this.#readEscape();
    if (sign === '(') return this.#skipGroup();
    if (sign === '[') return this.#skipClass();
    const maybe = OPTIONAL_QUANTIFIER.exec(this.#pattern.slice(this.#at, this.#at + 12))?.[0];
    if (maybe !== undefined) {
      this.#run = this.#run.slice(0, -1);
      return this.#skip(maybe.length);
    }
    return '.^$+)'.includes(sign) || sign > '~' || sign < ' ' ? this.#skip(1) : this.#take(sign, 1);
  }

  #readEscape(): boolean {
    const sign = this.#pattern[this.#at + 1] ?? '';
    if (CLASSES.includes(sign)) return this.#skip(2);
    return /^[!-/:-@[-`{-~ ]$/.test(sign) && this.#take(sign, 2);
  }

  #skipClass(): boolean {
    const pattern = this.#pattern;
    let at = this.#at + 1;
    if (pattern[at] === '^') at++;
    // a closing bracket at the beginning is a literal character
    if (pattern[at] === ']') at++;
    while (at < pattern.length && pattern[at] !== ']') {
      if (pattern.startsWith('[:', at)) return false;
      at += pattern[at] === '\\' ? 2 : 1;
    }
    return this.#skip(at + 1 - this.#at);
  }

  #skipGroup(): boolean {
    this.#endRun();
    for (let depth = 0; this.#at < this.#pattern.length; ) {
      const sign = this.#pattern[this.#at];
      if (sign === '(') depth++;
      if (sign === ')') depth--;
      if (sign === '[') {
        if (!this.#skipClass()) return false;
        continue;
      }
      if (sign === '\\' && this.#pattern[this.#at + 1] === 'Q') return false;
      this.#at += sign === '\\' ? 2 : 1;
      if (depth === 0) return true;
    }
    return false;
  }

  #take(sign: string, length: number): boolean {
    this.#run += sign;
    this.#at += length;
    return true;
  }

  /** Skips a part without a required text: the texts before and after it need not be adjacent. */
  #skip(length: number): boolean {
    this.#endRun();
    this.#at += length;
    return true;
  }

  #endRun(): void {
    if (this.#run !== '') this.texts.push(this.#run);
    this.#run = '';
  }
}
