import type { RuleMatch } from '@almanac/redirects/schemas';
import type { Rule } from '../rules/rule.ts';
import { literal, replacesWholeAddress } from './ruleSource.ts';

/** A condition on a request beside its address. */
export interface ServerCondition {
  /** The part of the request that is checked; `name` is that of a header or cookie. */
  readonly of: 'agent' | 'referrer' | 'server' | 'header' | 'cookie' | 'ip';
  readonly name?: string;
  readonly pattern: string;
  readonly ignoreCase: boolean;
}

/** A rule for a server: a target if the condition holds, and another if not. */
export interface ServerRule {
  readonly rule: Rule;
  readonly condition?: ServerCondition;
  readonly target: string;
  /** The target if the condition does not hold; empty for none. */
  readonly otherwise: string;
}

const MAX_PARAMETERS = 3;

const text = (pattern: string, regex: boolean) => (regex ? pattern : `^${literal(pattern)}$`);

const conditionOf = (match: RuleMatch): ServerCondition | undefined => {
  if (match.type === 'agent') return { of: 'agent', pattern: text(match.agent, match.regex), ignoreCase: match.regex };
  if (match.type === 'referrer')
    return { of: 'referrer', pattern: text(match.referrer, match.regex), ignoreCase: match.regex };
  if (match.type === 'server') {
    const host = match.server.replace(/^https?:\/\//, '').replace(/:\d+$/, '');
    return { of: 'server', pattern: `^${literal(host)}(?::[0-9]+)?$`, ignoreCase: true };
  }
  if (match.type === 'header' || match.type === 'cookie') {
    const { type: of, name, value, regex } = match;
    return { of, name, pattern: text(value, regex), ignoreCase: regex };
  }
  if (match.type === 'ip') return { of: 'ip', pattern: `^(?:${match.ip.map(literal).join('|')})$`, ignoreCase: true };
  return undefined;
};

/** Returns a target with `$1` for `\1` and `${1}`, which servers do not know. */
const withDollars = (target: string): string => target.replaceAll(/\\(\d)(?!\d)|\$\{(\d)\}/g, '$$$1$2');

const targetsOf = (match: RuleMatch) => {
  if (match.type === 'url') return { target: match.url };
  return 'url_from' in match || 'url_notfrom' in match ? { target: match.url_from, otherwise: match.url_notfrom } : {};
};

/** Converts a rule to a rule for a server; undefined if a server cannot express it. */
export const serverRuleOf = (rule: Rule): ServerRule | undefined => {
  const { match, action_type: action, flags, url } = rule;
  if (action === 'pass' || action === 'random' || action === 'nothing') return undefined;
  if (flags.flag_regex && (!replacesWholeAddress(url) || url.includes('\\?'))) return undefined;
  const condition = conditionOf(match);
  if (condition === undefined && match.type !== 'url') return undefined;
  const targets = targetsOf(match);
  const written = (text = ''): string => (flags.flag_regex ? withDollars(text) : text);
  const [target, otherwise] = [written(targets.target), written(targets.otherwise)];
  if (action === 'url' && target === '' && otherwise === '') return undefined;
  if (/[\r\n{};"\s]/.test(target + otherwise) || /^\d+$/.test(target) || /[[%]\w+[\]%]/.test(target)) return undefined;
  return { rule, ...(condition && { condition }), target, otherwise };
};

/** Returns the path and the parameters of a source without pattern. */
export const partsOf = (url: string): { readonly path: string; readonly parameters: readonly string[] } => {
  const mark = url.indexOf('?');
  const query = mark === -1 ? '' : url.slice(mark + 1);
  return {
    path: mark === -1 ? url : url.slice(0, mark),
    parameters: query === '' ? [] : query.split('&').map((pair) => encodeURI(pair)),
  };
};

/** Returns a pattern for every order of a few parameters; undefined for too many. */
export const orders = (parameters: readonly string[], inOrder: boolean): string | undefined => {
  const texts = parameters.map(literal);
  if (inOrder || texts.length < 2) return texts.join('&');
  if (texts.length > MAX_PARAMETERS) return undefined;
  return `(?:${permutations(texts)
    .map((each) => each.join('&'))
    .join('|')})`;
};

const permutations = (texts: readonly string[]): string[][] =>
  texts.length < 2
    ? [[...texts]]
    : texts.flatMap((first, at) =>
        permutations(texts.filter((_, index) => index !== at)).map((rest) => [first, ...rest]),
      );
