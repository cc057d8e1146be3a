import type { Filter } from '@almanac/documents';
import { canonicalPath } from '@almanac/i18n';
import {
  locationOf,
  type RedirectChain,
  type RedirectOutcome,
  RuleSet,
  type Visit,
  VisitedAddress,
} from '@almanac/redirects';
import { lookupKey } from '@almanac/redirects/cleaning';
import { modules, type RuleFlags } from '@almanac/redirects/schemas';
import { createPause } from '@almanac/rest';
import { groups } from '../groups/group.ts';
import type { Redirection } from '../redirection.ts';
import { type Rule, rules } from './rule.ts';
import { hasTarget, targetsOf } from './targets.ts';

/** A warning about a rule that is saved anyway (docs/interface/redirection.md §4.2). */
export interface Warning {
  readonly code: 'redirect_loop' | 'redirect_chain' | 'redirect_target';
  /** English with `{placeholders}`, which catalogues translate. */
  readonly message: string;
  readonly params: Readonly<Record<string, string>>;
}

export const warningMessages = {
  redirect_loop: '{url} leads back to itself and will not redirect.',
  redirect_chain: '{url} leads to {target}, which is redirected again.',
  redirect_target: '{url} leads to an address that is never redirected to: {target}',
} as const;

/** The limit of rules per query. A site with more rules at one address, or more patterns, is checked in part only. */
const MAX_RULES = 1_000;
/** The number of addresses whose rules are read by one query. */
const READ_AT_ONCE = 100;
/** An address without any rule. */
const NO_ADDRESS = '/\u0000';

const plain: RuleFlags = { flag_query: 'exact', flag_case: true, flag_trailing: true, flag_regex: false };

/** Returns the keys of the rules without pattern that may match an address. */
const keysOf = (address: string): string[] => [
  lookupKey(address, plain),
  lookupKey(address, { ...plain, flag_query: 'exactorder' }),
];

const REFERENCE = /\$\d{1,2}|\$\{\d{1,2}\}|\\\d{1,2}/g;

/** Returns a stored address as a browser sends it. */
const sentAddress = (url: string): string => encodeURI(url).replaceAll('#', '%23');

const asked: Filter = {
  all: [
    { field: 'enabled', equals: true },
    {
      field: 'group_id',
      referencedBy: {
        collection: groups,
        field: 'id',
        filter: {
          all: [
            { field: 'enabled', equals: true },
            { field: 'module_id', equals: modules.core },
          ],
        },
      },
    },
  ],
};

/**
 * Applies the rules as gateways do, without reading all of them: it finds the outcome of a visit, and the warnings for the rules that one request has saved. Follows each rule as gateways do
 * (docs/interface/redirects.md §4), for an unknown visitor. The rules on the way are read when they are reached.
 */
export class RuleWarnings {
  readonly #redirection: Redirection;
  readonly #origin: string;
  readonly #set = new RuleSet();
  readonly #read = new Set<string>();
  readonly #pause = createPause();

  /** @param origin the site's address: `https://example.org` */
  constructor(redirection: Redirection, origin: string) {
    this.#redirection = redirection;
    this.#origin = origin;
  }

  async of(rule: Rule): Promise<Warning[]> {
    if (!hasTarget(rule.action_type)) return [];
    const warnings: Warning[] = [];
    for (const target of targetsOf(rule.match)) {
      const code = await this.#codeOf(rule, target);
      if (code !== undefined)
        warnings.push({ code, message: warningMessages[code], params: { url: rule.url, target } });
    }
    return warnings;
  }

  /**
   * Returns the code of the warning for one target. For a pattern, an example is followed: the target with a letter in
   * place of each match.
   */
  async #codeOf(rule: Rule, target: string): Promise<Warning['code'] | undefined> {
    if (/^\s*(?:javascript|data|vbscript):/i.test(target)) return 'redirect_target';
    if (/^\d+$/.test(target)) return undefined;
    const isPattern = rule.flags.flag_regex;
    const visit = this.#visitAt(isPattern ? NO_ADDRESS : sentAddress(rule.url));
    const example = isPattern ? target.replaceAll(REFERENCE, 'x') : target;
    const flags = { ...rule.flags, flag_regex: false };
    const location = locationOf({ ...rule, flags }, example, { visit, visited: new VisitedAddress(visit.target) });
    if (location === undefined) return 'redirect_loop';
    if (rule.action_type === 'pass') return undefined;
    const { isEndless, pages } = await this.#follow(rule, visit, location);
    if (isEndless) return 'redirect_loop';
    const next = pages[1];
    return next !== undefined && this.#isRedirected(next) ? 'redirect_chain' : undefined;
  }

  /** Follows a rule as if it were enabled. */
  async #follow(rule: Rule, visit: Visit, location: string): Promise<RedirectChain> {
    this.#put(rule);
    for (;;) {
      const followed = this.#set.follow(visit, location);
      const keys = followed.pages.flatMap(keysOf).filter((key) => !this.#read.has(key));
      if (keys.length > 0) await this.#readRules(keys, rule);
      else {
        if (!rule.enabled) this.#set.remove(rule.id);
        return followed;
      }
    }
  }

  /** Returns the outcome of a visit by an unknown visitor, before or after no page was found. */
  outcomeAt(address: string): Promise<RedirectOutcome> {
    return this.#outcomeOf(sentAddress(address));
  }

  /** Returns the outcomes of visits, as `outcomeAt` does, to addresses as they were received. */
  async outcomesOf(targets: readonly string[]): Promise<RedirectOutcome[]> {
    const outcomes: RedirectOutcome[] = [];
    for (let at = 0; at < targets.length; at += READ_AT_ONCE) {
      const slice = targets.slice(at, at + READ_AT_ONCE);
      await this.#readUnread(slice.flatMap(keysOf));
      for (const target of slice) {
        outcomes.push(await this.#outcomeOf(target));
        await this.#pause();
      }
    }
    return outcomes;
  }

  async #outcomeOf(target: string): Promise<RedirectOutcome> {
    const visit = this.#visitAt(target);
    await this.#readUnread(keysOf(target));
    for (;;) {
      const found = this.#set.find(target);
      const early = this.#set.decide(found, visit);
      const outcome = early.kind === 'none' ? this.#set.decide(found, visit, 'late') : early;
      const ahead = outcome.kind === 'redirect' ? this.#set.follow(visit, outcome.location).pages : [];
      if (!(await this.#readUnread(ahead.flatMap(keysOf)))) return outcome;
    }
  }

  /** Reads the rules of keys that are not read yet; returns false if there are none. */
  async #readUnread(keys: readonly string[]): Promise<boolean> {
    const unread = keys.filter((key) => !this.#read.has(key));
    if (unread.length > 0) await this.#readRules(unread);
    return unread.length > 0;
  }

  /** Reads the rules of some keys; the first call also reads the patterns. */
  async #readRules(keys: readonly string[], saved?: Rule): Promise<void> {
    const wanted = this.#read.size === 0 ? ['regex', ...keys] : keys;
    const found = await this.#redirection.documents.find<Rule>(rules, {
      filter: { all: [asked, { field: 'key', in: wanted }] },
      order: [{ field: 'position', direction: 'asc' }],
      limit: MAX_RULES,
    });
    for (const rule of found) {
      await this.#pause();
      if (rule.id !== saved?.id) this.#put(rule);
    }
    for (const key of wanted) this.#read.add(key);
  }

  #put(rule: Rule): void {
    this.#set.putGroup({ id: rule.group_id, module_id: modules.core, enabled: true });
    this.#set.put({ ...rule, enabled: true });
  }

  #isRedirected(address: string): boolean {
    const { kind } = this.#set.decide(this.#set.find(address), this.#visitAt(address));
    return kind === 'redirect' || kind === 'post' || kind === 'random';
  }

  #visitAt(target: string): Visit {
    const { settings, now } = this.#redirection;
    const { default_language: language } = settings.current();
    return {
      target,
      origin: this.#origin,
      host: URL.parse(this.#origin)?.hostname ?? '',
      headers: {},
      ip: '',
      now: now(),
      rightAddress: (address) => {
        const [path = '', ...query] = address.split('?');
        return [canonicalPath(path, language), ...query].join('?');
      },
    };
  }
}
