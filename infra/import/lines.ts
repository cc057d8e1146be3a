/** A text in pieces, from its beginning each time. */
export type Source = () => AsyncIterable<string> | Iterable<string>;

const END = /\r\n|\n|\r/;
/** At the end of a piece a carriage return may be the first half of an end. */
const END_WITHIN = /\r\n|\n|\r(?!$)/;

/** The lines of a text, without their ends and a mark of its bytes' order. */
export async function* linesOf(source: Source): AsyncGenerator<string> {
  let rest = '';
  let isFirst = true;
  for await (const piece of source()) {
    const text = isFirst && piece.startsWith('\uFEFF') ? piece.slice(1) : piece;
    if (text !== '') isFirst = false;
    const lines = (rest + text).split(END_WITHIN);
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield* rest.split(END);
}
