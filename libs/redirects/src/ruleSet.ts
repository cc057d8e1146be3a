import { dependsOnUser } from './deciding/condition.ts';
import { firstOutcome, follow, type RedirectChain, type RuleStage } from './deciding/following.ts';
import { ExactIndex } from './finding/exactIndex.ts';
import type { FoundRules } from './finding/foundRules.ts';
import { byPosition } from './finding/order.ts';
import { PatternIndex } from './finding/patternIndex.ts';
import { isSameAddress } from './finding/sameAddress.ts';
import type { RedirectOutcome } from './outcome.ts';
import { compilePattern, MAX_COMPILED, matchesPattern, type Pattern } from './pattern.ts';
import { modules, type RedirectGroup, type RedirectRule, type RuleFlags } from './rule.ts';
import { type Visit, VisitedAddress } from './visit.ts';

/** Maximum number of rules compared with one address, and of patterns tried. */
const MAX_RULES = 300;
/** Maximum number of endless rules tried per address; after these no rule of it redirects. */
const MAX_ENDLESS = 5;

const patternOf = ({ url, flags }: RedirectRule): Pattern | undefined =>
  compilePattern(url, { ignoreCase: flags.flag_case });

const nothingFound = (visited: VisitedAddress): FoundRules => ({ visited, rules: [], askWho: false });

/**
 * All rules of a site, in memory.
 * The number of rules affects neither changes nor lookups: a change depends on the rule's size, a lookup on the
 * address's length.
 */
export class RuleSet<Rule extends RedirectRule = RedirectRule, Group extends RedirectGroup = RedirectGroup> {
  readonly #rules = new Map<number, Rule>();
  readonly #groups = new Map<number, Group>();
  readonly #exact = new ExactIndex();
  readonly #patterns = new PatternIndex();
  /** One shared object for all rules with the same flags. */
  readonly #flags = new Map<string, RuleFlags>();

  get size(): number {
    return this.#rules.size;
  }

  rule(id: number): Rule | undefined {
    return this.#rules.get(id);
  }

  group(id: number): Group | undefined {
    return this.#groups.get(id);
  }

  put(given: Rule): void {
    this.remove(given.id);
    const rule = { ...given, flags: this.#shared(given.flags) };
    this.#rules.set(rule.id, rule);
    this.#indexOf(rule).add(rule);
    // compiled now, so that no visit has to compile many patterns
    if (rule.flags.flag_regex && this.#patterns.size <= MAX_COMPILED) patternOf(rule);
  }

  remove(id: number): void {
    const rule = this.#rules.get(id);
    if (rule === undefined) return;
    this.#rules.delete(id);
    this.#indexOf(rule).delete(rule);
  }

  putGroup(group: Group): void {
    this.#groups.set(group.id, group);
  }

  /** Rules of a missing group do not apply. */
  removeGroup(id: number): void {
    this.#groups.delete(id);
  }

  /** Returns the rules for an address, including those for missing pages. */
  find(target: string): FoundRules {
    const visited = new VisitedAddress(target);
    const exact = this.#findExact(visited);
    const found = this.#patterns.size === 0 ? exact : [...exact, ...this.#findPatterns(visited)];
    if (found.length === 0) return nothingFound(visited);
    const rules = found.length === 1 ? found : found.toSorted(byPosition);
    return { visited, rules, askWho: rules.some(({ match }) => dependsOnUser(match)) };
  }

  #findExact(visited: VisitedAddress): readonly RedirectRule[] {
    const near = this.#exact.find(visited);
    // the usual case of at most one rule, without copies
    if (near.length < 2) return near.every((rule) => this.#isAsked(rule) && isSameAddress(rule, visited)) ? near : [];
    const asked = near.filter((rule) => this.#isAsked(rule));
    return asked.slice(0, MAX_RULES).filter((rule) => isSameAddress(rule, visited));
  }

  #findPatterns({ searched }: VisitedAddress): RedirectRule[] {
    const near = this.#patterns.find(searched, (rule) => this.#isAsked(rule));
    const tried = near.length > MAX_RULES ? near.toSorted(byPosition).slice(0, MAX_RULES) : near;
    return tried.filter((rule) => {
      const pattern = patternOf(rule);
      return pattern !== undefined && matchesPattern(pattern, searched);
    });
  }

  /**
   * Returns the outcome of a visit by the rules found for its address (docs/interface/redirects.md §5).
   * It skips rules whose redirects never end.
   */
  decide(found: FoundRules, visit: Visit, when: RuleStage = 'early'): RedirectOutcome {
    let endless = 0;
    const ends = (outcome: RedirectOutcome): boolean => {
      if (outcome.kind !== 'redirect') return true;
      if (endless < MAX_ENDLESS && !this.follow(visit, outcome.location, when).isEndless) return true;
      endless++;
      return false;
    };
    return firstOutcome(found, visit, when, ends);
  }

  /** Follows the redirects of a visit from a location on. */
  follow(visit: Visit, location: string, when: RuleStage = 'early'): RedirectChain {
    return follow(visit, location, { find: (target) => this.find(target), when });
  }

  #isAsked({ enabled, group_id }: RedirectRule): boolean {
    const group = this.#groups.get(group_id);
    return enabled && group?.enabled === true && group.module_id === modules.core;
  }

  #indexOf({ flags }: RedirectRule): ExactIndex | PatternIndex {
    return flags.flag_regex ? this.#patterns : this.#exact;
  }

  #shared(flags: RuleFlags): RuleFlags {
    const key = Object.values(flags).join();
    const shared = this.#flags.get(key) ?? flags;
    this.#flags.set(key, shared);
    return shared;
  }
}
