import { errorCodes, redirectCodes } from '@almanac/redirects/cleaning';
import { actionTypes, queryModes } from '@almanac/redirects/schemas';
import { CsvError, type Parser, parse } from 'csv-parse';
import type { Rule } from '../rules/rule.ts';
import { hasTarget } from '../rules/targets.ts';
import { CSV_COLUMNS, type CsvColumn, readHeading } from './csvHeading.ts';
import type { CountedRules } from './exportedRules.ts';
import { linesOf, MAX_LINE_CHARACTERS } from './fileLines.ts';
import { type FileRule, type ParsedLine, transferMessages } from './parsed.ts';
import { type FileBytes, piecesOf } from './receivedFile.ts';
import { writtenSource } from './ruleSource.ts';

// docs/interface/redirection.md §12.2

const SEPARATORS = [',', ';', '|', '\t'] as const;
const HEADER = CSV_COLUMNS.join(',');
const UNKNOWN = '/unknown';
const PATTERN_SIGNS = /[()[\]$^*]/;

/** Matches the line with which spreadsheets name the separator. */
const NAMED_SEPARATOR = /^sep=(.)$/;

/** Returns the separator that the first line names, or that cuts it into the most fields. */
const separatorOf = async (file: FileBytes): Promise<string> => {
  let first = '';
  for await (first of linesOf(file)) if (first.trim() !== '') break;
  const named = NAMED_SEPARATOR.exec(first)?.[1];
  if (named !== undefined) return named;
  const unquoted = first.replaceAll(/"(?:[^"]|"")*"/g, '');
  const counts = SEPARATORS.map((separator) => unquoted.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
};

interface Row {
  readonly record: readonly string[];
  readonly line: number;
}

/** Parses a CSV file piece by piece. Returns the rows of each piece at once, including those before a fault. */
class RowReader {
  readonly #parser: Parser;
  #rows: Row[] = [];

  constructor(delimiter: string) {
    this.#parser = parse({
      bom: true,
      delimiter,
      max_record_size: MAX_LINE_CHARACTERS,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      on_record: (record: string[], { lines }) => {
        if (lines > 1 || !NAMED_SEPARATOR.test(record.join(delimiter))) this.#rows.push({ record, line: lines });
        return null;
      },
    });
    // `write` and `end` report faults to their callbacks.
    this.#parser.on('error', () => undefined).resume();
  }

  /** @param piece undefined for the end of the file */
  async read(piece?: Buffer): Promise<{ readonly rows: readonly Row[]; readonly isReadable: boolean }> {
    this.#rows = [];
    const fault = await new Promise<Error | null | undefined>((resolve) => {
      if (piece === undefined) this.#parser.end(resolve);
      else this.#parser.write(piece, resolve);
    });
    if (fault && !(fault instanceof CsvError)) throw fault;
    return { rows: this.#rows, isReadable: !fault };
  }
}

async function* withEnd(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer | undefined> {
  yield* pieces;
  yield undefined;
}

/** Yields the rules of a CSV file, line by line. Stops at a row that exceeds the length limit of a line. */
export async function* readCsv(file: FileBytes): AsyncGenerator<ParsedLine> {
  const separator = await separatorOf(file);
  const reader = new RowReader(separator);
  let columns: Columns | undefined;
  let last = 0;
  for await (const piece of withEnd(piecesOf(file))) {
    const { rows, isReadable } = await reader.read(piece);
    for (const { record, line } of rows) {
      last = line;
      if (isBlank(record)) continue;
      const isFirst = columns === undefined;
      const heading = isFirst ? readHeading(record) : undefined;
      columns ??= heading ?? inOrder;
      if (heading !== undefined) continue;
      const parsed = lineOf(record, line, columns);
      if (parsed !== undefined) yield parsed;
    }
    if (isReadable) continue;
    yield { line: last + 1, reason: transferMessages.unreadable };
    return;
  }
}

/** Reads a row with the names of its columns; undefined if they name no source and target. */
export const readRow = (names: readonly string[], record: readonly string[], line: number): ParsedLine | undefined => {
  const columns = readHeading(names);
  return columns && lineOf(record, line, columns);
};

type Columns = ReadonlyMap<CsvColumn, number>;

/** The columns of a file without heading. */
const inOrder: Columns = new Map(CSV_COLUMNS.map((column, at) => [column, at]));

const isBlank = (record: readonly string[]): boolean => record.every((cell) => cell.trim() === '');

/** Reads one line; undefined for a repeated heading. */
const lineOf = (record: readonly string[], line: number, columns: Columns): ParsedLine | undefined => {
  const cell = (column: CsvColumn): string => withoutEscape((record[columns.get(column) ?? -1] ?? '').trim());
  const [source, target] = [cell('source'), cell('target')];
  if (source.toLowerCase() === 'source' || target.toLowerCase() === 'target') return undefined;
  if (record.length < 2 || source === '') return { line, reason: transferMessages.fields };
  if (source === target) return { line, reason: transferMessages.itself };
  const isPattern = regexOf(cell('regex'), source);
  if (isPattern === undefined) return { line, reason: transferMessages.pattern };
  if (!isPattern && source.includes('#')) return { line, reason: transferMessages.fragment };
  const rule = ruleOf(cell, isPattern);
  return rule.action === 'url' && target === '' ? { line, reason: transferMessages.fields } : { line, rule };
};

const TRUE = /^(?:1|true|yes|y|regexp?)$/i;
/** The brackets of parameters that occur several times: `a[]=1&b[0]=2`. */
const LIST_BRACKETS = /\[\w*\](?==)/g;
/** Comparisons of other programs that redirects do not have. */
const FOREIGN_COMPARISON = /^(?:contains|start|end|wildcard)/i;

/** True if the cell, or else the source, makes a pattern; undefined for a comparison that redirects do not have. */
const regexOf = (cell: string, source: string): boolean | undefined => {
  if (FOREIGN_COMPARISON.test(cell)) return undefined;
  if (CODE.test(cell)) return regexOf('', source);
  if (TRUE.test(cell)) return true;
  const [path = '', ...query] = source.split('?');
  return cell === '' && PATTERN_SIGNS.test(path + query.join().replaceAll(LIST_BRACKETS, ''));
};

/** A status in the column after the target, where files without heading have it. */
const CODE = /^[34]\d\d$/;

const isNumber = (text: string): boolean => /^\d+$/.test(text);

const CODE_WORDS: ReadonlyMap<string, string> = new Map([
  ['permanent', '301'],
  ['temporary', '302'],
  ['gone', '410'],
]);

/** Returns the status that a cell names: `301`, `301 Moved Permanently`, `permanent`; undefined for another text. */
const codeIn = (cell: string): string | undefined =>
  CODE_WORDS.get(cell.toLowerCase()) ?? /^(\d{3})(?!\S)/.exec(cell)?.[1] ?? (isNumber(cell) ? cell : undefined);

const ruleOf = (cell: (column: CsvColumn) => string, regex: boolean): FileRule => {
  const [type, status, hits] = [cell('type'), cell('status'), cell('hits')];
  // other programs call the status of the answer its type or status
  const code =
    [cell('code'), type, status, CODE.test(cell('regex')) ? cell('regex') : '']
      .map(codeIn)
      .find((each) => each !== undefined) ?? '';
  const isError = errorCodes.includes(Number(code)) && Number(code) > 400 && Number(code) < 500;
  const action = actionTypes.find((known) => known === type) ?? (isError ? 'error' : 'url');
  return {
    url: regex ? cell('source').replace(/^\^(?=\w)/, '^/') : cell('source'),
    action,
    title: cell('title'),
    enabled: !/^(?:0|disabled|inactive|no|n|off|false)$/i.test(status),
    hits: isNumber(hits) ? hits : undefined,
    regex,
    code: [...redirectCodes, ...errorCodes].includes(Number(code)) ? code : undefined,
    ...(hasTarget(action) && { target: rootedTarget(cell('target')) }),
    flags: flagsOf(cell('flags')),
  };
};

/** Programs that write sources without a slash write targets so too: `new-page`, but not `77` or `example.com/a`. */
const rootedTarget = (target: string): string =>
  /^(?!\d+$)[\w-]+(?:\/|\?|$|\.html?$|\.php$)/.test(target) ? `/${target}` : target;

const flagsOf = (text: string): FileRule['flags'] => {
  const words = text.split(' ');
  const query = queryModes.find((mode) => mode === words[0]);
  return query && { query, ignoreCase: words.includes('case'), trailing: words.includes('trailing') };
};

/** Beginnings that make a spreadsheet execute a cell, perhaps already escaped. */
const FORMULA = /^'*[=+\-@\t\r\n]/;

/** Returns a quoted cell. An apostrophe before a formula keeps spreadsheets from executing it. */
const quoted = (text: string): string => `"${FORMULA.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;

/** Returns the text of a cell from `quoted`. */
const withoutEscape = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);

const targetOf = ({ match, action_type: action, action_code: code }: Rule): string => {
  if (code > 400 && code < 500) return '';
  const { url = UNKNOWN } = match.type === 'url' || match.type === 'page' ? match : {};
  return hasTarget(action) ? url : UNKNOWN;
};

const flagsText = ({ flags }: Rule): string =>
  [flags.flag_query, ...(flags.flag_case ? ['case'] : []), ...(flags.flag_trailing ? ['trailing'] : [])].join(' ');

const csvLines = ({ rules, hits }: CountedRules): string =>
  rules
    .map((rule) =>
      [
        quoted(writtenSource(rule.url, rule.flags.flag_regex)),
        quoted(targetOf(rule)),
        Number(rule.flags.flag_regex),
        rule.action_code,
        quoted(rule.action_type),
        hits(rule.id).hits,
        quoted(rule.title),
        quoted(rule.enabled ? 'active' : 'disabled'),
        quoted(flagsText(rule)),
      ].join(','),
    )
    .join('\n');

/** Yields rules as a CSV file, in parts. */
export async function* csvFile(parts: AsyncIterable<CountedRules>): AsyncGenerator<string> {
  yield `${HEADER}\n`;
  for await (const part of parts) yield `${csvLines(part)}\n`;
}
