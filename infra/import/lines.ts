import { type Source, UnreadableFileError } from './textFile.ts';

/** So many characters of a file are held at once, and no more: those of a line, an entry, an item. */
const MOST_HELD = 64 * 1024 * 1024;

/** Refuses to hold more of a file. @param what that is so long, with where it begins */
export const requireHeld = (characters: number, what: string): void => {
  if (characters > MOST_HELD)
    throw new UnreadableFileError(
      `${what} is longer than ${MOST_HELD / 1024 / 1024} MiB, which is not read. Is the file whole?`,
    );
};

const END = /\r\n|\n|\r/;

/** The lines of a text, without their ends and a mark of its bytes' order. */
export async function* linesOf(source: Source): AsyncGenerator<string> {
  let rest = '';
  let carried = '';
  let isFirst = true;
  let count = 1;
  for await (const piece of source()) {
    const text = carried + (isFirst && piece.startsWith('\uFEFF') ? piece.slice(1) : piece);
    if (piece !== '') isFirst = false;
    // a carriage return at the end of a piece may be the first half of an end
    carried = text.endsWith('\r') ? '\r' : '';
    const [first = '', ...lines] = text.slice(0, text.length - carried.length).split(END);
    // what a line has so far is not read again with each piece
    lines.unshift(rest + first);
    rest = lines.pop() ?? '';
    count += lines.length;
    requireHeld(rest.length, `Line ${count}`);
    yield* lines;
  }
  yield* (rest + carried).split(END);
}

/** A text that is kept: one that was cut from a longer one would keep all of that in memory. */
export const apart = (text: string): string => Buffer.from(text).toString();
