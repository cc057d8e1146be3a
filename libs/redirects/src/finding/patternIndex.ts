import type { RedirectRule } from '../rule.ts';
import { decoded } from '../text.ts';
import { sureTexts } from './sureTexts.ts';

/** So many characters of seven bits are one number. */
const LONG = 4;
const SHORT = 2;
const BITS = 7;

type Buckets = Map<number, Filed[]>;

/** A rule, and where it is filed; nowhere where nothing is sure of what it matches. */
interface Filed {
  readonly rule: RedirectRule;
  /** The longest text that is in everything it matches; empty for none. */
  readonly sure: string;
  readonly place?: { readonly buckets: Buckets; readonly gram: number };
}

/**
 * The rules with a pattern, found by a few characters that whatever they match must contain. Each pattern is filed under
 * those of its sure texts that are the rarest among the others, so that a look-up costs as much as the address is long,
 * and tries few patterns of many.
 */
export class PatternIndex {
  readonly #filed = new Map<number, Filed>();
  readonly #long: Buckets = new Map();
  readonly #short: Buckets = new Map();
  /** Asked each time. */
  readonly #unsure = new Map<number, RedirectRule>();

  add(rule: RedirectRule): void {
    const texts = sureTexts(decoded(rule.url));
    const sure = texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
    const place = rarest(this.#long, texts, LONG) ?? rarest(this.#short, texts, SHORT);
    const filed = { rule, sure, ...(place && { place }) };
    this.#filed.set(rule.id, filed);
    if (place === undefined) this.#unsure.set(rule.id, rule);
    else place.buckets.getOrInsertComputed(place.gram, () => []).push(filed);
  }

  delete({ id }: RedirectRule): void {
    const place = this.#filed.get(id)?.place;
    this.#filed.delete(id);
    this.#unsure.delete(id);
    if (place === undefined) return;
    const left = place.buckets.get(place.gram)?.filter(({ rule }) => rule.id !== id) ?? [];
    if (left.length > 0) place.buckets.set(place.gram, left);
    else place.buckets.delete(place.gram);
  }

  get isEmpty(): boolean {
    return this.#filed.size === 0;
  }

  /** The rules whose pattern may be found in a text, each once, in no order. */
  find(searched: string): RedirectRule[] {
    const text = folded(searched);
    const found = new Set(this.#unsure.values());
    collect(this.#long, text, LONG, found);
    collect(this.#short, text, SHORT, found);
    return [...found];
  }
}

/** Of the characters that have the fewest rules the last, since addresses differ more at their end. */
const rarest = (buckets: Buckets, texts: readonly string[], length: number): Filed['place'] => {
  const grams: number[] = [];
  for (const text of texts) eachGram(text, length, (gram) => grams.push(gram));
  const sizes = grams.map((gram) => buckets.get(gram)?.length ?? 0);
  const gram = grams[sizes.lastIndexOf(Math.min(...sizes))];
  return gram === undefined ? undefined : { buckets, gram };
};

const collect = (buckets: Buckets, text: string, length: number, found: Set<RedirectRule>): void => {
  if (buckets.size === 0) return;
  eachGram(text, length, (gram) => {
    const bucket = buckets.get(gram);
    if (bucket !== undefined) for (const { rule, sure } of bucket) if (text.includes(sure)) found.add(rule);
  });
};

/** Every run of so many ASCII characters of a text, as a number. */
const eachGram = (text: string, length: number, use: (gram: number) => void): void => {
  const mask = 2 ** (BITS * length) - 1;
  let gram = 0;
  for (let at = 0, run = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    run = code < 128 ? run + 1 : 0;
    gram = ((gram << BITS) | (code & 127)) & mask;
    if (run >= length) use(gram);
  }
};

/** In lower case; where patterns ignore case, the long s and the sign for kelvin are letters of ASCII too. */
const folded = (text: string): string => text.toLowerCase().replaceAll('\u017f', 's').replaceAll('\u212a', 'k');
