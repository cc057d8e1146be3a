import { htmlPieces } from './htmlPieces.ts';

const NOSED: Readonly<Record<string, string>> = {
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
  ...NOSED,
  ...Object.fromEntries(Object.entries(NOSED).map(([face, glyph]) => [`${face[0]}-${face[1]}`, glyph])),
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

/** Typed faces become glyphs where they stand between white space or edges (docs/interface/texts.md §1). */
export const faceGlyphs = (html: string): string => {
  if (!/[:;8]/.test(html)) return html;
  let inside: string | undefined;
  let result = '';
  for (const { kind, source } of htmlPieces(html)) {
    const isText = kind === 'text' && inside === undefined;
    result += isText ? source.replace(PATTERN, (face) => FACES[face] as string) : source;
    if (kind !== 'tag') continue;
    if (inside === undefined) inside = VERBATIM.exec(source)?.[1]?.toLowerCase();
    else if (source.toLowerCase().startsWith(`</${inside}>`)) inside = undefined;
  }
  return result;
};
