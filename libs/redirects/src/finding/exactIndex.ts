import { comparablePath, pathOf, queryOf, withoutTrailingSlash } from '../address.ts';
import { type Parameter, parameterText, parseQuery } from '../query.ts';
import type { RedirectRule } from '../rule.ts';
import type { VisitedAddress } from '../visit.ts';
import { byPosition, insertInOrder, removeInOrder } from './order.ts';

/** One rule, or several in their order: most addresses have one. */
type IndexedRules = RedirectRule | RedirectRule[];

const NO_RULES: readonly RedirectRule[] = [];
const itself = (rule: RedirectRule): RedirectRule => rule;

const pathKey = (path: string): string => {
  const key = withoutTrailingSlash(path).toLowerCase();
  return key === '//' ? '/' : key;
};

const text = (parameter: Parameter): string => parameterText(parameter, true);
const all = (parameters: readonly Parameter[]): string => parameters.map(text).sort().join('&');

/** True if a visit may have other parameters than the source. */
const allowsMore = ({ flags }: RedirectRule): boolean => flags.flag_query === 'ignore' || flags.flag_query === 'pass';

/**
 * Returns the key of a rule: its path with the whole query, or with one parameter if others are allowed.
 * Keys are in lower case and without slash at the end; rules with the same key are compared exactly afterwards.
 */
const keyOf = (rule: RedirectRule): string => {
  const path = pathKey(comparablePath(pathOf(rule.url)));
  const parameters = parseQuery(queryOf(rule.url));
  if (allowsMore(rule)) return `${path}&${parameters[0] === undefined ? '' : text(parameters[0])}`;
  const key = parameters.length === 0 ? path : `${path}?${all(parameters)}`;
  // shares one string instead of two equal ones
  return key === rule.url ? rule.url : key;
};

/** Index of the rules without pattern by address: a lookup takes the same time for any number of rules. */
export class ExactIndex {
  readonly #rules = new Map<string, IndexedRules>();
  #allowingMore = 0;

  add(rule: RedirectRule): void {
    const key = keyOf(rule);
    const found = this.#rules.get(key);
    if (found === undefined) this.#rules.set(key, rule);
    else if (Array.isArray(found)) insertInOrder(found, rule, itself);
    else this.#rules.set(key, [found, rule].sort(byPosition));
    if (allowsMore(rule)) this.#allowingMore++;
  }

  delete(rule: RedirectRule): void {
    const key = keyOf(rule);
    const found = this.#rules.get(key);
    if (Array.isArray(found)) removeInOrder(found, rule, itself);
    if (!Array.isArray(found) || found.length === 0) this.#rules.delete(key);
    if (allowsMore(rule)) this.#allowingMore--;
  }

  /** Returns the rules that may match an address, in no order. */
  find(visited: VisitedAddress): readonly RedirectRule[] {
    const path = pathKey(visited.path);
    const { parameters } = visited;
    const whole = this.#get(parameters.length === 0 ? path : `${path}?${all(parameters)}`);
    if (this.#allowingMore === 0) return whole;
    const partial = parameters.flatMap((parameter) => this.#get(`${path}&${text(parameter)}`));
    return [...whole, ...this.#get(`${path}&`), ...partial];
  }

  #get(key: string): readonly RedirectRule[] {
    const found = this.#rules.get(key);
    if (found === undefined) return NO_RULES;
    return Array.isArray(found) ? found : [found];
  }
}
