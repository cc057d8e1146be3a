import type { Rule } from '../rules/rule.ts';
import { literal } from './ruleSource.ts';
import { orders, partsOf, type ServerCondition, type ServerRule, serverRuleOf } from './serverRules.ts';

const VARIABLES: Readonly<Record<ServerCondition['of'], (name: string) => string>> = {
  agent: () => '%{HTTP_USER_AGENT}',
  referrer: () => '%{HTTP_REFERER}',
  server: () => '%{HTTP_HOST}',
  header: (name) => `%{HTTP:${name}}`,
  cookie: () => '%{HTTP_COOKIE}',
  ip: () => '%{REMOTE_ADDR}',
};

/** Returns a word of a directive, quoted if it contains blanks or quotes. */
const word = (text: string): string => (/[\s"]/.test(text) ? `"${text.replaceAll('"', '\\"')}"` : text);

/** Returns the pattern of a condition. The pattern of a cookie searches the header with all cookies. */
const patternOf = ({ of, name = '', pattern }: ServerCondition): string =>
  of === 'cookie' ? `(?:^|;\\s*)${literal(name)}=${pattern.replace(/^\^/, '').replace(/\$$/, '(?:;|$)')}` : pattern;

const conditionLine = (condition: ServerCondition, negated: boolean): string => {
  const variable = VARIABLES[condition.of](condition.name ?? '');
  return `RewriteCond ${variable} ${negated ? '!' : ''}${word(patternOf(condition))}${condition.ignoreCase ? ' [NC]' : ''}`;
};

/** Returns the lines of conditions on the query; undefined for a query that Apache cannot express. */
const queryLines = ({ url, flags }: Rule): string[] | undefined => {
  if (flags.flag_regex) return [];
  const { parameters } = partsOf(url);
  const line = (pattern: string): string => `RewriteCond %{QUERY_STRING} ${pattern}`;
  if (flags.flag_query === 'ignore' || flags.flag_query === 'pass')
    return parameters.map((each) => line(`(?:^|&)${literal(each)}(?:&|$)`));
  const pattern = orders(parameters, flags.flag_query === 'exactorder');
  return pattern === undefined ? undefined : [line(`^${pattern}$`)];
};

const sourceOf = ({ url, flags }: Rule): string => {
  if (flags.flag_regex) return url.replace(/^(\^?)\//, '$1').replaceAll(' ', '\\s');
  const path = partsOf(url).path.replace(/^\//, '');
  const bare = flags.flag_trailing ? path.replace(/\/$/, '') : path;
  return `^${literal(bare).replaceAll(' ', '\\s')}${flags.flag_trailing ? '/?' : ''}$`;
};

const flagsOf = ({ flags, action_code: code }: Rule, target: string): string => {
  const { flag_query: query, flag_case, flag_regex } = flags;
  return [
    `R=${code}`,
    'L',
    ...(flag_case ? ['NC'] : []),
    ...(query === 'pass' ? ['QSA'] : flag_regex || code >= 400 ? [] : ['QSD']),
    ...(/[#%]/.test(target) ? ['NE'] : []),
  ].join(',');
};

const linesOf = ({ rule, condition, target, otherwise }: ServerRule): string[] | undefined => {
  const query = queryLines(rule);
  if (query === undefined) return undefined;
  const made = (to: string, negated: boolean): string[] => [
    ...(condition === undefined ? [] : [conditionLine(condition, negated)]),
    ...query,
    // `%1` would be a group of a condition
    `RewriteRule ${sourceOf(rule)} ${to.replaceAll(/%(?=[\d{])/g, '\\%')} [${flagsOf(rule, to)}]`,
  ];
  if (rule.action_type === 'error') return made('-', false);
  return [...(target === '' ? [] : made(target, false)), ...(otherwise === '' ? [] : made(otherwise, true))];
};

/**
 * Returns the lines of a rule for `mod_rewrite`; undefined for a rule that such lines cannot express
 * (docs/interface/redirection.md §12.3).
 */
export const apacheLines = (rule: Rule): string[] | undefined => {
  const known = serverRuleOf(rule);
  return known === undefined ? undefined : linesOf(known);
};
