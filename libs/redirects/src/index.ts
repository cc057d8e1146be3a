export { type NamedPost, permalinkReader } from './permalink.ts';
export { decideVisit, type FoundRules, RuleSet } from './ruleSet.ts';
export type { Visit, VisitedAddress, Visitor } from './visit.ts';
