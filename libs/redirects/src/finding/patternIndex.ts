import type { RedirectRule } from '../rule.ts';
import { decoded } from '../text.ts';
import { insertInOrder, removeInOrder } from './order.ts';
import { requiredTexts } from './requiredTexts.ts';

/** Lengths of character runs (grams), and bits per character in the number of a gram. */
const LONG_GRAM = 4;
const SHORT_GRAM = 2;
const BITS_PER_CHARACTER = 7;
/** Maximum number of matching rules taken from one bucket. */
const MAX_ALIKE = 300;

type Buckets = Map<number, IndexedRule[]>;

/** A rule and its bucket; without bucket if its pattern requires no known text. */
interface IndexedRule {
  readonly rule: RedirectRule;
  /** The longest text that every match contains; empty for none. */
  readonly sure: string;
  readonly place?: { readonly buckets: Buckets; readonly gram: number };
}

const ruleOf = ({ rule }: IndexedRule): RedirectRule => rule;

/**
 * Index of the rules with a pattern, by a few characters that every match contains.
 * Each pattern is stored under the rarest gram of its required texts. A lookup takes time in the length of the address,
 * and tries few of many patterns.
 */
export class PatternIndex {
  readonly #filed = new Map<number, IndexedRule>();
  readonly #long: Buckets = new Map();
  readonly #short: Buckets = new Map();
  /** Rules without bucket, which every lookup tries. */
  readonly #unsure: IndexedRule[] = [];

  add(rule: RedirectRule): void {
    const texts = requiredTexts(decoded(rule.url));
    const sure = texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
    const place = rarest(this.#long, texts, LONG_GRAM) ?? rarest(this.#short, texts, SHORT_GRAM);
    const filed = { rule, sure, ...(place && { place }) };
    this.#filed.set(rule.id, filed);
    const filedBeside = place === undefined ? this.#unsure : place.buckets.getOrInsertComputed(place.gram, () => []);
    insertInOrder(filedBeside, filed, ruleOf);
  }

  delete({ id }: RedirectRule): void {
    const filed = this.#filed.get(id);
    if (filed === undefined) return;
    this.#filed.delete(id);
    const { rule, place } = filed;
    const filedBeside = place === undefined ? this.#unsure : (place.buckets.get(place.gram) ?? []);
    removeInOrder(filedBeside, rule, ruleOf);
    if (filedBeside.length === 0) place?.buckets.delete(place.gram);
  }

  get size(): number {
    return this.#filed.size;
  }

  /**
   * Returns the accepted rules whose pattern may match a text, each once, in no order. Takes the first `MAX_ALIKE` of
   * each bucket.
   */
  find(searched: string, isAsked: (rule: RedirectRule) => boolean): RedirectRule[] {
    const text = folded(searched);
    const found = new Set<RedirectRule>();
    const take = (filed: readonly IndexedRule[]): void => {
      let taken = 0;
      for (const { rule, sure } of filed) {
        if (taken === MAX_ALIKE) return;
        if (!isAsked(rule) || !text.includes(sure)) continue;
        found.add(rule);
        taken++;
      }
    };
    take(this.#unsure);
    for (const [buckets, length] of [
      [this.#long, LONG_GRAM],
      [this.#short, SHORT_GRAM],
    ] as const) {
      if (buckets.size === 0) continue;
      eachGram(text, length, (gram) => {
        const bucket = buckets.get(gram);
        if (bucket !== undefined) take(bucket);
      });
    }
    return [...found];
  }
}

/** Returns the gram with the fewest rules; the last of equals, since addresses differ more at their end. */
const rarest = (buckets: Buckets, texts: readonly string[], length: number): IndexedRule['place'] => {
  const grams: number[] = [];
  for (const text of texts) eachGram(text, length, (gram) => grams.push(gram));
  const sizes = grams.map((gram) => buckets.get(gram)?.length ?? 0);
  const gram = grams[sizes.lastIndexOf(Math.min(...sizes))];
  return gram === undefined ? undefined : { buckets, gram };
};

/** Calls back with every run of `length` ASCII characters of a text, as a number. */
const eachGram = (text: string, length: number, use: (gram: number) => void): void => {
  const mask = 2 ** (BITS_PER_CHARACTER * length) - 1;
  let gram = 0;
  for (let at = 0, run = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    run = code < 128 ? run + 1 : 0;
    gram = ((gram << BITS_PER_CHARACTER) | (code & 127)) & mask;
    if (run >= length) use(gram);
  }
};

/** Lower-cases a text. Patterns that ignore case match the long s and the kelvin sign as ASCII letters too. */
const folded = (text: string): string => text.toLowerCase().replaceAll('\u017f', 's').replaceAll('\u212a', 'k');
