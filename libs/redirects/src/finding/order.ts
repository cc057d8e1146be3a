import type { RedirectRule } from '../rule.ts';

/** The order in which rules are asked (docs/interface/redirects.md §2). */
export const byPosition = (one: RedirectRule, other: RedirectRule): number =>
  one.position - other.position || one.id - other.id;
