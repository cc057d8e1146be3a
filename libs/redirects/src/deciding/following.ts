import type { FoundRules } from '../finding/foundRules.ts';
import type { RedirectOutcome } from '../outcome.ts';
import type { Visit } from '../visit.ts';
import { decide } from './decide.ts';
import { ownPage, visitedPage } from './target.ts';

/** Maximum number of redirects in a row: browsers follow no more. */
const MAX_REDIRECTS = 20;
/** Maximum number of characters of all addresses in a row: patterns take time for each. */
const MAX_CHARACTERS = 16_000;
/** Milliseconds assumed between two redirects, so that a target with a time in it does not count as endless. */
const REDIRECT_MS = 1_000;

/** `late` if nothing else has answered the address: the rules for missing pages apply then. */
export type RuleStage = 'early' | 'late';

const NO_REDIRECT: RedirectOutcome = { kind: 'none' };

/**
 * Returns the first accepted outcome of the rules. Rules for missing pages apply `late` only, all others `early` only.
 */
export const firstOutcome = (
  { rules, visited }: FoundRules,
  visit: Visit,
  when: RuleStage,
  isAccepted: (outcome: RedirectOutcome) => boolean = () => true,
): RedirectOutcome => {
  for (const rule of rules) {
    if ((rule.match.type === 'page') !== (when === 'late')) continue;
    const outcome = decide(rule, { visit, visited });
    if (outcome !== undefined && isAccepted(outcome)) return outcome;
  }
  return NO_REDIRECT;
};

export interface Following {
  readonly find: (target: string) => FoundRules;
  readonly when: RuleStage;
}

/** The redirects of a visit. */
export interface RedirectChain {
  /** The pages of this site, from the visited one on. */
  readonly pages: readonly string[];
  /** True if the redirects return to a page, or browsers would not follow all of them. */
  readonly isEndless: boolean;
  /** The outcome at the last page: it may lead to a post, whose address only its service knows. */
  readonly last: RedirectOutcome;
}

/**
 * Follows redirects within this site, by rules or to a page's canonical address (docs/interface/redirects.md §4).
 * @param location the target of the first redirect
 */
export const follow = (visit: Visit, location: string, { find, when }: Following): RedirectChain => {
  const pages = [visitedPage(visit)];
  let last: RedirectOutcome = NO_REDIRECT;
  let isShown = false;
  for (let page = ownPage(location, visit); page !== undefined; ) {
    if (pages.includes(page) || isTooLong(pages)) return { pages, isEndless: true, last };
    pages.push(page);
    last = outcomeAt(page, pages.length, visit, isShown ? { find, when: 'early' } : { find, when });
    // the site redirects only pages that it shows to their canonical address
    isShown = last.kind === 'none';
    if (last.kind === 'redirect') page = ownPage(last.location, { origin: visit.origin, target: page });
    else page = isShown ? otherAddress(visit, page) : undefined;
  }
  return { pages, isEndless: false, last };
};

const isTooLong = (pages: readonly string[]): boolean =>
  pages.length > MAX_REDIRECTS || pages.reduce((sum, page) => sum + page.length, 0) > MAX_CHARACTERS;

/** Returns the canonical address of a page that is visited under another one; else undefined. */
const otherAddress = ({ rightAddress }: Visit, page: string): string | undefined => {
  const right = rightAddress(page);
  return right === page ? undefined : right;
};

/** Returns the outcome at a page after some redirects. */
const outcomeAt = (page: string, redirects: number, visit: Visit, { find, when }: Following): RedirectOutcome => {
  if (visit.rightAddress(page) === undefined) return NO_REDIRECT;
  const found = find(page);
  if (found.rules.length === 0) return NO_REDIRECT;
  const now = new Date(visit.now.getTime() + redirects * REDIRECT_MS);
  const next = { ...visit, target: page, now };
  const outcome = firstOutcome(found, next, 'early');
  return outcome.kind === 'none' && when === 'late' ? firstOutcome(found, next, 'late') : outcome;
};
