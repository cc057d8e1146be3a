import { SHORT_CODE_NAMES, type ShortCodeName } from './shortCodeNames.ts';
import { type TagAttribute, tagAttributes } from './tagAttributes.ts';

/** A known short code in a text. */
export interface ShortCode {
  readonly name: ShortCodeName;
  readonly attributes: readonly TagAttribute[];
  /** The text between its tags; undefined for one without end tag. */
  readonly content: string | undefined;
  /** True if written `[[name]]`, for display instead of execution. */
  readonly isEscaped: boolean;
  readonly start: number;
  readonly end: number;
}

const OPENING = new RegExp(`\\[(\\[?)(${SHORT_CODE_NAMES.join('|')})(?![\\w-])`, 'y');

/** Returns a search in a text that caches its finds: with growing indexes it reads the text once. */
const nextIn = (text: string): ((wanted: string, from: number) => number) => {
  const found = new Map<string, number>();
  return (wanted, from) => {
    const known = found.get(wanted);
    if (known === -1 || (known !== undefined && known >= from)) return known;
    const place = text.indexOf(wanted, from);
    found.set(wanted, place);
    return place;
  };
};

/** Returns a parser of a text's short codes at growing indexes. */
const shortCodesOf = (text: string): ((at: number) => ShortCode | undefined) => {
  const next = nextIn(text);
  return (at) => {
    OPENING.lastIndex = at;
    const [opening = '', extra, named] = OPENING.exec(text) ?? [];
    const name = SHORT_CODE_NAMES.find((each) => each === named);
    if (name === undefined) return undefined;
    const bracket = next(']', at);
    if (bracket === -1) return undefined;
    const source = text.slice(at + opening.length, bracket);
    const close = source.endsWith('/') ? -1 : next(`[/${name}]`, bracket);
    const content = close === -1 ? undefined : text.slice(bracket + 1, close);
    const end = close === -1 ? bracket + 1 : close + `[/${name}]`.length;
    const isEscaped = extra === '[' && text[end] === ']';
    const [start, last] = extra === '[' && !isEscaped ? [at + 1, end] : [at, isEscaped ? end + 1 : end];
    return { name, attributes: tagAttributes(source), content, isEscaped, start, end: last };
  };
};

const CANDIDATE = new RegExp(`\\[(?=\\[?(?:${SHORT_CODE_NAMES.join('|')})(?![\\w-]))|<(?=[A-Za-z/!])`, 'g');

/** Replaces the known short codes outside tags; escaped ones lose a pair of brackets. */
export const replaceShortCodes = (text: string, replacement: (code: ShortCode) => string): string => {
  if (!text.includes('[')) return text;
  const codeAt = shortCodesOf(text);
  const next = nextIn(text);
  const candidates = new RegExp(CANDIDATE);
  let result = '';
  let done = 0;
  for (let match = candidates.exec(text); match !== null; match = candidates.exec(text)) {
    const code = match[0] === '[' ? codeAt(match.index) : undefined;
    if (code !== undefined) {
      const shown = code.isEscaped ? text.slice(code.start + 1, code.end - 1) : replacement(code);
      result += text.slice(done, code.start) + shown;
      done = code.end;
    }
    const tagEnd = match[0] === '<' ? next('>', match.index) : -1;
    candidates.lastIndex = Math.max(candidates.lastIndex, done, tagEnd);
  }
  return result + text.slice(done);
};

const ANY_OPENING = new RegExp(`\\[(${SHORT_CODE_NAMES.join('|')})(?![\\w-])`, 'g');

/** Yields the ranges of a text's known short codes, including nested ones. */
export function* shortCodeRanges(text: string): Generator<{ readonly start: number; readonly end: number }> {
  const next = nextIn(text);
  const taken = new Map<string, number>();
  for (const { index: start, 1: name = '' } of text.matchAll(ANY_OPENING)) {
    const bracket = next(']', start);
    if (bracket === -1) return;
    const closing = `[/${name}]`;
    const close = next(closing, bracket);
    // the end tag belongs to the first one: codes within it have none
    const isOwn = close !== -1 && taken.get(name) !== close;
    taken.set(name, close);
    yield { start, end: isOwn ? close + closing.length : bracket + 1 };
  }
}

const SPACE = /(?:[\t-\r \u00a0]|&nbsp;)*/y;

const afterSpace = (text: string, at: number): number => {
  SPACE.lastIndex = at;
  SPACE.test(text);
  return Math.max(at, SPACE.lastIndex);
};

/** Removes `<p>` and `</p>` around a short code that stands alone (docs/interface/texts.md §4, step 7). */
export const unwrapShortCodes = (html: string): string => {
  if (!html.includes('[')) return html;
  const codeAt = shortCodesOf(html);
  let result = '';
  let done = 0;
  for (const { index } of html.matchAll(/<p>/g)) {
    const start = afterSpace(html, index + 3);
    const code = index < done || html[start] !== '[' ? undefined : codeAt(start);
    if (code === undefined || code.isEscaped || code.start !== start) continue;
    const end = afterSpace(html, code.end);
    if (!html.startsWith('</p>', end)) continue;
    result += html.slice(done, index) + html.slice(start, code.end);
    done = end + 4;
  }
  return result + html.slice(done);
};
