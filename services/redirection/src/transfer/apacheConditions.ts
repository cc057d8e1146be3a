import type { RequiredQuery } from './addressRules.ts';
import type { FileCondition } from './parsed.ts';
import { literalOf, stripAnchors } from './ruleSource.ts';
import { serverPattern } from './serverPattern.ts';

/** The conditions before a `RewriteRule`, each as its arguments. */
export type ConditionArgs = readonly (readonly string[])[];

/** The conditions of a rule in the form of rules. */
export interface RuleConditions {
  readonly query?: RequiredQuery;
  /** One of these conditions has to hold; undefined for none. */
  readonly others: readonly (FileCondition | undefined)[];
}

/** The limit of conditions on the query of one rule. */
const MAX_CONDITIONS = 20;

/** The limit of alternatives of one rule. */
const MAX_ALTERNATIVES = 20;

/** Returns the flags of a condition in upper case, without brackets. */
const flagsOf = (text = ''): string[] =>
  text
    .replaceAll(/[[\]\s]/g, '')
    .toUpperCase()
    .split(',')
    .filter((flag) => flag !== '');

/**
 * Returns the lists of conditions of which one has to hold as a whole: the flag `OR` joins a condition with the next one.
 * Undefined for too many conditions.
 */
export const alternativesOf = (conditions: ConditionArgs): readonly ConditionArgs[] | undefined => {
  if (conditions.length > MAX_CONDITIONS) return undefined;
  let alternatives: ConditionArgs[] = [[]];
  let group: (readonly string[])[] = [];
  for (const [at, [variable = '', pattern = '', text, ...more]] of conditions.entries()) {
    const flags = flagsOf(text);
    const isJoined = flags.some((flag) => flag === 'OR' || flag === 'ORNEXT') && at < conditions.length - 1;
    const others = flags.filter((flag) => flag !== 'OR' && flag !== 'ORNEXT');
    group.push([variable, pattern, ...(others.length === 0 ? [] : [`[${others.join(',')}]`]), ...more]);
    if (isJoined) continue;
    alternatives = alternatives.flatMap((before) => group.map((condition) => [...before, condition]));
    if (alternatives.length > MAX_ALTERNATIVES) return undefined;
    group = [];
  }
  return alternatives;
};

/** The condition on the path among conditions, if there is one. */
interface PathCondition {
  readonly condition: readonly string[];
  readonly pattern: string;
  readonly ignoreCase: boolean;
}

/** Returns the only condition on the path, unless it is negated or a comparison. */
export const pathCondition = (conditions: ConditionArgs): PathCondition | undefined => {
  const [condition, ...more] = conditions.filter(([variable]) => variable?.toUpperCase() === '%{REQUEST_URI}');
  const [, pattern = '', flags = ''] = condition ?? [];
  if (condition === undefined || more.length > 0 || pattern === '' || /^[!<>=-]/.test(pattern)) return undefined;
  return flags === '' || flags === '[NC]' ? { condition, pattern, ignoreCase: flags !== '' } : undefined;
};

const QUERY_VARIABLE = '%{QUERY_STRING}';

/**
 * Reads the conditions of a rule; undefined if rules cannot express them.
 * @param ignoreCase true if the rule ignores case, and so the query of its source
 */
export const readConditions = (conditions: ConditionArgs, ignoreCase: boolean): RuleConditions | undefined => {
  if (conditions.length > MAX_CONDITIONS) return undefined;
  const queries = conditions.filter(([variable]) => variable?.toUpperCase() === QUERY_VARIABLE);
  const [other, ...more] = conditions.filter((condition) => !queries.includes(condition));
  const query = queries.length === 0 ? {} : queryOf(queries, ignoreCase);
  const others = other === undefined ? [undefined] : conditionsOf(other);
  return query === undefined || others === undefined || more.length > 0 ? undefined : { ...query, others };
};

const queryOf = (conditions: ConditionArgs, ignoreCase: boolean): Pick<RuleConditions, 'query'> | undefined => {
  // the flag NC changes nothing in a text without letters
  if (
    !conditions.every(
      ([, pattern = '', flags]) => flags === undefined || (flags === '[NC]' && (ignoreCase || !/[a-z]/i.test(pattern))),
    )
  )
    return undefined;
  const patterns = conditions.map(([, pattern = '']) => pattern);
  const [first = ''] = patterns;
  if (patterns.some((pattern) => /^[!<>=-]/.test(pattern))) return undefined;
  const plain = patterns.length === 1 ? (wholeQuery(first) ?? parametersOf(patterns)) : parametersOf(patterns);
  const text = patterns.length === 1 ? patternOf(first) : undefined;
  return plain === undefined && text === undefined ? undefined : { query: { plain, pattern: text } };
};

/** Matches the begin of a parameter: that of the query, or a separator. */
const PARAMETER_START = /^\((\?:)?\^\|&\)/;

/** Returns a pattern of the whole query; undefined if rules cannot express it. */
const patternOf = (sent: string): string | undefined => {
  // the query is not the begin of an address, where rules have their anchor
  const bare = sent.replace(PARAMETER_START, '');
  const pattern = serverPattern(bare === sent ? sent : `^${bare}`, 'address');
  if (typeof pattern === 'string' || /(?<![[\\])\^/.test(pattern.text)) return undefined;
  if (bare === sent) return pattern.text;
  return `${sent.startsWith('(?:') ? '(?:.*&)?' : '((?:.*&)?)'}${pattern.text}`;
};

/** Reads a condition on the whole query: its parameters in one order, or in any of the listed orders. */
const wholeQuery = (pattern: string): RequiredQuery['plain'] => {
  const inner = stripAnchors(pattern)?.inner;
  if (inner === '') return { mode: 'exact', text: '' };
  if (inner === undefined) return undefined;
  const alternatives = /^\(\?:(.*)\)$/.exec(inner)?.[1]?.split('|') ?? [inner];
  const texts = alternatives.map((alternative) => literalOf(alternative));
  const [text] = texts;
  const orders = new Set(texts.map((each) => each?.split('&').sort().join('&')));
  if (text === undefined || orders.size > 1) return undefined;
  const inOrder = alternatives.length === 1 && text.includes('&');
  return { mode: inOrder ? 'exactorder' : 'exact', text: `?${text}` };
};

/** Reads conditions on single parameters; the query may have other parameters too. */
const parametersOf = (patterns: readonly string[]): RequiredQuery['plain'] => {
  const parameters = patterns.map((query) =>
    literalOf(/^(?:\(\?:|\()\^\|&\)(.*)(?:\(\?:|\()&\|\$\)$/.exec(query)?.[1] ?? '('),
  );
  return parameters.includes(undefined) ? undefined : { mode: 'ignore', text: `?${parameters.join('&')}` };
};

const HEADER = /^%\{HTTP:([\w-]+)\}$/i;
const PORT = /\(\?::\[0-9\]\+\)\?$/;
const COOKIE = /^\(\?:\^\|;\\s\*\)([\w-]+)=(.*)\(\?:;\|\$\)$/;

/** Reads a condition beside the query; undefined if rules cannot express it. */
const conditionsOf = ([variable = '', sent = '', flags = '']: readonly string[]): FileCondition[] | undefined => {
  if (!/^(?:\[NC\])?$/i.test(flags)) return undefined;
  const isNegated = sent.startsWith('!');
  const pattern = isNegated ? sent.slice(1) : sent;
  if (/^(?:[<>=]|-\w)/.test(pattern)) return undefined;
  const ignoreCase = flags !== '';
  const made = (type: FileCondition['type'], data: FileCondition['data']): FileCondition => ({ type, data, isNegated });
  const text = (): FileCondition['data'] | undefined => comparison(pattern, ignoreCase);
  const of = (type: FileCondition['type'], name: string, more: FileCondition['data'] = {}) => {
    const compared = text();
    return compared && [made(type, { ...more, [name]: compared.text ?? '', regex: compared.regex ?? false })];
  };
  const name = variable.toUpperCase();
  if (name === '%{HTTP_HOST}') {
    const hosts = hostsOf(pattern);
    // a rule has one host: it cannot exclude two
    if (hosts === undefined || (isNegated && hosts.length > 1)) return undefined;
    return hosts.map((server) => made('server', { server }));
  }
  if (name === '%{HTTP_USER_AGENT}') return of('agent', 'agent');
  if (name === '%{HTTP_REFERER}') return of('referrer', 'referrer');
  if (HEADER.test(variable)) return of('header', 'value', { name: HEADER.exec(variable)?.[1] ?? '' });
  if (name === '%{REMOTE_ADDR}') return addressesOf(pattern)?.map((ip) => made('ip', { ip }));
  const cookie = name === '%{HTTP_COOKIE}' ? cookieOf(pattern, ignoreCase) : undefined;
  return cookie && [made('cookie', cookie)];
};

const cookieOf = (pattern: string, ignoreCase: boolean): FileCondition['data'] | undefined => {
  const [, name, value] = COOKIE.exec(pattern) ?? [];
  const compared = value === undefined ? undefined : comparison(`^${value}$`, ignoreCase);
  if (name === undefined || compared === undefined) return undefined;
  return { name, value: compared.text ?? '', regex: compared.regex ?? false };
};

/** Returns a text without pattern, or a pattern, which ignores case in rules. */
const comparison = (pattern: string, ignoreCase: boolean): FileCondition['data'] | undefined => {
  if (ignoreCase) return { text: pattern, regex: true };
  const bounds = stripAnchors(pattern);
  const text = bounds === undefined || bounds.trailing ? undefined : literalOf(bounds.inner);
  return text === undefined ? undefined : { text, regex: false };
};

const hostsOf = (pattern: string): string[] | undefined => {
  const bounds = stripAnchors(pattern);
  if (bounds === undefined) return undefined;
  const bare = bounds.inner.replace(PORT, '');
  const optional = /^\((?:\?:)?www\\?\.\)\?/.exec(bare)?.[0] ?? '';
  const host = literalOf(bare.slice(optional.length).replaceAll(/(?<!\\)\.(?![*+?{])/g, '\\.'));
  if (host === undefined || !/^[\w.-]+$/.test(host)) return undefined;
  return optional === '' ? [host] : [host, `www.${host}`];
};

const addressesOf = (pattern: string): string[][] | undefined => {
  const inner = stripAnchors(pattern)?.inner ?? '(';
  const listed = (/^\((?:\?:)?([^()]*)\)$/.exec(inner)?.[1] ?? inner).split('|').map(literalOf);
  return listed.some((address) => address === undefined || !/^[\da-f.:]+$/i.test(address))
    ? undefined
    : [listed.flatMap((address) => address ?? [])];
};
