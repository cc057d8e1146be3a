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

/** A word of a directive, quoted where it has blanks or quotes. */
const word = (text: string): string => (/[\s"]/.test(text) ? `"${text.replaceAll('"', '\\"')}"` : text);

/** Cookies are looked for among all that were sent. */
const patternOf = ({ of, name = '', pattern }: ServerCondition): string =>
  of === 'cookie' ? `(?:^|;\\s*)${literal(name)}=${pattern.replace(/^\^/, '').replace(/\$$/, '(?:;|$)')}` : pattern;

const conditionLine = (condition: ServerCondition, negated: boolean): string => {
  const variable = VARIABLES[condition.of](condition.name ?? '');
  return `RewriteCond ${variable} ${negated ? '!' : ''}${word(patternOf(condition))}${condition.ignoreCase ? ' [NC]' : ''}`;
};

/** The lines of conditions on the query; undefined for a query that cannot be said. */
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
    `RewriteRule ${sourceOf(rule)} ${to} [${flagsOf(rule, to)}]`,
  ];
  if (rule.action_type === 'error') return made('-', false);
  return [...(target === '' ? [] : made(target, false)), ...(otherwise === '' ? [] : made(otherwise, true))];
};

/**
 * The lines of a rule for `mod_rewrite`; undefined for one whose answers Apache cannot give by such rules
 * (docs/interface/redirection.md §12.3).
 */
export const apacheLines = (rule: Rule): string[] | undefined => {
  const known = serverRuleOf(rule);
  return known === undefined ? undefined : linesOf(known);
};
