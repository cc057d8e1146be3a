import { changePieces, type PieceKind } from './changePieces.ts';

const FACES_WITH_NOSES: Readonly<Record<string, string>> = {
  ':)': '🙂',
  ':(': '🙁',
  ';)': '😉',
  ':D': '😀',
  ':P': '😛',
  ':|': '😐',
  ':x': '😡',
  ':o': '😮',
  '8O': '😯',
  ':?': '😕',
};

const FACES: Readonly<Record<string, string>> = {
  ...FACES_WITH_NOSES,
  ...Object.fromEntries(Object.entries(FACES_WITH_NOSES).map(([face, glyph]) => [`${face[0]}-${face[1]}`, glyph])),
  '8-)': '😎',
  ':!:': '❗',
  ':?:': '❓',
  ':arrow:': '➡',
  ':idea:': '💡',
  ':cool:': '😎',
  ':cry:': '😥',
  ':eek:': '😮',
  ':evil:': '👿',
  ':grin:': '😀',
  ':lol:': '😆',
  ':mad:': '😡',
  ':neutral:': '😐',
  ':oops:': '😳',
  ':razz:': '😛',
  ':roll:': '🙄',
  ':sad:': '🙁',
  ':shock:': '😯',
  ':smile:': '🙂',
  ':twisted:': '😈',
  ':wink:': '😉',
  ':???:': '😕',
};

const SPACE = '[\\r\\n\\t \\u00a0]|&nbsp;';
const escaped = Object.keys(FACES)
  .sort((one, other) => other.length - one.length)
  .map((face) => face.replace(/[()|?]/g, '\\$&'));
const PATTERN = new RegExp(`(?<=^|${SPACE})(?:${escaped.join('|')})(?=$|${SPACE})`, 'g');

const VERBATIM = /^<(code|pre|style|script|textarea)(?=[\s>])/i;

/** Replaces typed faces by glyphs between white space or edges (docs/interface/texts.md §1). */
export const faceGlyphs = (html: string): string => {
  if (!/[:;8]/.test(html)) return html;
  let inside: string | undefined;
  const change = (source: string, kind: PieceKind): string => {
    if (kind === 'text' && inside === undefined) return source.replace(PATTERN, (face) => FACES[face] ?? face);
    if (kind !== 'tag') return source;
    if (inside === undefined) inside = VERBATIM.exec(source)?.[1]?.toLowerCase();
    else if (source.toLowerCase().startsWith(`</${inside}>`)) inside = undefined;
    return source;
  };
  return changePieces(html, change);
};
