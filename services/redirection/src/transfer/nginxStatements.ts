import { isTooLong } from './fileLines.ts';

/** A statement of an nginx configuration: a directive, or the begin or end of a block. */
export interface Statement {
  /** The line on which it begins. */
  readonly line: number;
  readonly kind: 'directive' | 'begin' | 'end';
  /** The name and its arguments, without quotes. */
  readonly words: readonly string[];
  /** True for a line above the limit, which is not read. */
  readonly isTooLong: boolean;
}

const KINDS: ReadonlyMap<string, Statement['kind']> = new Map([
  [';', 'directive'],
  ['{', 'begin'],
  ['}', 'end'],
]);

const TOKEN =
  /(?<blank>\s+)|(?<comment>#.*)|"(?<double>(?:[^"\\]|\\.)*)"|'(?<single>(?:[^'\\]|\\.)*)'|(?<mark>[;{}])|(?<bare>(?:[^\s;{}"'\\$]|(?<=[^\s;{}])["'#]|\\.|\$\{\w*\}|\$)+)|(?<other>.)/gs;

const wordOf = ({ double, single, bare, other }: Readonly<Record<string, string | undefined>>): string | undefined =>
  double?.replaceAll('\\"', '"') ?? single?.replaceAll("\\'", "'") ?? bare ?? other;

/** The limit of words in one statement; the rest is dropped. */
const MAX_WORDS = 1_000;

/** Yields the statements of an nginx configuration. A quoted word ends with its line. */
export async function* nginxStatements(lines: AsyncIterable<string>): AsyncGenerator<Statement> {
  let [line, first] = [0, 1];
  let words: string[] = [];
  for await (const text of lines) {
    line++;
    if (isTooLong(text)) {
      yield { line, kind: 'directive', words: [], isTooLong: true };
      continue;
    }
    for (const { groups = {} } of text.matchAll(TOKEN)) {
      const kind = KINDS.get(groups.mark ?? '');
      const word = wordOf(groups);
      if (words.length === 0) first = line;
      if (word !== undefined && words.length < MAX_WORDS) words.push(word);
      if (kind === undefined) continue;
      yield { line: first, kind, words, isTooLong: false };
      words = [];
    }
  }
}
