import { RuleSet } from '@almanac/redirects';
import { addressRules, PATTERN_REASONS, type ServerRedirect, type TargetPart } from './addressRules.ts';
import {
  alternativesOf,
  type ConditionArgs,
  pathCondition,
  type RuleConditions,
  readConditions,
} from './apacheConditions.ts';
import { apacheDirectives, type Directive } from './apacheDirectives.ts';
import { HostNames } from './hostNames.ts';
import { type FileRule, type ParsedLine, type ParsedProblem, transferMessages } from './parsed.ts';
import {
  EVERY_PATH,
  type PatternSubject,
  pathPattern,
  prefixPattern,
  type ServerPattern,
  serverPattern,
} from './serverPattern.ts';
import { Starts } from './starts.ts';

// docs/interface/redirection.md §12.3

type Problem = Omit<ParsedProblem, 'line'>;
/** The rules of a directive, or the reason why it has none; undefined for a directive that redirects nothing. */
type Reading = readonly FileRule[] | Problem | undefined;

const problem = (reason: string): Problem => ({ reason });

/**
 * Yields the rules of an Apache configuration. Comments and other directives are skipped. Apache applies `mod_rewrite`
 * first, so its rules come first.
 * @param name the name of the file
 */
export async function* readApache(lines: () => AsyncIterable<string>, name = ''): AsyncGenerator<ParsedLine> {
  const hosts = await hostsOf(lines());
  for (const module of ['rewrite', 'alias'] as const) {
    const reader = new ApacheReader(module, name.toLowerCase().endsWith('htaccess'));
    for await (const directive of apacheDirectives(lines())) {
      const { line } = directive;
      const read = reader.read(directive);
      if (read === undefined) continue;
      const limited = 'reason' in read ? read : hosts.limit(reader.host, read);
      if ('reason' in limited) yield { line, ...limited };
      else for (const rule of limited) yield { line, rule };
    }
  }
}

const hostsOf = async (lines: AsyncIterable<string>): Promise<HostNames> => {
  const hosts = new HostNames();
  let host: number | undefined;
  for await (const { name, args, line } of apacheDirectives(lines)) {
    if (name === '<virtualhost') host = line;
    else if (name === '</virtualhost') host = undefined;
    if (host === undefined) continue;
    hosts.add(host, name === 'servername' || name === 'serveralias' ? args : []);
  }
  return hosts;
};

/** Sections that apply to the whole site. */
const TRANSPARENT: ReadonlySet<string> = new Set(['<virtualhost', '<ifversion']);
/** The limit of open sections that the end of a section is compared with. */
const MAX_OPEN_SECTIONS = 100;

const folder = (path = ''): string => path.replace(/(?<!\/)\/+$/, '');

interface Section {
  readonly name: string;
  /** True if it applies to the whole site, and so do the sections around it. */
  readonly isForSite: boolean;
  readonly isInDirectory: boolean;
  /** The line of the virtual host around it. */
  readonly host: number | undefined;
}

/** Reads the directives of one module in their order, with the sections around them. */
class ApacheReader {
  readonly #module: 'rewrite' | 'alias';
  readonly #isHtaccess: boolean;
  readonly #exclusions = new Exclusions();
  readonly #sections: Section[] = [];
  #conditions: (readonly string[])[] = [];
  #isOn = true;
  #isChained = false;
  #skipped = 0;
  #base = '/';
  #root = '';

  constructor(module: 'rewrite' | 'alias', isHtaccess: boolean) {
    this.#module = module;
    this.#isHtaccess = isHtaccess;
  }

  read(directive: Directive): Reading {
    const { name, args } = directive;
    const [first = ''] = args;
    if (name.startsWith('</')) this.#endSection(name.replace('/', ''));
    else if (name.startsWith('<')) this.#beginSection(directive);
    else if (name === 'documentroot') this.#root = folder(first);
    else if (this.#module === 'rewrite') return this.#rewrite(directive);
    else if (/^redirect(?:match|permanent|temp)?$/.test(name)) return this.#redirect(directive);
    return undefined;
  }

  #beginSection({ name, args: [first = ''], line }: Directive): void {
    const around = this.#sections.at(-1);
    this.#sections.push({
      name,
      isForSite: this.#isForSite && this.#appliesToSite(name, first),
      isInDirectory: around?.isInDirectory === true || name === '<directory',
      host: name === '<virtualhost' ? line : around?.host,
    });
  }

  #endSection(name: string): void {
    const at = this.#sections.slice(-MAX_OPEN_SECTIONS).findLastIndex((section) => section.name === name);
    if (at !== -1) this.#sections.length = Math.max(0, this.#sections.length - MAX_OPEN_SECTIONS) + at;
  }

  #appliesToSite(name: string, first: string): boolean {
    // redirects do not know which modules are missing, or which parameters the server was started with
    if (name === '<ifmodule') return !first.startsWith('!');
    return TRANSPARENT.has(name) || (name === '<directory' && this.#root !== '' && folder(first) === this.#root);
  }

  get #isForSite(): boolean {
    return this.#sections.at(-1)?.isForSite ?? true;
  }

  /** The line of the virtual host of the directive. */
  get host(): number | undefined {
    return this.#sections.at(-1)?.host;
  }

  #redirect(directive: Directive): Reading {
    if (directive.isTooLong) return problem(transferMessages.tooLong);
    return this.#isForSite ? redirectOf(directive) : problem(transferMessages.section);
  }

  #rewrite({ name, args, line, isTooLong }: Directive): Reading {
    const [first = ''] = args;
    if (name === 'rewriteengine') this.#isOn = first.toLowerCase() !== 'off';
    else if (name === 'rewritebase') this.#base = `${folder(first)}/`;
    else if (name === 'rewritecond') this.#conditions.push(args);
    else if (name === 'rewriterule') {
      const conditions = this.#conditions;
      this.#conditions = [];
      return isTooLong ? problem(transferMessages.tooLong) : this.#rewriteRule(args, conditions, line);
    }
    return undefined;
  }

  #rewriteRule(args: readonly string[], conditions: readonly (readonly string[])[], line: number): Reading {
    const [pattern, target, flagText] = args;
    if (pattern === undefined || target === undefined) return problem(transferMessages.unreadable);
    const flags = readFlags(flagText);
    const isChained = this.#isChained;
    this.#isChained = flags.has('C');
    const isSkipped = this.#skipped > 0;
    this.#skipped = flags.has('S') ? Number(flags.get('S')) || 1 : Math.max(0, this.#skipped - 1);
    const redirects = target !== '-' || flags.has('F') || flags.has('G') || statusOf(flags) >= 400;
    if (!redirects) {
      const isEnd = flags.has('L') || flags.has('END');
      if (isEnd && conditions.length === 0 && !isChained && !isSkipped) this.#exclude(pattern, flags, line);
      return undefined;
    }
    if (!this.#isOn) return problem(transferMessages.off);
    if (!this.#isForSite) return problem(transferMessages.section);
    if (isChained || FOREIGN_FLAGS.some((flag) => flags.has(flag))) return problem(transferMessages.flags);
    return isSkipped
      ? problem(transferMessages.conditions)
      : this.#conditionalRules({ pattern, target, flags }, conditions);
  }

  #conditionalRules(args: RewriteArgs, conditions: ConditionArgs): Reading {
    const rules: FileRule[] = [];
    for (const alternative of alternativesOf(conditions) ?? [conditions]) {
      const read = this.#alternativeRules(args, alternative);
      if (read === undefined || 'reason' in read) return read;
      rules.push(...read);
    }
    return rules;
  }

  /** Returns the rules of a `RewriteRule` if all these conditions hold. */
  #alternativeRules({ pattern, target, flags }: RewriteArgs, all: ConditionArgs): Reading {
    const path = GROUP_REFERENCE.test(target) || !EVERY_PATH.test(pattern) ? undefined : pathCondition(all);
    const ignoreCase = path?.ignoreCase ?? isCaseless(pattern, flags);
    const others = path === undefined ? all : all.filter((each) => each !== path.condition);
    const conditions = readConditions(others, ignoreCase);
    if (conditions === undefined) return problem(transferMessages.conditions);
    const source = path === undefined ? this.#pattern(pattern) : patternOrProblem(path.pattern, 'path');
    if ('reason' in source) return source;
    const other = this.#exclusions.lineFor(source);
    if (other !== undefined) return { reason: transferMessages.excluded, params: { other } };
    return rewriteRules({ pattern: source, target, flags, conditions, base: this.#base }, ignoreCase);
  }

  #pattern(sent: string): ServerPattern | Problem {
    const pattern = sent.replace(/^\(\?i\)/, '');
    // People write a path without anchors for this one address.
    if (/^\/[\w/-]*$/.test(pattern)) return pathPattern(pattern);
    if (pattern.startsWith('!')) return problem(transferMessages.pattern);
    const hasSlash = /^\^\(*\\?\/(?![?*])/.test(pattern);
    const isForHost = this.host !== undefined && this.#sections.at(-1)?.isInDirectory === false;
    if (this.#isHtaccess && hasSlash) return problem(transferMessages.slash);
    return patternOrProblem(pattern, hasSlash || isForHost ? 'path' : { folder: this.#base });
  }

  #exclude(pattern: string, flags: Flags, line: number): void {
    const read = this.#pattern(pattern);
    if (!('reason' in read)) this.#exclusions.add(read, isCaseless(pattern, flags), line);
  }
}

/** The addresses that a file excludes from its later rules. */
class Exclusions {
  readonly #set = new RuleSet();
  readonly #starts = new Starts();
  #isEmpty = true;

  constructor() {
    this.#set.putGroup({ id: 1, module_id: 1, enabled: true });
  }

  add({ text, starts }: ServerPattern, ignoreCase: boolean, line: number): void {
    this.#isEmpty = false;
    for (const start of starts) this.#starts.add({ text: start, line });
    this.#set.put({
      id: line,
      group_id: 1,
      position: line,
      enabled: true,
      url: `^${text}(?:\\?.*)?$`,
      flags: { flag_query: 'exact', flag_case: ignoreCase, flag_trailing: false, flag_regex: true },
      match: { type: 'url' },
      action_type: 'nothing',
      action_code: 0,
      log_exclude: false,
    });
  }

  /** Returns the line that excludes addresses of a pattern, as far as their beginnings tell. */
  lineFor({ only, starts }: ServerPattern): number | undefined {
    if (this.#isEmpty) return undefined;
    if (only !== undefined) return this.#set.find(encodeURI(only.text)).rules[0]?.id;
    for (const start of starts) {
      const line = this.#starts.lineFor(start);
      if (line !== undefined) return line;
    }
    return undefined;
  }
}

const patternOrProblem = (pattern: string, subject: PatternSubject): ServerPattern | Problem => {
  const read = serverPattern(pattern, subject);
  return typeof read === 'string' ? problem(PATTERN_REASONS[read]) : read;
};

const GROUP_REFERENCE = /[$%]\d/;

type Flags = ReadonlyMap<string, string>;

interface RewriteArgs {
  readonly pattern: string;
  readonly target: string;
  readonly flags: Flags;
}

const FLAG_NAMES: ReadonlyMap<string, string> = new Map([
  ['REDIRECT', 'R'],
  ['LAST', 'L'],
  ['NOCASE', 'NC'],
  ['QSAPPEND', 'QSA'],
  ['QSDISCARD', 'QSD'],
  ['NOESCAPE', 'NE'],
  ['FORBIDDEN', 'F'],
  ['GONE', 'G'],
  ['CHAIN', 'C'],
  ['SKIP', 'S'],
  ['NEXT', 'N'],
  ['PROXY', 'P'],
  ['TYPE', 'T'],
  ['HANDLER', 'H'],
  ['COOKIE', 'CO'],
]);

/** Flags that a redirect cannot have: a part of several rules, a repetition, a proxy, a type, a handler, a cookie. */
const FOREIGN_FLAGS = ['C', 'S', 'N', 'P', 'T', 'H', 'CO'];

/** Reads the flags of a rule. A status alone is read as `R` with this status. */
const readFlags = (text = ''): Flags =>
  new Map(
    text
      .replace(/^\[|\]$/g, '')
      .split(',')
      .map((flag) => {
        const [name = '', value = ''] = flag.trim().split('=');
        if (/^\d{3}$/.test(name)) return ['R', name] as const;
        return [FLAG_NAMES.get(name.toUpperCase()) ?? name.toUpperCase(), value] as const;
      }),
  );

const isCaseless = (pattern: string, flags: Flags): boolean => flags.has('NC') || pattern.startsWith('(?i)');

const CODES: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({ permanent: 301, temp: 302, seeother: 303, gone: 410 }),
);

const codeOf = (word: string): number => CODES.get(word.toLowerCase()) ?? (/^\d{3}$/.test(word) ? Number(word) : 302);

/** Returns the status of flags; 0 for an internal rewrite. */
const statusOf = (flags: Flags): number => {
  if (flags.has('G')) return 410;
  if (flags.has('F')) return 403;
  const status = flags.get('R');
  return status === undefined ? 0 : codeOf(status);
};

interface Rewrite {
  readonly pattern: ServerPattern;
  readonly target: string;
  readonly flags: Flags;
  readonly conditions: RuleConditions;
  /** The folder of relative targets, with slashes at both ends. */
  readonly base: string;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Returns a target without its backslashes: control panels write `https\:\/\/example.org`. */
const unescaped = (target: string): string => target.replaceAll(/\\([\s\S])/g, '$1');

const SCRIPT = /\.(?:php\d?|phtml|cgi|fcgi|pl|py|aspx?|jsp|do)(?:[/?]|$)/i;

/** Returns the way in which a rule treats the query of a visit. */
const queryOf = (target: string, flags: Flags): ServerRedirect['query'] => {
  if (flags.has('QSD') || target.endsWith('?')) return 'drop';
  if (!target.includes('?')) return 'keep';
  return flags.has('QSA') ? 'add' : 'drop';
};

const rewriteRules = (rewrite: Rewrite, ignoreCase: boolean): Reading => {
  const { pattern, target: sent, flags, conditions } = rewrite;
  const status = statusOf(flags);
  const on = { pattern, ignoreCase, required: conditions.query };
  if (status >= 400)
    return withConditions(conditions, { ...on, action: 'error', code: status, target: [], query: 'drop' });
  const isRedirect = status > 0 || SCHEME.test(unescaped(sent));
  const target = targetOf(rewrite, isRedirect && !flags.has('NE'));
  if (target === undefined) return problem(transferMessages.variable);
  if (!isRedirect && SCRIPT.test(sent)) return problem(transferMessages.script);
  const action = isRedirect ? 'url' : 'pass';
  return withConditions(conditions, { ...on, action, code: status || 302, target, query: queryOf(sent, flags) });
};

/** Returns the target of a rule; undefined if it names a variable, or a group of another condition than the query. */
const targetOf = ({ target: sent, base, conditions }: Rewrite, isEscaped: boolean): TargetPart[] | undefined => {
  const bare = sent.replace(/\?$/, '');
  const isAbsolute = /^(?:\/|%\{REQUEST_URI\})/i.test(unescaped(bare)) || SCHEME.test(unescaped(bare));
  const target = rewriteTarget(isAbsolute ? bare : base + bare, isEscaped);
  const usesQuery = target?.some((part) => typeof part !== 'string' && 'queryGroup' in part);
  const isKnown = conditions.query?.pattern !== undefined && conditions.others[0] === undefined;
  return usesQuery && !isKnown ? undefined : target;
};

const withConditions = ({ others }: RuleConditions, redirect: ServerRedirect): Reading =>
  allRules(others.map((condition) => ({ ...redirect, condition })));

const allRules = (redirects: readonly ServerRedirect[]): Reading => {
  const rules: FileRule[] = [];
  for (const redirect of redirects) {
    const made = addressRules(redirect);
    if (typeof made === 'string') return problem(made);
    rules.push(...made);
  }
  return rules;
};

const REWRITE_PARTS = /\\([\s\S])|\$([1-9])|%([1-9])|(%\{REQUEST_URI\})|(\$0|%0|[$%]\{)/gi;

/**
 * Reads the target of a `RewriteRule`; undefined if it names a variable.
 * @param isEscaped true if Apache escapes percent signs and fragments
 */
const rewriteTarget = (text: string, isEscaped: boolean): TargetPart[] | undefined => {
  const parts: TargetPart[] = [];
  let end = 0;
  const add = (plain: string): void => {
    parts.push(isEscaped ? plain.replaceAll('%', '%25').replaceAll('#', '%23') : plain);
  };
  for (const match of text.matchAll(REWRITE_PARTS)) {
    const [whole, escaped, group, queryGroup, path] = match;
    add(text.slice(end, match.index) + (escaped ?? ''));
    end = match.index + whole.length;
    if (group !== undefined) parts.push({ group: Number(group) });
    else if (queryGroup !== undefined) parts.push({ queryGroup: Number(queryGroup) });
    else if (path !== undefined) parts.push({ visited: 'path' });
    else if (escaped === undefined) return undefined;
  }
  add(text.slice(end));
  return parts.filter((part) => part !== '');
};

const STATUS = /^(?:\d{3}|permanent|temp|seeother|gone)$/i;

const FIXED_STATUS: ReadonlyMap<string, string> = new Map([
  ['redirectpermanent', 'permanent'],
  ['redirecttemp', 'temp'],
]);

const isTarget = (text: string): boolean => text.startsWith('/') || SCHEME.test(text);

/** Matches the beginning of a pattern whose first group begins with the slash of the address. */
const GROUP_OF_PATH = /^(?:\^?\((?=\.\*)|\^\(\/(?![?*+{]))(?=[^()|]*\)(?![?*+{/])[^|]*$)/;
/** Matches a target that begins with the first group and repeats it nowhere. */
const FIRST_GROUP = /^\$1(?!.*\$1)/s;

/** Moves the slash of the address from the first group of a `RedirectMatch` before it: `(.*)\.php$ $1.html`. */
const withOuterSlash = ({ name, args }: Pick<Directive, 'name' | 'args'>): readonly string[] => {
  const [source = '', target = ''] = args.slice(-2);
  if (name !== 'redirectmatch' || !FIRST_GROUP.test(target) || !GROUP_OF_PATH.test(source)) return args;
  return [...args.slice(0, -2), source.replace(GROUP_OF_PATH, '^/('), `/${target}`];
};

/** Reads a directive of `mod_alias`. */
const redirectOf = (directive: Directive): Reading => {
  const { name } = directive;
  const args = withOuterSlash(directive);
  const [first = ''] = args;
  const fixed = FIXED_STATUS.get(name);
  const hasStatus = fixed === undefined && STATUS.test(first);
  const [source, target, more] = hasStatus ? args.slice(1) : args;
  const code = codeOf(fixed ?? (hasStatus ? first : ''));
  const isError = code >= 400;
  const fits = isError ? target === undefined : target !== undefined && isTarget(target);
  if (source === undefined || more !== undefined || !fits) return problem(transferMessages.unreadable);
  const redirect = { ignoreCase: source.startsWith('(?i)'), action: isError ? 'error' : 'url', code } as const;
  return name === 'redirectmatch'
    ? matchRedirect(source, target ?? '', redirect)
    : prefixRedirect(source, target ?? '', redirect);
};

type Answer = Pick<ServerRedirect, 'ignoreCase' | 'action' | 'code'>;

const matchRedirect = (source: string, sent: string, redirect: Answer): Reading => {
  const pattern = serverPattern(source.replace(/^\(\?i\)/, ''), 'path');
  if (typeof pattern === 'string') return problem(PATTERN_REASONS[pattern]);
  const target = matchTarget(sent);
  if (target === undefined) return problem(transferMessages.variable);
  return allRules([{ ...redirect, pattern, target, query: sent.includes('?') ? 'drop' : 'keep' }]);
};

/** Returns the rules of a source and all that lies below it. */
const prefixRedirect = (source: string, target: string, redirect: Answer): Reading => {
  if (!source.startsWith('/')) return problem(transferMessages.slash);
  if (source.includes('?')) return problem(transferMessages.sourceQuery);
  if (/%(?!25)[0-9a-f]{2}/i.test(source)) return problem(transferMessages.encoded);
  const query = target.includes('?') ? 'drop' : 'keep';
  const isFolder = source.endsWith('/');
  const below = isFolder ? source : `${source}/`;
  const rest: TargetPart[] = [target, ...(isFolder ? [] : ['/']), { group: 1 }];
  return allRules([
    ...(isFolder ? [] : [{ ...redirect, pattern: pathPattern(source), target: [target], query } as const]),
    { ...redirect, pattern: prefixPattern(below), target: redirect.action === 'error' ? [] : rest, query },
  ]);
};

/** Reads the target of a `RedirectMatch`; undefined if it repeats the whole match. */
const matchTarget = (text: string): TargetPart[] | undefined => {
  if (/(?<!\\)\$0/.test(text)) return undefined;
  return text
    .split(/(\\\$|\$[1-9])/)
    .filter((part) => part !== '')
    .map((part) => (/^\$[1-9]$/.test(part) ? { group: Number(part[1]) } : part.replace(/^\\\$$/, '$')));
};
