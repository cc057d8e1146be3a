import type { ActionType, RuleMatch } from '@almanac/redirects/schemas';
import { ruleMatch } from '@almanac/redirects/schemas';

/** The members of a condition that are targets. */
const TARGETS = ['url', 'url_from', 'url_notfrom', 'logged_in', 'logged_out'] as const;

/** Every type of condition. */
export const matchTypes = ruleMatch.options.map(({ shape }) => shape.type.value);

/** Returns all targets of a rule. */
export const targetsOf = (match: RuleMatch): string[] => {
  const members: Readonly<Record<string, unknown>> = match;
  return TARGETS.flatMap((name) => {
    const target = members[name];
    return typeof target === 'string' && target !== '' ? [target] : [];
  });
};

/** True if the action leads to a target that the rule names. */
export const hasTarget = (action: ActionType): boolean => action === 'url' || action === 'pass';
