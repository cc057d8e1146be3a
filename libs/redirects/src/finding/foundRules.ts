import type { RedirectRule } from '../rule.ts';
import type { VisitedAddress } from '../visit.ts';

/** The rules for a visit's address, in their order. */
export interface FoundRules {
  readonly visited: VisitedAddress;
  readonly rules: readonly RedirectRule[];
  /** True if one of them depends on the signed-in user. */
  readonly askWho: boolean;
}
