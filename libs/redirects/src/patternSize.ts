/**
 * Matches one piece of a pattern: literal text, category, escape, class, quantifier, beginning of a group, or any sign.
 */
const PIECE =
  /\\Q(?:[^\\]|\\(?!E))*(?:\\E|$)|\\p(?:\{[^}]*\}|.)|\\x\{[^}]*\}|\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|\[(?!:\^?\w+:\])|[^\]\\[])*\]|\{(\d{1,4})(?:,(\d{0,4}))?\}|\((?:\?(?:P?<\w+>|[a-z-]*:))?|./gisu;
const CATEGORY = /\\p/gi;
const RANGE = /(\\x\{[0-9a-f]+\}|[^\\])-(\\x\{[0-9a-f]+\}|[^\\\]])/giu;

/** Steps of one category, and code points of a range per step; both follow the time to compile them. */
const CATEGORY_STEPS = 100;
const RANGE_STEP = 300;
/** Higher code points have no case. */
const LAST_WITH_CASE = 0x1_e943;

const codePoint = (text: string): number =>
  Math.min(LAST_WITH_CASE, text.startsWith('\\') ? Number.parseInt(text.slice(3), 16) : (text.codePointAt(0) ?? 0));

/** Returns the steps of the tables of a class or category, which a quantifier does not repeat. */
const tableSteps = (piece: string): number => {
  const categories = piece.match(CATEGORY)?.length ?? 0;
  const ranges = piece.startsWith('[') ? [...piece.matchAll(RANGE)] : [];
  const width = ranges.reduce((sum, [, from = '', to = '']) => sum + codePoint(to) - codePoint(from), 0);
  return CATEGORY_STEPS * categories + Math.max(0, width) / RANGE_STEP;
};

/** Estimates the steps of a compiled pattern from its text. Compiling a short pattern of many steps takes a second. */
export const patternSize = (source: string): number => {
  /** The steps of an open group before its last piece, and those of the last piece, which a quantifier repeats. */
  let group = { before: 0, last: 0 };
  const outer: (typeof group)[] = [];
  let tables = 0;
  const add = (steps: number): void => {
    group.before += group.last;
    group.last = steps;
  };
  const close = (): void => {
    const enclosing = outer.pop();
    if (enclosing === undefined) return;
    const closed = group;
    group = enclosing;
    add(2 + closed.before + closed.last);
  };
  for (const [piece, least, most] of source.matchAll(PIECE)) {
    if (piece.startsWith('(')) {
      outer.push(group);
      group = { before: 0, last: 0 };
    } else if (piece === ')') close();
    else if (least !== undefined) group.last *= Math.max(1, Number(least), Number(most ?? 0));
    else if (piece.startsWith('\\Q')) add(piece.length);
    else {
      add(1);
      tables += tableSteps(piece);
    }
  }
  return [...outer, group].reduce((sum, { before, last }) => sum + before + last, tables);
};
