import { isTooLong, MAX_LINE_CHARACTERS } from './fileLines.ts';

/** A directive of an Apache configuration. */
export interface Directive {
  /** The line on which it begins. */
  readonly line: number;
  /** In lower case; `<ifmodule` and `</ifmodule` for the ends of a section. */
  readonly name: string;
  readonly args: readonly string[];
  /** True if the directive is longer than a line may be. */
  readonly isTooLong: boolean;
}

const WORD = /^(?:"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|((?:[^\s\\]|\\[\s\S])+))\s*/;

/** Splits the arguments of a directive. A word in quotes may contain blanks; flags in brackets are one word. */
const wordsOf = (text: string): string[] => {
  const words: string[] = [];
  for (let rest = text.trim(); rest !== ''; ) {
    const [whole = rest, double, single, bare] =
      rest.startsWith('[') && words.length > 1 ? [rest] : (WORD.exec(rest) ?? []);
    const quoted = double?.replaceAll('\\"', '"') ?? single?.replaceAll("\\'", "'");
    words.push(quoted ?? bare?.replaceAll('\\ ', ' ') ?? whole.trim());
    rest = rest.slice(whole.length);
  }
  return words;
};

/** Yields the directives of an Apache configuration. A backslash at the end of a line continues it. */
export async function* apacheDirectives(lines: AsyncIterable<string>): AsyncGenerator<Directive> {
  let [line, first, text] = [0, 1, ''];
  let isCut = false;
  for await (const part of lines) {
    line++;
    if (text === '') first = line;
    const isContinued = /(?<!\\)\\$/.test(part);
    text += isContinued ? part.slice(0, -1) : part;
    isCut ||= isTooLong(text);
    text = text.slice(0, MAX_LINE_CHARACTERS);
    if (isContinued) continue;
    const [, name = '', args = ''] = /^\s*(<\/?\w+|\w+)([\s\S]*)$/.exec(text) ?? [];
    const isSection = name.startsWith('<');
    if (name !== '')
      yield {
        line: first,
        name: name.toLowerCase(),
        args: wordsOf(isSection ? args.replace(/>\s*$/, '') : args),
        isTooLong: isCut,
      };
    [text, isCut] = ['', false];
  }
}
