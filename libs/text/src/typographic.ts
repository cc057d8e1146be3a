import { changePieces, type PieceKind } from './changePieces.ts';
import {
  AMPERSAND,
  CLOSE_DOUBLE,
  CLOSE_SINGLE,
  ELLIPSIS,
  EM_DASH,
  EN_DASH,
  OPEN_DOUBLE,
  TIMES,
  TRADE_MARK,
} from './entities.ts';
import { curlQuotes } from './quotes.ts';

const SPACE = '[\\r\\n\\t \\u00a0]|&nbsp;';

/** Step 1. */
const FIXED: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '...': ELLIPSIS,
    '``': OPEN_DOUBLE,
    "''": CLOSE_DOUBLE,
    ' (tm)': ` ${TRADE_MARK}`,
  }),
);
const FIXED_PATTERN = /\.\.\.|``|''| \(tm\)/g;
const ELISIONS = /'(?:tain't|twere|twas|tis|twill|til|bout|nuff|round|cause|em)/g;

/** Step 11. */
const LONE_HYPHENS = new RegExp(`(?<=^|${SPACE})(--?)(?=$|${SPACE})`, 'g');
const dashes = (text: string): string =>
  text
    .replaceAll('---', EM_DASH)
    .replace(LONE_HYPHENS, (dash) => (dash === '--' ? EM_DASH : dash))
    .replace(/(?<!xn)--/g, EN_DASH)
    .replace(LONE_HYPHENS, (dash) => (dash === '-' ? EN_DASH : dash));

const isWordCharacter = (character: string | undefined): boolean => character !== undefined && /\w/.test(character);

/** True if the number that ends before `at` starts a word; a bare 0 does not count (0x10). */
const hasFactorBefore = (text: string, at: number): boolean => {
  let start = at;
  while (start > 0 && /[\d.,]/.test(text.charAt(start - 1))) start -= 1;
  while (start < at && (!/\d/.test(text.charAt(start)) || isWordCharacter(text[start - 1]))) start += 1;
  return start < at && text.slice(start, at) !== '0';
};

/** Step 12. */
const times = (text: string): string =>
  text.replace(/x(?=\d+(?!\w))/g, (x, at: number) => (hasFactorBefore(text, at) ? TIMES : x));

/** Step 13. */
const LOOSE_AMPERSAND = /&(?!#(?:\d+|x[\da-f]+);|[a-z1-4]{1,8};)/gi;
const ampersands = (text: string): string => (text.includes('&') ? text.replace(LOOSE_AMPERSAND, AMPERSAND) : text);

const typographicPiece = (text: string): string => {
  const fixed = text
    .replace(FIXED_PATTERN, (mark) => FIXED.get(mark) ?? mark)
    .replace(ELISIONS, (word) => word.replaceAll("'", CLOSE_SINGLE));
  const quoted = curlQuotes(fixed);
  const dashed = quoted.includes('-') ? dashes(quoted) : quoted;
  return ampersands(/\dx\d/.test(dashed) ? times(dashed) : dashed);
};

const VERBATIM_TAG = /^<(\/?)(pre|code|kbd|style|script|tt)(?=[\s>])/;

/** Tracks the elements whose text stays unchanged: an end tag closes the innermost one if it has its name. */
const enter = (open: string[], tag: string): void => {
  const match = VERBATIM_TAG.exec(tag);
  if (match === null) return;
  if (match[1] === '') open.push(match[2] ?? '');
  else if (open.at(-1) === match[2]) open.pop();
};

const NOTHING_TO_DO = /^[^<&'"`[-]*$/;
const RARE_REPLACEMENTS = /\.\.\.| \(tm\)|\dx\d/;

/**
 * The typographic filter (docs/interface/texts.md §2).
 * It curls quotes, replaces dashes, ellipses and primes, and escapes loose ampersands, all as entities. Comments, known
 * short codes and the text of `pre code kbd style script tt` stay unchanged.
 */
export const typographic = (text: string): string => {
  if (NOTHING_TO_DO.test(text) && !RARE_REPLACEMENTS.test(text)) return text;
  const open: string[] = [];
  const change = (source: string, kind: PieceKind): string => {
    if (kind === 'text') return open.length === 0 && /\S/.test(source) ? typographicPiece(source) : source;
    if (kind !== 'tag') return source;
    enter(open, source);
    return ampersands(source);
  };
  return changePieces(text, change, { shortCodes: true });
};
