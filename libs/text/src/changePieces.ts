import { SHORT_CODE_NAMES } from './shortCodeNames.ts';

/** The kinds of pieces of a text with tags. Tags run from `<` to `>`, unclosed ones to the end, and so do comments. */
export type PieceKind = 'text' | 'tag' | 'comment' | 'shortCode';

const SHORT_CODE = new RegExp(
  `\\[[/[]?(?:${SHORT_CODE_NAMES.join('|')})(?![\\w-])(?:[^[\\]<>]|<[^[\\]<>]*>)*\\]\\]?`,
  'y',
);

const endOfTag = (text: string, at: number): number => {
  const [closing, from] = text.startsWith('<!--', at)
    ? ['-->', at + 4]
    : text.startsWith('<![CDATA[', at)
      ? [']]>', at + 9]
      : ['>', at + 1];
  const end = text.indexOf(closing, from);
  return end === -1 ? text.length : end + closing.length;
};

const endOfShortCode = (text: string, at: number): number => {
  SHORT_CODE.lastIndex = at;
  return SHORT_CODE.test(text) ? SHORT_CODE.lastIndex : at;
};

const TAGS = /</g;
const TAGS_AND_SHORT_CODES = new RegExp(`<|\\[(?=[/[]?(?:${SHORT_CODE_NAMES.join('|')})(?![\\w-]))`, 'g');

interface PieceOptions {
  /** True if known short codes are pieces of their own, else they are text. Default false. */
  readonly shortCodes?: boolean;
}

/** Splits a text at its tags and comments, and changes its pieces one after another. */
export const changePieces = (
  text: string,
  change: (source: string, kind: PieceKind) => string,
  { shortCodes = false }: PieceOptions = {},
): string => {
  let result = '';
  let kept = 0;
  const put = (start: number, end: number, kind: PieceKind): void => {
    const source = text.slice(start, end);
    const changed = change(source, kind);
    if (changed === source) return;
    result += text.slice(kept, start) + changed;
    kept = end;
  };
  let done = 0;
  const next = shortCodes ? TAGS_AND_SHORT_CODES : TAGS;
  next.lastIndex = 0;
  while (next.test(text)) {
    const start = next.lastIndex - 1;
    const isCode = text[start] === '[';
    const end = isCode ? endOfShortCode(text, start) : endOfTag(text, start);
    if (end === start) continue;
    if (start > done) put(done, start, 'text');
    put(start, end, isCode ? 'shortCode' : text.startsWith('<!--', start) ? 'comment' : 'tag');
    done = end;
    next.lastIndex = done;
  }
  if (done < text.length) put(done, text.length, 'text');
  return result + text.slice(kept);
};
