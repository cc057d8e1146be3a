import { formatDate, toWallClock } from '@almanac/dates';
import { actionData } from '@almanac/redirects/cleaning';
import type { Settings } from '@almanac/service';
import type { Hits } from '../hits/hits.ts';
import type { Rule } from './rule.ts';

/** Data beside a rule that its view needs. */
export interface RuleSurroundings {
  readonly hits: Hits;
  /** True if its group is enabled: a disabled group disables its rules. */
  readonly groupEnabled: boolean;
  readonly settings: Settings;
  /** The language of the names of months. */
  readonly language: string;
}

const NO_ACCESS = '-';

/** Returns a day in the site's date format and timezone; `-` for never. */
export const shownDay = (
  moment: string | null,
  { settings, language }: Pick<RuleSurroundings, 'settings' | 'language'>,
) => {
  if (moment === null) return NO_ACCESS;
  const { timezone, date_format } = settings.current();
  return formatDate(date_format, toWallClock(Date.parse(moment), timezone), language, timezone);
};

/** Returns a rule as the interface shows it (docs/interface/redirection.md §4). */
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
