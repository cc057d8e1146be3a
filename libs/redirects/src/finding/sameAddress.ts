import { comparablePath, pathOf, queryOf, withoutTrailingSlash } from '../address.ts';
import { type Parameter, parameterText, parseQuery } from '../query.ts';
import type { RedirectRule, RuleFlags } from '../rule.ts';
import type { VisitedAddress } from '../visit.ts';

type Texts = readonly string[];

const comparisons: Record<RuleFlags['flag_query'], (source: Texts, visited: Texts) => boolean> = {
  exact: (source, visited) => source.length === visited.length && source.every((text) => visited.includes(text)),
  exactorder: (source, visited) => source.length === visited.length && source.every((text, at) => text === visited[at]),
  ignore: (source, visited) => source.every((text) => visited.includes(text)),
  pass: (source, visited) => source.every((text) => visited.includes(text)),
};

const isSamePath = (source: string, visited: string, { flag_case, flag_trailing }: RuleFlags): boolean => {
  const form = (path: string): string => {
    const cut = flag_trailing ? withoutTrailingSlash(path) : path;
    return flag_case ? cut.toLowerCase() : cut;
  };
  return form(source) === form(visited);
};

const isSameQuery = (source: readonly Parameter[], visited: readonly Parameter[], flags: RuleFlags): boolean => {
  if (source.length === 0 && visited.length === 0) return true;
  const texts = (parameters: readonly Parameter[]): Texts =>
    parameters.map((parameter) => parameterText(parameter, flags.flag_case));
  return comparisons[flags.flag_query](texts(source), texts(visited));
};

/**
 * True if a rule without pattern matches the address of a visit (docs/interface/redirects.md §2).
 * An identical address matches, whatever the flags.
 */
export const isSameAddress = ({ url, flags }: Pick<RedirectRule, 'url' | 'flags'>, visited: VisitedAddress): boolean =>
  url === visited.target ||
  (isSamePath(comparablePath(pathOf(url)), visited.path, flags) &&
    isSameQuery(parseQuery(queryOf(url)), visited.parameters, flags));
