export { defaultRedirectOptions, type RedirectOptions, redirectOptions } from './options.ts';
export type { RedirectOutcome } from './outcome.ts';
export {
  type ActionType,
  actionTypes,
  modules,
  queryModes,
  type RedirectRule,
  type RuleFlags,
  type RuleMatch,
  redirectGroup,
  redirectRule,
  ruleMatch,
} from './rule.ts';
