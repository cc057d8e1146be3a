import { SHORT_CODE_NAMES } from './shortCodeNames.ts';

/** A stretch of text with tags in it. Tags run from `<` to `>`, unclosed ones to the end, as comments do. */
export interface HtmlPiece {
  readonly kind: 'text' | 'tag' | 'comment' | 'shortCode';
  readonly source: string;
}

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
  const end = text.indexOf(closing as string, from as number);
  return end === -1 ? text.length : end + (closing as string).length;
};

const endOfShortCode = (text: string, at: number): number => {
  SHORT_CODE.lastIndex = at;
  return SHORT_CODE.test(text) ? SHORT_CODE.lastIndex : at;
};

const TAGS = /</g;
const TAGS_AND_SHORT_CODES = new RegExp(`<|\\[(?=[/[]?(?:${SHORT_CODE_NAMES.join('|')})(?![\\w-]))`, 'g');

const pieceAt = (text: string, at: number): HtmlPiece | undefined => {
  if (text[at] === '[') {
    const end = endOfShortCode(text, at);
    return end === at ? undefined : { kind: 'shortCode', source: text.slice(at, end) };
  }
  const kind = text.startsWith('<!--', at) ? 'comment' : 'tag';
  return { kind, source: text.slice(at, endOfTag(text, at)) };
};

/** Cuts text at its tags and comments, and where asked at its known short codes. The pieces make up the text. */
export const htmlPieces = (text: string, { shortCodes = false } = {}): HtmlPiece[] => {
  const pieces: HtmlPiece[] = [];
  let start = 0;
  const next = shortCodes ? TAGS_AND_SHORT_CODES : TAGS;
  next.lastIndex = 0;
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const piece = pieceAt(text, match.index);
    if (piece === undefined) continue;
    if (match.index > start) pieces.push({ kind: 'text', source: text.slice(start, match.index) });
    pieces.push(piece);
    start = match.index + piece.source.length;
    next.lastIndex = start;
  }
  if (start < text.length) pieces.push({ kind: 'text', source: text.slice(start) });
  return pieces;
};
