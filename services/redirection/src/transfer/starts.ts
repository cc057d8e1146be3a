/** A beginning of addresses, with the line that names it. */
export interface Start {
  readonly text: string;
  readonly line: number;
}

/** The limit of beginnings that are added one by one. */
const MAX_ADDED_STARTS = 10_000;
/** The limit of comparisons for one beginning. */
const MAX_COMPARISONS = 50;

const sharedLength = (one: string, other: string): number => {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
};

/** Beginnings of addresses in their order. Above its limits it finds too many rather than too few. */
export class Starts {
  #sorted: Start[];

  constructor(starts: Iterable<Start> = []) {
    this.#sorted = [...starts].sort((one, other) => (one.text < other.text ? -1 : Number(one.text > other.text)));
  }

  add(start: Start): void {
    if (this.#sorted.length < MAX_ADDED_STARTS) this.#sorted.splice(this.#placeAfter(start.text), 0, start);
    else this.#sorted = [{ text: '', line: start.line }];
  }

  /**
   * Returns the line of a beginning that shares addresses with this text; undefined if none does.
   * @param above the length that the beginning exceeds; at most that of the text
   */
  lineFor(text: string, above = -1): number | undefined {
    const after = this.#placeAfter(text);
    const next = this.#sorted[after];
    if (next?.text.startsWith(text)) return next.line;
    return this.#lineOfPrefix(text, above);
  }

  #lineOfPrefix(text: string, above: number): number | undefined {
    let rest = text;
    let before: Start | undefined;
    for (let count = 0; count < MAX_COMPARISONS; count++) {
      before = this.#sorted[this.#placeAfter(rest) - 1];
      if (before === undefined) return undefined;
      if (rest.startsWith(before.text)) return before.text.length > above ? before.line : undefined;
      rest = rest.slice(0, sharedLength(rest, before.text));
      if (rest.length <= above) return undefined;
    }
    return before?.line;
  }

  /** Returns the number of beginnings up to this text. */
  #placeAfter(text: string): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sorted[middle]?.text ?? '') <= text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
