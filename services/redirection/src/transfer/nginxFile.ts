import { addressRules, PATTERN_REASONS, type ServerRedirect, type TargetPart } from './addressRules.ts';
import { HostNames } from './hostNames.ts';
import { nginxStatements, type Statement } from './nginxStatements.ts';
import { type FileCondition, type FileRule, type ParsedLine, type ParsedProblem, transferMessages } from './parsed.ts';
import { literal, literalOf, type QueryMode, type RuleSource, stripAnchors } from './ruleSource.ts';
import { EVERY_PATH, pathPattern, type ServerPattern, serverPattern } from './serverPattern.ts';
import { Starts } from './starts.ts';

// docs/interface/redirection.md §12.4

type Problem = Omit<ParsedProblem, 'line'>;
type Reading = readonly FileRule[] | Problem | undefined;

const problem = (reason: string): Problem => ({ reason });

const NGINX = /^(?:server\s*(?:\{|$)|rewrite\s.*;|location\s.*\{|return\s[^;]*;|if\s*\(\s*\$|map\s+\$)/;

/** True if a line of a file belongs to nginx rather than to Apache. */
export const isNginx = async (lines: AsyncIterable<string>): Promise<boolean> => {
  for await (const line of lines) if (NGINX.test(line.trimStart())) return true;
  return false;
};

/**
 * Yields the rules of an nginx configuration. Comments and other directives are skipped. nginx reads the rules of a
 * server before it chooses a location, so these come first.
 */
export async function* readNginx(lines: () => AsyncIterable<string>): AsyncGenerator<ParsedLine> {
  const hosts = await hostsOf(nginxStatements(lines()));
  yield* serverRules(nginxStatements(lines()), hosts);
  yield* locationRules(nginxStatements(lines()), hosts);
}

function* linesOf(line: number, read: Reading, { hosts, host }: InHost): Generator<ParsedLine> {
  if (read === undefined) return;
  const limited = 'reason' in read ? read : hosts.limit(host, read);
  if ('reason' in limited) yield { line, ...limited };
  else for (const rule of limited) yield { line, rule };
}

/** The host of a rule, known by the line of its `server`. */
interface InHost {
  readonly hosts: HostNames;
  readonly host: number | undefined;
}

const hostsOf = async (statements: AsyncIterable<Statement>): Promise<HostNames> => {
  const hosts = new HostNames();
  const blocks = new OpenBlocks();
  for await (const statement of statements) {
    blocks.read(statement);
    const [name, ...names] = statement.words;
    if (blocks.host !== undefined) hosts.add(blocks.host, name === 'server_name' ? names : []);
  }
  return hosts;
};

/** Blocks whose directives apply to the whole site. */
const TRANSPARENT: ReadonlySet<string> = new Set(['http', 'server']);

/** The blocks around a statement. */
class OpenBlocks {
  readonly #blocks: { readonly begin: Statement; readonly host: number | undefined; readonly isForSite: boolean }[] =
    [];
  readonly ifs: Statement[] = [];

  read(statement: Statement): void {
    const [name = ''] = statement.words;
    if (statement.kind === 'end') {
      if (this.#blocks.pop()?.begin.words[0] === 'if') this.ifs.pop();
    } else if (statement.kind === 'begin') {
      const isForSite = this.isForSite && (TRANSPARENT.has(name) || name === 'if');
      this.#blocks.push({ begin: statement, host: name === 'server' ? statement.line : this.host, isForSite });
      if (name === 'if') this.ifs.push(statement);
    }
  }

  /** True if directives apply to the whole site, perhaps on a condition. */
  get isForSite(): boolean {
    return this.#blocks.at(-1)?.isForSite ?? true;
  }

  /** The line of the `server` around the statement. */
  get host(): number | undefined {
    return this.#blocks.at(-1)?.host;
  }
}

/** Yields the rules outside of locations. */
async function* serverRules(statements: AsyncIterable<Statement>, hosts: HostNames): AsyncGenerator<ParsedLine> {
  const blocks = new OpenBlocks();
  for await (const statement of statements) {
    const { kind, line, words } = statement;
    blocks.read(statement);
    if (statement.isTooLong) yield { line, reason: transferMessages.tooLong };
    else if (kind === 'begin' && words[0] === 'map') yield { line, reason: transferMessages.section };
    else if (kind === 'directive' && blocks.isForSite)
      yield* linesOf(line, directiveRules(statement, blocks.ifs), { hosts, host: blocks.host });
  }
}

const isRule = ({ words: [name] }: Statement): boolean => name === 'return' || name === 'rewrite';

/** A location with its rules. */
interface Location {
  readonly line: number;
  /** The line of the `server` around it. */
  readonly host: number | undefined;
  readonly sign: '' | '=' | '^~' | '~' | '~*';
  readonly path: string;
  readonly rules: LocationRule[];
}

interface LocationRule {
  readonly line: number;
  readonly read: Reading;
  readonly starts: readonly string[];
}

/** Yields the rules of locations in the order in which nginx chooses them. */
async function* locationRules(statements: AsyncIterable<Statement>, hosts: HostNames): AsyncGenerator<ParsedLine> {
  const byHost = new Map<number | undefined, Location[]>();
  for await (const location of locationsOf(statements)) {
    const { host } = location;
    const isExact = location.sign === '=' && location.rules.length > 0;
    const locations = byHost.get(host) ?? [];
    byHost.set(host, locations);
    if (isExact) for (const { line, read } of location.rules) yield* linesOf(line, read, { hosts, host });
    else locations.push(location);
  }
  for (const [host, locations] of byHost) {
    const others = otherLocations(locations);
    for (const location of inOrder(locations))
      for (const rule of location.rules)
        yield* linesOf(rule.line, exceptOthers(location, rule, others), { hosts, host });
  }
}

const inOrder = (locations: readonly Location[]): Location[] => {
  const byLength = (one: Location, other: Location): number => other.path.length - one.path.length;
  const of = (...signs: Location['sign'][]) => locations.filter(({ sign }) => signs.includes(sign));
  return [...of('^~').sort(byLength), ...of('~', '~*'), ...of('').sort(byLength)];
};

const isPattern = ({ sign }: Location): boolean => sign === '~' || sign === '~*';

/** The locations that nginx may choose before another one. Patterns without a rule are for files. */
interface OtherLocations {
  /** Locations without a rule. */
  readonly empty: Starts;
  /** Locations without a rule that come before patterns. */
  readonly firm: Starts;
  /** Locations that come after patterns. */
  readonly weak: Starts;
}

const otherLocations = (locations: readonly Location[]): OtherLocations => {
  const of = (isIn: (location: Location) => boolean): Starts =>
    new Starts(
      locations
        .filter((location) => !isPattern(location) && isIn(location))
        .map(({ path, line }) => ({ text: path, line })),
    );
  return {
    empty: of(({ rules }) => rules.length === 0),
    firm: of(({ rules, sign }) => rules.length === 0 && sign !== ''),
    weak: of(({ sign }) => sign === ''),
  };
};

/** Refuses a rule if another location takes some of its addresses. */
const exceptOthers = (location: Location, { read, starts }: LocationRule, others: OtherLocations): Reading => {
  if (read === undefined || 'reason' in read) return read;
  const { length } = location.path;
  const lineFor = (start: string): number | undefined => {
    if (isPattern(location)) return others.firm.lineFor(start);
    return (
      others.empty.lineFor(start, length) ?? (location.sign === '^~' ? others.weak.lineFor(start, length) : undefined)
    );
  };
  for (const start of starts) {
    const other = lineFor(start);
    if (other !== undefined) return { reason: transferMessages.excluded, params: { other } };
  }
  return read;
};

/** Yields the locations of a file. A location within another one belongs to it, and its rules are refused. */
async function* locationsOf(statements: AsyncIterable<Statement>): AsyncGenerator<Location> {
  const around = new OpenBlocks();
  /** The blocks from a location on. */
  const blocks: Statement[] = [];
  let location: Location | undefined;
  for await (const statement of statements) {
    const isOutside = blocks.length === 0;
    if (isOutside && !beginsLocation(statement)) around.read(statement);
    else if (statement.kind === 'begin') {
      if (isOutside) location = locationOf(statement, around.host);
      blocks.push(statement);
    } else if (statement.kind === 'end') {
      blocks.pop();
      if (blocks.length > 0 || location === undefined) continue;
      yield location;
      location = undefined;
    } else if (isRule(statement)) addRules(location, statement, blocks);
  }
  if (location !== undefined) yield unclosed(location);
}

const addRules = (location: Location | undefined, statement: Statement, blocks: readonly Statement[]): void => {
  // two blocks tell as much as more
  location?.rules.push(...rulesIn(location, statement, blocks.slice(1, 3)));
};

/** Refuses the rules of a location that the file does not close. */
const unclosed = (location: Location): Location => ({
  ...location,
  rules: location.rules.map((rule) => ({ ...rule, read: problem(transferMessages.unreadable) })),
});

const beginsLocation = ({ kind, words: [name] }: Statement): boolean => kind === 'begin' && name === 'location';

const isSign = (word: string): word is Location['sign'] => ['=', '^~', '~', '~*'].includes(word);

const locationOf = (
  { line, words: [, first = '', second] }: Statement,
  host: number | undefined,
): Location | undefined => {
  if (second !== undefined) return isSign(first) ? { line, host, sign: first, path: second, rules: [] } : undefined;
  const [, sign = '', path = ''] = /^(=|\^~|~\*?)?([\s\S]*)$/.exec(first) ?? [];
  if (path.startsWith('@') || (sign !== '' && !isSign(sign))) return undefined;
  return { line, host, sign: isSign(sign) ? sign : '', path, rules: [] };
};

const rulesIn = (location: Location, statement: Statement, blocks: readonly Statement[]): LocationRule[] => {
  const { line, words } = statement;
  const pattern = patternOf(location);
  const starts = typeof pattern === 'string' ? [] : pattern.starts;
  const refused = (reason: string): LocationRule[] => [{ line, read: problem(reason), starts }];
  if (blocks.some(({ words: [name] }) => name !== 'if')) return refused(transferMessages.section);
  if (typeof pattern === 'string') return refused(PATTERN_REASONS[pattern]);
  const on = { pattern, ignoreCase: location.sign === '~*' || hasCase(location.path) };
  if (isForLocation(location, statement) && blocks.length === 0)
    return [{ line, read: rewriteRules(words, on), starts }];
  if (words[0] === 'rewrite' || blocks.length > 0) return rewritesIn(location, statement, blocks);
  const read = returnRules(words, on);
  return read === undefined ? [] : [{ line, read, starts }];
};

/** True for a `rewrite` of all paths of its location: its pattern matches every path, or is that of the location. */
const isForLocation = (location: Location, { words: [name, own = '', target = ''] }: Statement): boolean => {
  if (name !== 'rewrite') return false;
  if (isPattern(location) && own === location.path) return location.sign === '~';
  // the pattern of a rewrite replaces the groups of that of its location
  return EVERY_PATH.test(own) && !/\$\d/.test(target);
};

/** Reads a rule with a pattern or condition of its own. Its addresses have to be addresses of the location. */
const rewritesIn = (location: Location, statement: Statement, blocks: readonly Statement[]): LocationRule[] => {
  const { line, words } = statement;
  const own = words[0] === 'rewrite' ? serverPattern(withoutCase(words[1] ?? ''), 'path') : undefined;
  const starts = typeof own === 'object' ? own.starts : ['/'];
  const isForAll = location.path === '/' && location.sign === '';
  const isInside = !isPattern(location) && starts.every((start) => start.startsWith(location.path));
  if (!isForAll && (blocks.length > 0 || !isInside))
    return [{ line, read: problem(transferMessages.conditions), starts }];
  return [{ line, read: directiveRules(statement, blocks), starts }];
};

const hasCase = (pattern: string): boolean => pattern.startsWith('(?i)');
const withoutCase = (pattern: string): string => pattern.replace(/^\(\?i\)/, '');

const patternOf = (location: Location): ReturnType<typeof serverPattern> => {
  const { path, sign } = location;
  if (isPattern(location)) return serverPattern(withoutCase(path), 'path');
  if (/%(?!25)[0-9a-f]{2}/i.test(path)) return 'encoded';
  if (sign === '=') return pathPattern(path);
  return { text: `${literal(path)}[^?]*`, groups: 0, names: new Map(), starts: [path] };
};

/** Returns the rules of a `return` or `rewrite` outside of locations. */
const directiveRules = (statement: Statement, ifs: readonly Statement[]): Reading => {
  const { words } = statement;
  if (!isRule(statement)) return undefined;
  const [outer, ...inner] = ifs;
  if (inner.length > 0) return problem(transferMessages.conditions);
  if (outer !== undefined) return conditionalRules(words, conditionOf(outer.words));
  return words[0] === 'rewrite' ? rewriteRules(words) : returnRules(words, { pattern: allPaths, ignoreCase: false });
};

const allPaths: ServerPattern = { text: '/[^?]*', groups: 0, names: new Map(), starts: ['/'] };

/** A comparison in an `if`. */
interface Comparison {
  readonly variable: string;
  readonly sign: string;
  readonly value: string;
}

const conditionOf = (words: readonly string[]): Comparison | undefined => {
  const text = words.slice(1).filter((word) => word !== '(' && word !== ')');
  if (text.length !== 3) return undefined;
  const [variable = '', sign = '', value = ''] = text;
  const isClosed = words.at(-1) === ')';
  return { variable: variable.replace(/^\(/, ''), sign, value: isClosed ? value : value.replace(/\)$/, '') };
};

const conditionalRules = (words: readonly string[], condition: Comparison | undefined): Reading => {
  if (condition === undefined) return problem(transferMessages.conditions);
  if (words[0] === 'return' && ADDRESSES.has(condition.variable)) return addressReturn(words, condition);
  const known = fileCondition(condition);
  if (known === undefined) return problem(transferMessages.conditions);
  return words[0] === 'rewrite'
    ? rewriteRules(words, { condition: known })
    : returnRules(words, { pattern: allPaths, ignoreCase: false, condition: known });
};

const ADDRESSES: ReadonlySet<string> = new Set(['$uri', '$document_uri', '$request_uri']);

/** Returns the rules of a `return` for an address that an `if` compares. */
const addressReturn = (words: readonly string[], { variable, sign, value }: Comparison): Reading => {
  const isPath = variable !== '$request_uri';
  if (sign === '=')
    return isPath
      ? returnRules(words, { pattern: pathPattern(value), ignoreCase: false })
      : addressReturn(words, { variable, sign: '~', value: `^${literal(value)}$` });
  if (sign !== '~' && sign !== '~*') return problem(transferMessages.conditions);
  const ignoreCase = sign === '~*' || hasCase(value);
  const plain = isPath ? undefined : plainAddress(words, value, ignoreCase);
  if (plain !== undefined) return plain;
  const pattern = serverPattern(withoutCase(value), isPath ? 'path' : 'address');
  return typeof pattern === 'string' ? problem(PATTERN_REASONS[pattern]) : returnRules(words, { pattern, ignoreCase });
};

const fileCondition = ({ variable, sign, value }: Comparison): FileCondition | undefined => {
  const isNegated = sign.startsWith('!');
  const regex = sign.replace('!', '') === '~*';
  if (!regex && sign !== '=' && sign !== '!=') return undefined;
  const made = (type: FileCondition['type'], data: FileCondition['data']): FileCondition => ({ type, data, isNegated });
  if (variable === '$http_user_agent') return made('agent', { agent: value, regex });
  if (variable === '$http_referer') return made('referrer', { referrer: value, regex });
  if (regex) return undefined;
  if (variable === '$host' || variable === '$http_host') return made('server', { server: value });
  return variable === '$remote_addr' ? made('ip', { ip: [value] }) : undefined;
};

type Pattern = Pick<ServerRedirect, 'pattern' | 'ignoreCase' | 'condition'>;

const rules = (redirect: ServerRedirect): Reading => {
  const made = addressRules(redirect);
  return typeof made === 'string' ? problem(made) : made;
};

/** The answer of a `return`: an error, or a redirect with its target. */
const answerOf = ([, first = '', second]: readonly string[]):
  | { readonly code: number; readonly target?: string }
  | undefined => {
  if (!/^\d{3}$/.test(first)) return { code: 302, target: first };
  const code = Number(first);
  if (code < 300 || code === 444) return undefined;
  return code < 400 && second !== undefined ? { code, target: second } : { code };
};

const returnRules = (words: readonly string[], on: Pattern): Reading => {
  if (words.length > 3) return problem(transferMessages.unreadable);
  const answer = answerOf(words);
  if (answer === undefined) return undefined;
  const { code, target } = answer;
  if (code >= 400) return rules({ ...on, action: 'error', code, target: [], query: 'drop' });
  const parts = target === undefined ? undefined : targetParts(target, on.pattern);
  if (parts === undefined)
    return problem(target === undefined ? transferMessages.unreadable : transferMessages.variable);
  return rules({ ...on, action: 'url', code, target: parts, query: 'drop' });
};

const SCRIPT = /\.(?:php\d?|phtml|cgi|fcgi|pl|py|aspx?|jsp|do)(?:[/?]|$)/i;

const REWRITE_FLAGS: ReadonlySet<string> = new Set(['last', 'break', 'redirect', 'permanent']);

/** @param on the condition, or the pattern if it is another than that of the rule */
const rewriteRules = ([, ...words]: readonly string[], on: Partial<Pattern> = {}): Reading => {
  const [sent, replacement, flag = 'last'] = words;
  if (sent === undefined || replacement === undefined || words.length > 3 || !REWRITE_FLAGS.has(flag))
    return problem(transferMessages.unreadable);
  const pattern = on.pattern ?? serverPattern(withoutCase(sent), 'path');
  if (typeof pattern === 'string') return problem(PATTERN_REASONS[pattern]);
  const isDropped = replacement.endsWith('?');
  const target = targetParts(isDropped ? replacement.slice(0, -1) : replacement, pattern);
  if (target === undefined) return problem(transferMessages.variable);
  const isRedirect = flag === 'permanent' || flag === 'redirect' || /^https?:\/\//.test(replacement);
  if (!isRedirect && SCRIPT.test(replacement)) return problem(transferMessages.script);
  return rules({
    ignoreCase: hasCase(sent),
    ...on,
    pattern,
    action: isRedirect ? 'url' : 'pass',
    code: flag === 'permanent' ? 301 : 302,
    target,
    query: isDropped ? 'drop' : replacement.includes('?') ? 'add' : 'keep',
  });
};

const QUERY: TargetPart = { visited: 'query' };
const PATH: TargetPart = { visited: 'path' };

const VARIABLES: ReadonlyMap<string, readonly TargetPart[]> = new Map([
  ['request_uri', [PATH, QUERY]],
  ['uri', [PATH]],
  ['document_uri', [PATH]],
  ['is_args$args', [QUERY]],
  ['is_args$query_string', [QUERY]],
  ['args', [QUERY]],
  ['query_string', [QUERY]],
]);

const REFERENCE = /\?\$(args|query_string)$|\$(is_args\$args|is_args\$query_string|[1-9]|\w+)|\$\{(\w+)\}/g;

/** Reads a target; undefined if it names a variable that rules do not have. */
const targetParts = (text: string, { names }: ServerPattern): TargetPart[] | undefined => {
  const parts: TargetPart[] = [];
  let end = 0;
  for (const match of text.matchAll(REFERENCE)) {
    const [whole, query, bare, braced] = match;
    const name = query ?? bare ?? braced ?? '';
    const group = /^[1-9]$/.test(name) ? Number(name) : names.get(name);
    const isWhole = query !== undefined || (name !== 'args' && name !== 'query_string');
    const known = group === undefined ? (isWhole ? VARIABLES.get(name) : undefined) : [{ group }];
    if (known === undefined) return undefined;
    parts.push(text.slice(end, match.index), ...known);
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== '');
};

const ANY_QUERY = '(?:\\?.*)?';
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

/** Returns the rule of a pattern that matches one address; undefined for other patterns and for variables. */
const plainAddress = (words: readonly string[], pattern: string, ignoreCase: boolean): Reading => {
  const answer = answerOf(words);
  if (answer === undefined) return undefined;
  const { target = '', code } = answer;
  const passes = target.endsWith('$is_args$args');
  const source = sourceOf(pattern, ignoreCase, passes ? 'pass' : 'ignore');
  const to = target.replace('$is_args$args', '');
  if (source === undefined || to.includes('$') || (passes && source.flags.query !== 'pass')) return undefined;
  const { url, flags } = source;
  const rule = { url, regex: false, code: String(code), enabled: true, flags };
  return [code >= 400 ? { ...rule, action: 'error' } : { ...rule, action: 'url', target: to }];
};

/** @param otherwise the query mode if the pattern allows every query */
const sourceOf = (pattern: string, ignoreCase: boolean, otherwise: QueryMode): RuleSource | undefined => {
  const isOpen = pattern.endsWith(`${ANY_QUERY}$`);
  const bounds = stripAnchors(isOpen ? `${pattern.slice(0, -ANY_QUERY.length - 1)}$` : pattern);
  const listed = bounds === undefined ? undefined : withFirstOrder(bounds.inner);
  const url = bounds === undefined ? undefined : literalOf(listed ?? bounds.inner);
  if (url === undefined || bounds === undefined || !url.startsWith('/')) return undefined;
  const query = isOpen ? otherwise : url.includes('&') && listed === undefined ? 'exactorder' : 'exact';
  return { url, regex: false, flags: { query, ignoreCase, trailing: bounds.trailing } };
};
