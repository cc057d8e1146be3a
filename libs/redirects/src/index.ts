export type { RedirectChain } from './deciding/following.ts';
export { locationOf } from './deciding/target.ts';
export type { FoundRules } from './finding/foundRules.ts';
export type { RedirectOutcome } from './outcome.ts';
export { type NamedPost, permalinkReader } from './permalink.ts';
export { RuleSet } from './ruleSet.ts';
export { type Visit, VisitedAddress, type Visitor } from './visit.ts';
