import { isTooLong } from './fileLines.ts';
import { type ParsedLine, serverRule, transferMessages } from './parsed.ts';
import { literalOf, type QueryMode, type RuleSource, stripAnchors } from './ruleSource.ts';

// docs/interface/redirection.md §12.4

const WORD = '("(?:[^"\\\\]|\\\\.)*"|[^\\s;{}]+)';
const REWRITE = new RegExp(`^rewrite\\s+${WORD}\\s+${WORD}\\s*(?:(permanent|redirect|last|break)\\s*)?;`, 'i');
const RETURN_IF = new RegExp(
  `^if\\s*\\(\\s*\\$request_uri\\s+(~\\*?)\\s*${WORD}\\s*\\)\\s*\\{\\s*return\\s+(\\d{3})(?:\\s+${WORD})?\\s*;`,
);
const LOCATION = new RegExp(`^location\\s+=\\s+${WORD}\\s*\\{\\s*return\\s+(\\d{3})(?:\\s+${WORD})?\\s*;`);
const ANY_QUERY = '(?:\\?.*)?';

const unquoted = (word = ''): string =>
  word.startsWith('"') && word.endsWith('"') ? word.slice(1, -1).replaceAll('\\"', '"') : word;

const NGINX = /^(?:server\s*(?:\{|$)|rewrite\s.*;|location\s.*\{)/;

/** True if a line of a file belongs to nginx rather than to Apache. */
export const isNginx = async (lines: AsyncIterable<string>): Promise<boolean> => {
  for await (const line of lines) if (NGINX.test(line.trimStart())) return true;
  return false;
};

/** The lines of a block: a location with its answer and its end. */
const BLOCK_LINES = 3;

/** Yields every line with the lines that follow it in a block. */
async function* blocksOf(lines: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let block: string[] = [];
  for await (const line of lines) {
    block.push(line);
    if (block.length < BLOCK_LINES) continue;
    yield block;
    block = block.slice(1);
  }
  for (; block.length > 0; block = block.slice(1)) yield block;
}

/** Yields the rules of an nginx configuration, each on its own line. Comments and other directives are skipped. */
export async function* readNginx(lines: AsyncIterable<string>): AsyncGenerator<ParsedLine> {
  let line = 0;
  for await (const block of blocksOf(lines)) {
    line++;
    const [directive = '', ...next] = block.map((each) => each.trim());
    if (isTooLong(block[0] ?? '')) yield { line, reason: transferMessages.tooLong };
    else {
      const parsed = readDirective(directive, [directive, ...next].join(' '), line);
      if (parsed !== undefined) yield parsed;
    }
  }
}

const readDirective = (directive: string, block: string, line: number): ParsedLine | undefined => {
  if (/^rewrite\s/.test(directive)) return rewriteOf(directive, line);
  if (/^location\s+=/.test(directive)) {
    const [, path, code, target] = LOCATION.exec(block) ?? [];
    if (path === undefined) return undefined;
    const flags: RuleSource['flags'] = { query: 'ignore', ignoreCase: false, trailing: false };
    return { line, rule: serverRule({ url: unquoted(path), regex: false, flags }, unquoted(target), Number(code)) };
  }
  if (!/^if\s*\(\s*\$request_uri/.test(directive)) return undefined;
  const [, sign, pattern, code, target] = RETURN_IF.exec(block) ?? [];
  if (pattern === undefined) return { line, reason: transferMessages.unreadable };
  const passes = unquoted(target).endsWith('$is_args$args');
  const source = sourceOf(unquoted(pattern), sign === '~*', passes ? 'pass' : 'ignore');
  return { line, rule: serverRule(source, unquoted(target).replace('$is_args$args', ''), Number(code)) };
};

const rewriteOf = (directive: string, line: number): ParsedLine => {
  const [, sent, target, kind = 'redirect'] = REWRITE.exec(directive) ?? [];
  if (sent === undefined || target === undefined) return { line, reason: transferMessages.unreadable };
  const pattern = unquoted(sent);
  const ignoreCase = pattern.startsWith('(?i)');
  const to = unquoted(target);
  const source = sourceOf(pattern.replace('(?i)', ''), ignoreCase, to.endsWith('?') ? 'ignore' : 'pass', true);
  return { line, rule: serverRule(source, to.replace(/\?$/, ''), kind === 'permanent' ? 301 : 302) };
};

const ORDERS = '\\?(?:';

/**
 * Returns a pattern that lists orders of its parameters with the first order only: `/a\?(?:x&y|y&x)` becomes `/a\?x&y`.
 */
const withFirstOrder = (pattern: string): string | undefined => {
  const start = pattern.lastIndexOf(ORDERS, pattern.lastIndexOf('|'));
  const end = pattern.indexOf('|', start);
  if (start === -1 || end === -1 || !pattern.endsWith(')')) return undefined;
  return `${pattern.slice(0, start)}\\?${pattern.slice(start + ORDERS.length, end)}`;
};

/** @param otherwise the query mode if the pattern does not determine it */
const sourceOf = (pattern: string, ignoreCase: boolean, otherwise: QueryMode, pathAlone = false): RuleSource => {
  const open = pattern.endsWith(`${ANY_QUERY}$`);
  const bounds = stripAnchors(open ? `${pattern.slice(0, -ANY_QUERY.length - 1)}$` : pattern);
  const listed = bounds === undefined ? undefined : withFirstOrder(bounds.inner);
  const url = bounds === undefined ? undefined : literalOf(listed ?? bounds.inner);
  if (url === undefined || bounds === undefined) {
    return { url: pattern, regex: true, flags: { query: 'exact', ignoreCase, trailing: false } };
  }
  const query = open || pathAlone ? otherwise : url.includes('&') && listed === undefined ? 'exactorder' : 'exact';
  return {
    url: url.startsWith('/') ? url : `/${url}`,
    regex: false,
    flags: { query, ignoreCase, trailing: bounds.trailing },
  };
};
