import type { RedirectOutcome } from '../outcome.ts';
import type { RedirectRule } from '../rule.ts';
import type { Visit, VisitedAddress } from '../visit.ts';
import { conditionHolds, targetFor } from './condition.ts';
import { locationOf } from './target.ts';

interface VisitInput {
  readonly visit: Visit;
  readonly visited: VisitedAddress;
}

const POST = /^\d{1,15}$/;
/** Matches a path of this site. */
const OWN_PATH = /^\/(?!\/)/;

const leading = (rule: RedirectRule, target: string, asked: VisitInput): RedirectOutcome | undefined => {
  if (target === '') return undefined;
  const isPost = POST.test(target) && Number(target) > 0;
  if (isPost && rule.action_type === 'url')
    return { kind: 'post', rule: rule.id, code: rule.action_code, post: Number(target) };
  const location = locationOf(rule, target, asked);
  if (location === undefined) return undefined;
  if (rule.action_type === 'url') return { kind: 'redirect', rule: rule.id, code: rule.action_code, location };
  return OWN_PATH.test(location) ? { kind: 'pass', rule: rule.id, target: location } : undefined;
};

/** Returns the outcome of a rule that matches the visit's address; undefined to ask the next rule. */
export const decide = (rule: RedirectRule, asked: VisitInput): RedirectOutcome | undefined => {
  const { id, action_type: action, action_code: code, match } = rule;
  const holds = conditionHolds(match, asked.visit);
  if (action === 'url' || action === 'pass') return leading(rule, targetFor(match, holds), asked);
  if (!holds) return undefined;
  return action === 'nothing' ? { kind: 'nothing', rule: id } : { kind: action, rule: id, code };
};
