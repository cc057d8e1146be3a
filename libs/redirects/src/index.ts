export type { Followed } from './deciding/following.ts';
export type { FoundRules } from './finding/foundRules.ts';
export { type NamedPost, permalinkReader } from './permalink.ts';
export { RuleSet } from './ruleSet.ts';
export type { Visit, VisitedAddress, Visitor } from './visit.ts';
