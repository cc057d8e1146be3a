import type { CommandContext, UnitOfWork } from '@almanac/event-sourcing';
import { hasCode } from '@almanac/event-store';
import { lookupKey } from '@almanac/redirects/cleaning';
import type { RuleFlags } from '@almanac/redirects/schemas';
import { groupDecider, isThere as isGroup } from '../groups/group.ts';
import { currentOptions, type Options } from '../options/options.ts';
import { atPermalink, type SiteRecord } from '../posts/siteRecords.ts';
import type { Redirection } from '../redirection.ts';
import { isThere, type Rule, ruleDecider, rules } from '../rules/rule.ts';
import { createRules, type NewRule, nextPosition } from '../rules/ruleWriting.ts';
import { type MonitorRule, rulesFor } from './movedRecord.ts';

/** A change of a record, and the once key of its effect. */
export interface Change {
  readonly before: SiteRecord | undefined;
  readonly after: SiteRecord;
  readonly effect: string;
  readonly context: CommandContext;
}

/** Creates the rules for a change of a record, once, even if the change is delivered repeatedly. */
export const watchRecord = async (redirection: Redirection, change: Change): Promise<void> => {
  if (change.before === undefined) return;
  const options = await currentOptions(redirection.documents);
  const before = atPermalink(change.before, redirection);
  const wanted = rulesFor(before, atPermalink(change.after, redirection), options);
  if (wanted.length === 0) return;
  const made = await newRules(redirection, wanted, options);
  const inTheWay = await rulesAt(redirection, wanted);
  try {
    await redirection.commands.run(change.context, async (unit) => {
      if (!isGroup(await unit.load(groupDecider, options.monitor_post))) return;
      unit.once(change.effect);
      for (const { id } of inTheWay) await disable(unit, id);
      await createRules(unit, made);
    });
  } catch (error) {
    if (!hasCode(error, 'key-taken')) throw error;
  }
};

const flagsOf = ({ flag_query, flag_case, flag_trailing }: Options): RuleFlags => ({
  flag_query,
  flag_case,
  flag_trailing,
  flag_regex: false,
});

const newRules = async (
  redirection: Redirection,
  wanted: readonly MonitorRule[],
  options: Options,
): Promise<NewRule[]> => {
  const first = await nextPosition(redirection.documents, options.monitor_post);
  const made: NewRule[] = [];
  for (const [index, { from, to, enabled }] of wanted.entries())
    made.push({
      id: await redirection.numbers.next('records'),
      enabled,
      fields: {
        group_id: options.monitor_post,
        position: first + index,
        url: from,
        flags: flagsOf(options),
        title: '',
        match: { type: 'url', url: to },
        action_type: 'url',
        action_code: 301,
        log_exclude: false,
      },
    });
  return made;
};

/** Returns the rules at the new addresses of records: they would redirect visitors away from them. */
const rulesAt = async ({ documents }: Redirection, wanted: readonly MonitorRule[]): Promise<Rule[]> => {
  const moved = wanted.filter(({ enabled }) => enabled);
  const plain = { flag_query: 'exact', flag_case: false, flag_trailing: false, flag_regex: false } as const;
  const found = await documents.find<Rule>(rules, {
    filter: { field: 'key', in: moved.map(({ to }) => lookupKey(to, plain)) },
  });
  return found.filter((rule) => rule.enabled && moved.some(({ to }) => to === rule.url));
};

const disable = async (unit: UnitOfWork, id: number): Promise<void> => {
  if (isThere(await unit.load(ruleDecider, id))) await unit.decide(ruleDecider, id, { type: 'DisableRule' }, undefined);
};
