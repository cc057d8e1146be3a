import { isObject } from '@almanac/rest';
import { readRow } from './csvFile.ts';
import { type ParsedLine, transferMessages } from './parsed.ts';

type Members = Readonly<Record<string, unknown>>;

/** Signs by which sources of web hosts name parts of an address: `/blog/:slug`. */
const TEMPLATE_SIGNS = /[:(*]/;

/**
 * Returns the rules of an entry of another program's JSON file, which names its members as the headings of CSV files do:
 * `{"from": "/a", "to": "/b", "code": 301}`. Returns undefined for an entry of this program, or one without such names.
 */
export const foreignLines = (entry: Members, line: number): ParsedLine[] | undefined => {
  if ('action_type' in entry || 'match_type' in entry) return undefined;
  const { sources, permanent, ...members } = entry;
  if (Array.isArray(sources) && sources.length === 0) return [{ line, reason: transferMessages.record }];
  if (Array.isArray(sources)) return sources.flatMap((source) => linesOf({ ...members, ...sourceOf(source) }, line));
  if (typeof permanent !== 'boolean') return asLines(rowOf(members, line));
  if (TEMPLATE_SIGNS.test(String(members.source))) return [{ line, reason: transferMessages.pattern }];
  return asLines(rowOf({ ...members, code: permanent ? '308' : '307' }, line));
};

const asLines = (parsed: ParsedLine | undefined): ParsedLine[] | undefined => parsed && [parsed];

const linesOf = (members: Members, line: number): ParsedLine[] => [
  rowOf(members, line) ?? { line, reason: transferMessages.record },
];

/** Returns the source of an entry with several: a pattern, and the way in which addresses are compared with it. */
const sourceOf = (source: unknown): Members => {
  const { pattern, comparison } = isObject(source) ? source : {};
  return { source: pattern, regex: comparison === 'exact' ? '0' : comparison };
};

/** Reads the members that are texts, numbers or booleans as a row of a CSV file with their names as its heading. */
const rowOf = (members: Members, line: number): ParsedLine | undefined => {
  const cells = Object.entries(members).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  return readRow(
    cells.map(([name]) => name),
    cells.map(([, value]) => String(value)),
    line,
  );
};
