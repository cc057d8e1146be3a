import { formatDate, toWallClock } from '@almanac/dates';
import { actionData } from '@almanac/redirects/cleaning';
import type { Settings } from '@almanac/service';
import type { Hits } from '../hits/hits.ts';
import type { Rule } from './rule.ts';

/** What of a rule's surroundings an answer shows. */
export interface RuleSurroundings {
  readonly hits: Hits;
  /** Whether its group is enabled: a disabled group disables its rules. */
  readonly groupEnabled: boolean;
  readonly settings: Settings;
  /** In which names of months are written. */
  readonly language: string;
}

const NEVER = '-';

/** A day as the site writes days, on its clocks; `-` for never. */
export const shownDay = (
  moment: string | null,
  { settings, language }: Pick<RuleSurroundings, 'settings' | 'language'>,
) => {
  if (moment === null) return NEVER;
  const { timezone, date_format } = settings.current();
  return formatDate(date_format, toWallClock(Date.parse(moment), timezone), language, timezone);
};

/** A rule as the interface shows it (docs/interface/redirection.md §4). */
export const ruleView = (rule: Rule, surroundings: RuleSurroundings) => ({
  id: rule.id,
  url: rule.url,
  match_url: rule.key,
  match_data: { source: rule.flags, ...(rule.log_exclude && { options: { log_exclude: true } }) },
  action_code: rule.action_code,
  action_type: rule.action_type,
  action_data: actionData(rule.match),
  match_type: rule.match.type,
  title: rule.title,
  hits: surroundings.hits.hits,
  regex: rule.flags.flag_regex,
  group_id: rule.group_id,
  position: rule.position,
  last_access: shownDay(surroundings.hits.last, surroundings),
  enabled: rule.enabled && surroundings.groupEnabled,
});

export type RuleView = ReturnType<typeof ruleView>;
