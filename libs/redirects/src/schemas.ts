export { defaultRedirectOptions, type RedirectOptions, redirectOptions } from './options.ts';
export { type RedirectOutcome, redirectOutcome } from './outcome.ts';
export {
  type ActionType,
  actionTypes,
  type MatchType,
  modules,
  queryModes,
  type RedirectGroup,
  type RedirectRule,
  type RuleFlags,
  type RuleMatch,
  redirectGroup,
  redirectRule,
  ruleFlags,
  ruleMatch,
} from './rule.ts';
