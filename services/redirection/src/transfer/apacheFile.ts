import { isTooLong } from './fileLines.ts';
import { type ParsedLine, serverRule, transferMessages } from './parsed.ts';
import { literalOf, type QueryMode, type RuleSource, stripAnchors } from './ruleSource.ts';

// docs/interface/redirection.md §12.3

const WORD = '("(?:[^"\\\\]|\\\\.)*"|\\S+)';
const REWRITE = new RegExp(`^RewriteRule\\s+${WORD}\\s+${WORD}(?:\\s+\\[([^\\]]*)\\])?\\s*$`, 'i');
const QUERY = new RegExp(`^RewriteCond\\s+%\\{QUERY_STRING\\}\\s+${WORD}\\s*$`, 'i');
const MATCH = new RegExp(
  `^RedirectMatch\\s+(?:(\\d{3}|permanent|temp|seeother|gone)\\s+)?${WORD}(?:\\s+${WORD})?\\s*$`,
  'i',
);
const REDIRECT = new RegExp(
  `^Redirect\\s+(?:(\\d{3}|permanent|temp|seeother|gone)\\s+)?${WORD}(?:\\s+${WORD})?\\s*$`,
  'i',
);

const CODES: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({ permanent: 301, temp: 302, seeother: 303, gone: 410, g: 410, f: 403 }),
);

const unquoted = (word: string): string =>
  word.startsWith('"') && word.endsWith('"') && word.length > 1 ? word.slice(1, -1).replaceAll('\\"', '"') : word;

const codeOf = (word: string | undefined, otherwise: number): number =>
  CODES.get(word?.toLowerCase() ?? '') ?? (/^\d{3}$/.test(word ?? '') ? Number(word) : otherwise);

/** Returns the status that flags name: `R=301`, `301`, `G`, `F`; a plain `R` is 302. */
const codeOfFlags = (flags: readonly string[]): number => {
  const known = flags.map((flag) => flag.replace(/^R(?:edirect)?=/i, ''));
  return known.map((flag) => codeOf(flag, 0)).find((code) => code > 0) ?? 302;
};

/** The query conditions before a rule; `others` is true if there were other conditions, or too many. */
interface Conditions {
  readonly queries: readonly string[];
  readonly others: boolean;
}

const NO_CONDITIONS: Conditions = { queries: [], others: false };
const MAX_QUERIES = 20;

/** Yields the rules of an Apache configuration, line by line. Comments and other directives are skipped. */
export async function* readApache(lines: AsyncIterable<string>): AsyncGenerator<ParsedLine> {
  let conditions = NO_CONDITIONS;
  let line = 0;
  for await (const raw of lines) {
    line++;
    if (isTooLong(raw)) {
      yield { line, reason: transferMessages.tooLong };
      continue;
    }
    const directive = raw.trim();
    if (/^RewriteCond\b/i.test(directive)) {
      conditions = withCondition(conditions, directive);
      continue;
    }
    const parsed = readDirective(directive, conditions, line);
    if (parsed !== undefined) yield parsed;
    if (/^RewriteRule\b/i.test(directive)) conditions = NO_CONDITIONS;
  }
}

const withCondition = ({ queries, others }: Conditions, directive: string): Conditions => {
  const query = QUERY.exec(directive)?.[1];
  const isTaken = query !== undefined && queries.length < MAX_QUERIES;
  return isTaken ? { queries: [...queries, unquoted(query)], others } : { queries, others: true };
};

const readDirective = (directive: string, conditions: Conditions, line: number): ParsedLine | undefined => {
  if (/^RewriteRule\b/i.test(directive)) return rewriteOf(directive, conditions, line);
  if (/^RedirectMatch\b/i.test(directive)) {
    const [, code, source, target] = MATCH.exec(directive) ?? [];
    return redirectOf({ code, source, target, regex: true }, line);
  }
  if (!/^Redirect\b/i.test(directive)) return undefined;
  const [, code, source, target] = REDIRECT.exec(directive) ?? [];
  return redirectOf({ code, source, target, regex: false }, line);
};

const plainFlags: RuleSource['flags'] = { query: 'exact', ignoreCase: false, trailing: false };

interface Redirect {
  readonly code: string | undefined;
  readonly source: string | undefined;
  readonly target: string | undefined;
  readonly regex: boolean;
}

const redirectOf = ({ code, source, target, regex }: Redirect, line: number): ParsedLine => {
  const status = codeOf(code, 302);
  if (source === undefined || (target === undefined && status < 400))
    return { line, reason: transferMessages.unreadable };
  const from = { url: unquoted(source), regex, flags: plainFlags };
  return { line, rule: serverRule(from, unquoted(target ?? ''), status) };
};

const rewriteOf = (directive: string, { queries, others }: Conditions, line: number): ParsedLine => {
  const [, pattern, target, flagText = ''] = REWRITE.exec(directive) ?? [];
  if (pattern === undefined || target === undefined) return { line, reason: transferMessages.unreadable };
  const flags = flagText.split(',').map((flag) => flag.trim());
  const source = others ? undefined : sourceOf(unquoted(pattern), queries, flags);
  if (source === undefined) return { line, reason: transferMessages.conditions };
  return { line, rule: serverRule(source, unquoted(target), codeOfFlags(flags)) };
};

const sourceOf = (pattern: string, queries: readonly string[], flags: readonly string[]): RuleSource | undefined => {
  const has = (name: string): boolean => flags.some((flag) => flag.toUpperCase() === name);
  const query = queryOf(queries, has);
  if (query === undefined) return undefined;
  const ignoreCase = has('NC');
  const bounds =
    stripAnchors(pattern.startsWith('^') ? pattern : `^${pattern}`) ??
    stripAnchors(`^${pattern.replace(/^\^|\$$/g, '')}$`);
  const path = bounds === undefined ? undefined : literalOf(bounds.inner.replaceAll('\\s', ' '));
  if (path !== undefined && bounds !== undefined) {
    const url = `/${path.replace(/^\//, '')}${query.text}`;
    return { url, regex: false, flags: { query: query.mode, ignoreCase, trailing: bounds.trailing } };
  }
  if (query.text !== '') return undefined;
  const bare = pattern
    .replaceAll('\\/', '/')
    .replace(/^\^?\/?/, '')
    .replace(/\.\*\$$/, '.*');
  return { url: `^/${bare}`, regex: true, flags: { query: 'exact', ignoreCase, trailing: false } };
};

interface QuerySource {
  readonly mode: QueryMode;
  readonly text: string;
}

type HasFlag = (flag: string) => boolean;

/** Returns the query mode and the query of the source; undefined for a condition without an equivalent. */
const queryOf = (queries: readonly string[], has: HasFlag): QuerySource | undefined => {
  const open = has('QSA') ? 'pass' : 'ignore';
  if (queries.length === 0) return { mode: has('QSA') || has('QSD') ? open : 'exact', text: '' };
  if (queries.length === 1 && queries[0] === '^$') return { mode: 'exact', text: '' };
  return (queries.length === 1 && wholeQuery(queries[0] ?? '')) || parametersOf(queries, open);
};

/** Reads a condition on the whole query: its parameters in one order, or in any of the listed orders. */
const wholeQuery = (query: string): QuerySource | undefined => {
  const inner = stripAnchors(query)?.inner;
  if (inner === undefined) return undefined;
  const alternatives = /^\(\?:(.*)\)$/.exec(inner)?.[1]?.split('|') ?? [inner];
  const text = literalOf(alternatives[0] ?? '');
  const inOrder = alternatives.length === 1 && text?.includes('&');
  return text === undefined ? undefined : { mode: inOrder ? 'exactorder' : 'exact', text: `?${text}` };
};

/** Reads conditions on single parameters; the query may have other parameters too. */
const parametersOf = (queries: readonly string[], mode: QueryMode): QuerySource | undefined => {
  const parameters = queries.map((query) => literalOf(/^\(\?:\^\|&\)(.*)\(\?:&\|\$\)$/.exec(query)?.[1] ?? '('));
  return parameters.includes(undefined) ? undefined : { mode, text: `?${parameters.join('&')}` };
};
