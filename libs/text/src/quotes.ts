import { CLOSE_DOUBLE, CLOSE_SINGLE, DOUBLE_PRIME, OPEN_DOUBLE, OPEN_SINGLE, PRIME } from './entities.ts';

/** Placeholders for decided marks that must not count as closing ones yet, from Unicode's noncharacters. */
const OPENING_MARK = '\uFDD0';
const APOSTROPHE = '\uFDD1';

const SPACE = '[\\r\\n\\t \\u00a0]|&nbsp;';
const END = `$|${SPACE}|&gt;|[.,:;!?)}\\]-]`;
const AFTER_EDGE = `(?<=^|${SPACE})`;

type Step = readonly [RegExp, string];

/** Steps 2 to 6. */
const SINGLE_STEPS: readonly Step[] = [
  [new RegExp(`'(\\d\\d)'(?=${END})`, 'g'), `${APOSTROPHE}$1${CLOSE_SINGLE}`],
  [new RegExp(`'(\\d\\d)"(?=${END})`, 'g'), `${APOSTROPHE}$1${CLOSE_DOUBLE}`],
  [/'(?=\d\d(?![\d%]|[.,]\d))/g, APOSTROPHE],
  [new RegExp(`${AFTER_EDGE}'(\\d[\\d.,]*)'`, 'g'), `${OPENING_MARK}$1${CLOSE_SINGLE}`],
  [new RegExp(`(?<=^|${SPACE}|&lt;|[([{"-])'`, 'g'), OPENING_MARK],
  [new RegExp(`(?<!${SPACE})'(?!$|${SPACE}|&[lg]t;|[.,:;!?"'(){}[\\]-])`, 'g'), APOSTROPHE],
];

/** Steps 8 and 9. */
const DOUBLE_STEPS: readonly Step[] = [
  [new RegExp(`${AFTER_EDGE}"(\\d[\\d.,]*)"`, 'g'), `${OPENING_MARK}$1${CLOSE_DOUBLE}`],
  [new RegExp(`(?<=^|${SPACE}|&lt;|[([{-])"(?!${SPACE})`, 'g'), OPENING_MARK],
];

interface Mark {
  readonly mark: string;
  readonly afterDigit: RegExp;
  readonly prime: string;
  readonly closing: string;
  readonly beforeEnd: RegExp;
}

const SINGLE: Mark = {
  mark: "'",
  afterDigit: /(?<=\d)'/g,
  prime: PRIME,
  closing: CLOSE_SINGLE,
  beforeEnd: new RegExp(`'(?=${END})`, 'g'),
};
const DOUBLE: Mark = {
  mark: '"',
  afterDigit: /(?<=\d)"/g,
  prime: DOUBLE_PRIME,
  closing: CLOSE_DOUBLE,
  beforeEnd: new RegExp(`"(?=${END})`, 'g'),
};

const isAfterDigit = (text: string, at: number): boolean => at > 0 && /\d/.test(text.charAt(at - 1));

/** Returns those of several candidates that close the quotation. */
const closingOf = (part: string, candidates: readonly number[]): readonly number[] => {
  if (candidates.length < 2) return candidates;
  const unlikePrimes = candidates.filter((at) => !isAfterDigit(part, at));
  if (unlikePrimes.length > 0) return unlikePrimes;
  const last = candidates.findLast((at) => part[at + 1] === '.') ?? candidates.at(-1);
  return last === undefined ? [] : [last];
};

/**
 * Changes a part before any opening mark, or with its closing mark: a mark after a digit is a prime, one at a word's
 * end closes.
 */
const closedPart = (part: string, { afterDigit, prime, closing, beforeEnd }: Mark): string =>
  part.replace(afterDigit, prime).replace(beforeEnd, closing);

const openPart = (part: string, { mark, prime, closing, beforeEnd }: Mark): string => {
  const closes = new Set(
    closingOf(
      part,
      Array.from(part.matchAll(beforeEnd), (match) => match.index),
    ),
  );
  return part.replaceAll(mark, (_, at: number) => {
    if (closes.has(at)) return closing;
    return isAfterDigit(part, at) ? prime : mark;
  });
};

/** Applies the prime rule: a mark becomes a prime, closes a quotation, or stays. */
const primed = (text: string, mark: Mark): string =>
  text
    .split(OPENING_MARK)
    .map((part, index) => {
      if (!part.includes(mark.mark)) return part;
      return index === 0 || part.includes(mark.closing) ? closedPart(part, mark) : openPart(part, mark);
    })
    .join(OPENING_MARK);

const applied = (text: string, steps: readonly Step[]): string =>
  steps.reduce((changed, [pattern, replacement]) => changed.replace(pattern, replacement), text);

const singleQuotes = (text: string): string =>
  primed(applied(text, SINGLE_STEPS), SINGLE)
    .replaceAll(APOSTROPHE, CLOSE_SINGLE)
    .replaceAll(OPENING_MARK, OPEN_SINGLE);

const doubleQuotes = (text: string): string =>
  primed(applied(text, DOUBLE_STEPS), DOUBLE).replaceAll('"', CLOSE_DOUBLE).replaceAll(OPENING_MARK, OPEN_DOUBLE);

/** Curls the quotes of a piece of text (docs/interface/texts.md §2, steps 2 to 10). */
export const curlQuotes = (text: string): string => {
  const singles = text.includes("'") ? singleQuotes(text) : text;
  return singles.includes('"') ? doubleQuotes(singles) : singles;
};
