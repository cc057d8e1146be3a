import type { Rule } from '../rules/rule.ts';
import { literal } from './ruleSource.ts';
import { orders, partsOf, type ServerCondition, serverRuleOf } from './serverRules.ts';

const variableOf = ({ of, name = '' }: ServerCondition): string => {
  if (of === 'header') return `$http_${name.toLowerCase().replaceAll('-', '_')}`;
  if (of === 'cookie') return `$cookie_${name}`;
  return { agent: '$http_user_agent', referrer: '$http_referer', server: '$http_host', ip: '$remote_addr' }[of];
};

const quoted = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;

const ANY_QUERY = '(?:\\?.*)?';

/** Returns the pattern of an address with its query; undefined for a query that nginx cannot express. */
const patternOf = ({ url, flags }: Rule): string | undefined => {
  if (flags.flag_regex) return url;
  const { path, parameters } = partsOf(url);
  const bare = flags.flag_trailing && path.length > 1 ? path.replace(/\/$/, '') : path;
  const start = `^${literal(encodeURI(bare))}${flags.flag_trailing && bare !== '/' ? '/?' : ''}`;
  if (flags.flag_query === 'ignore' || flags.flag_query === 'pass')
    return parameters.length === 0 ? `${start}${ANY_QUERY}$` : undefined;
  const query = orders(parameters, flags.flag_query === 'exactorder');
  if (query === undefined) return undefined;
  return parameters.length === 0 ? `${start}$` : `${start}\\?${query}$`;
};

const answerOf = ({ action_type: action, action_code: code, flags }: Rule, target: string): string | undefined => {
  if (action === 'error') return `return ${code};`;
  if (flags.flag_query === 'pass' && /[?#]/.test(target)) return undefined;
  return `return ${code} ${target}${flags.flag_query === 'pass' ? '$is_args$args' : ''};`;
};

/**
 * Returns the lines of a rule for a `server` block; undefined for a rule that nginx cannot express. An `if` checks one
 * value only. A second condition needs a variable, which loses the captures of the pattern
 * (docs/interface/redirection.md §12.4).
 */
export const nginxLines = (rule: Rule): string[] | undefined => {
  const known = serverRuleOf(rule);
  const pattern = known === undefined ? undefined : patternOf(rule);
  if (known === undefined || pattern === undefined) return undefined;
  const { condition, target, otherwise } = known;
  const sign = rule.flags.flag_case ? '~*' : '~';
  const address = `if ($request_uri ${sign} ${quoted(pattern)})`;
  const answer = answerOf(rule, target);
  if (condition === undefined) return answer === undefined ? undefined : [`${address} { ${answer} }`];
  const other = otherwise === '' ? undefined : answerOf(rule, otherwise);
  if (rule.flags.flag_regex || (target !== '' && answer === undefined)) return undefined;
  const holds = `if (${variableOf(condition)} ${condition.ignoreCase ? '~*' : '~'} ${quoted(condition.pattern)})`;
  return [
    'set $almanac_rule "";',
    `${address} { set $almanac_rule "a"; }`,
    `${holds} { set $almanac_rule "\${almanac_rule}c"; }`,
    ...(target === '' && rule.action_type === 'url' ? [] : [`if ($almanac_rule = "ac") { ${answer} }`]),
    ...(other === undefined ? [] : [`if ($almanac_rule = "a") { ${other} }`]),
  ];
};
