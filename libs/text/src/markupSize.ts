import { Parser } from 'htmlparser2';
import { blockMarkers } from './blocks.ts';
import { shortCodeRanges } from './shortCodes.ts';

/** The size of a text's markup: blocks, known short codes and elements. */
export interface MarkupSize {
  /** Maximum nesting. */
  readonly depth: number;
  /** Number of parts. */
  readonly count: number;
}

/** The grammars beside that of elements, and the maximum number of parts that are counted. */
export interface MarkupSizeOptions {
  readonly blocks: boolean;
  readonly shortCodes: boolean;
  readonly most: number;
}

/** A part of the text opens (1) or closes (-1) at an index. */
interface Step {
  readonly at: number;
  readonly by: 1 | -1;
}

/**
 * Counts the blocks, short codes and elements of a text, and their nesting. Open ones end where browsers end them.
 * The count stops at one more than `most`.
 */
export const markupSize = (text: string, { blocks, shortCodes, most }: MarkupSizeOptions): MarkupSize => {
  const steps = [
    ...elementSteps(text, most),
    ...(blocks ? blockSteps(text, most) : []),
    ...(shortCodes ? shortCodeSteps(text, most) : []),
  ].sort((one, other) => one.at - other.at || one.by - other.by);
  let depth = 0;
  let deepest = 0;
  for (const { by } of steps) {
    depth += by;
    deepest = Math.max(deepest, depth);
  }
  return { depth: deepest, count: steps.filter(({ by }) => by === 1).length };
};

/** Nesting beyond which the rest of the text is not parsed: far deeper than people nest elements. */
const MAX_READ_DEPTH = 500;

const elementSteps = (text: string, most: number): Step[] => {
  const steps: Step[] = [];
  let open = 0;
  let count = 0;
  const parser = new Parser({
    onopentag: () => {
      steps.push({ at: parser.startIndex, by: 1 });
      open += 1;
      count += 1;
      if (count > most || open > MAX_READ_DEPTH) parser.pause();
    },
    onclosetag: () => {
      open -= 1;
      const { startIndex: at } = parser;
      const last = steps.at(-1);
      // an element without content, such as an image, is closed by the tag that opened it
      steps.push({ at: last?.by === 1 && last.at === at ? at + 1 : at, by: -1 });
    },
  });
  parser.write(text);
  parser.reset();
  return steps;
};

const blockSteps = (text: string, most: number): Step[] => {
  const steps: Step[] = [];
  let count = 0;
  let open = 0;
  for (const { kind, start, end } of blockMarkers(text)) {
    if (kind === 'closing' && open === 0) continue;
    if (kind !== 'closing') {
      steps.push({ at: start, by: 1 });
      count += 1;
    }
    if (kind !== 'opening') steps.push({ at: end, by: -1 });
    open += kind === 'opening' ? 1 : kind === 'closing' ? -1 : 0;
    if (count > most) break;
  }
  return steps;
};

const shortCodeSteps = (text: string, most: number): Step[] => {
  const steps: Step[] = [];
  for (const { start, end } of shortCodeRanges(text)) {
    steps.push({ at: start, by: 1 }, { at: end, by: -1 });
    if (steps.length > 2 * most) break;
  }
  return steps;
};
