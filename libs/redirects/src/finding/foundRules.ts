import type { RedirectRule } from '../rule.ts';
import type { VisitedAddress } from '../visit.ts';

/** The rules for the address of a visit in the order in which they are asked. */
export interface FoundRules {
  readonly visited: VisitedAddress;
  readonly rules: readonly RedirectRule[];
  /** True if one of them depends on the user who is signed in. */
  readonly askWho: boolean;
}
