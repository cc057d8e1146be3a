/** A text in pieces; each call starts at its beginning. */
export type Source = () => AsyncIterable<string> | Iterable<string>;

/** The file is missing or invalid. */
export class UnreadableFileError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableFileError';
  }
}

/** The limit of characters of a file that are held at once: those of a line, an entry, an item. */
const MAX_LINE_LENGTH = 64 * 1024 * 1024;

/**
 * Checks the limit of held characters.
 * @param what the name of the long part, with its start
 * @throws UnreadableFileError above the limit
 */
export const requireHeld = (characters: number, what: string): void => {
  if (characters > MAX_LINE_LENGTH)
    throw new UnreadableFileError(
      `${what} is longer than ${MAX_LINE_LENGTH / 1024 / 1024} MiB, which is not read. Is the file whole?`,
    );
};

const END = /\r\n|\n|\r/;

/** Yields the lines of a text without their ends and without a byte order mark. */
export async function* linesOf(source: Source): AsyncGenerator<string> {
  let rest = '';
  let carried = '';
  let isFirst = true;
  let count = 1;
  for await (const piece of source()) {
    const text = carried + (isFirst && piece.startsWith('\uFEFF') ? piece.slice(1) : piece);
    if (piece !== '') isFirst = false;
    // A carriage return at the end of a piece may be the first half of a line end.
    carried = text.endsWith('\r') ? '\r' : '';
    const [first = '', ...lines] = text.slice(0, text.length - carried.length).split(END);
    // Splits only the new text, so that the start of a long line is not read again with each piece.
    lines.unshift(rest + first);
    rest = lines.pop() ?? '';
    count += lines.length;
    requireHeld(rest.length, `Line ${count}`);
    yield* lines;
  }
  yield* (rest + carried).split(END);
}

/** Copies a text that is kept. A text cut from a longer one would keep all of that in memory. */
export const apart = (text: string): string => Buffer.from(text).toString();
