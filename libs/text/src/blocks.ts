/** A block of a text, or text outside blocks (name `freeform`). */
export interface Block {
  readonly name: string;
  /** Text and inner blocks, in order. */
  readonly parts: (string | Block)[];
}

/** Markers name Almanac (`core:`) or the system from which content was imported (`wp:`); both mean the same. */
const MARKER = /^\s+(\/?)(?:core|wp):([a-z][\w-]*(?:\/[a-z][\w-]*)?)(?:\s+(\{.*\}))?\s*(\/?)$/s;

interface Marker {
  readonly kind: 'opening' | 'closing' | 'empty';
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const markerOf = (comment: string, start: number): Marker | undefined => {
  const match = MARKER.exec(comment.slice(4, -3));
  if (match === null) return undefined;
  const kind = match[1] === '/' ? 'closing' : match[4] === '/' ? 'empty' : 'opening';
  return { kind, name: match[2] ?? '', start, end: start + comment.length };
};

/** Yields the markers of blocks in a text, in order. */
export function* blockMarkers(text: string): Generator<Marker> {
  for (let start = text.indexOf('<!--'); start !== -1; ) {
    const end = text.indexOf('-->', start + 4);
    if (end === -1) return;
    const marker = markerOf(text.slice(start, end + 3), start);
    if (marker !== undefined) yield marker;
    start = text.indexOf('<!--', end);
  }
}

/**
 * True if a text consists of blocks: it contains `<!-- core:` or `<!-- wp:` with one blank (docs/interface/texts.md §6,
 * `block_version`).
 */
export const hasBlocks = (text: string): boolean => text.includes('<!-- core:') || text.includes('<!-- wp:');

/**
 * Removes the block markers of a text; the text around and between them stays, including other comments
 * (docs/interface/texts.md §6).
 */
export const withoutMarkers = (text: string): string => {
  let result = '';
  let done = 0;
  for (const { start, end } of blockMarkers(text)) {
    result += text.slice(done, start);
    done = end;
  }
  return result + text.slice(done);
};

/** Returns the names of a text's blocks, each once, in the order of their beginnings. */
export const blockNames = (text: string): string[] => [
  ...new Set(
    blockMarkers(text)
      .filter(({ kind }) => kind !== 'closing')
      .map(({ name }) => name),
  ),
];

const addText = (block: Block, text: string): void => {
  if (text !== '') block.parts.push(text);
};

/** Parses the blocks of a text into a `freeform` root. Open blocks end with the text; unmatched ends are ignored. */
export const parseBlocks = (text: string): Block => {
  const root: Block = { name: 'freeform', parts: [] };
  const open: Block[] = [root];
  const innermost = (): Block => open.at(-1) ?? root;
  let done = 0;
  for (const { kind, name, start, end } of blockMarkers(text)) {
    addText(innermost(), text.slice(done, start));
    done = end;
    if (kind === 'closing') {
      if (open.length > 1) open.pop();
      continue;
    }
    const block: Block = { name, parts: [] };
    innermost().parts.push(block);
    if (kind === 'opening') open.push(block);
  }
  addText(innermost(), text.slice(done));
  return root;
};
