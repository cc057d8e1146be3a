import { changedFields } from '@almanac/content-model';
import { streamOf } from '@almanac/event-sourcing';
import type { RestRequest } from '@almanac/rest';
import { redirectionErrors } from '../errors.ts';
import { type Hits, hitsOf, setHits } from '../hits/hits.ts';
import type { Redirection } from '../redirection.ts';
import { groupOf, ruleSite, sentHits } from './createRules.ts';
import { isThere, type Rule, ruleDecider } from './rule.ts';
import { shownDay } from './ruleView.ts';
import { fillGroup, rememberGroup, requireGroup } from './ruleWriting.ts';
import type { SentRule } from './sentRule.ts';
import { storedRule } from './storedRule.ts';

type ChangeRequest = Pick<
  RestRequest<SentRule & { readonly id: number }>,
  'args' | 'commands' | 'context' | 'site' | 'language'
>;

/**
 * Changes the fields of a rule that a request names. Another route enables and disables rules.
 * @throws DomainError 400
 */
export const changeRule = async (redirection: Redirection, asked: ChangeRequest): Promise<Rule> => {
  const { args, commands, context, site: origin } = asked;
  const site = await ruleSite(redirection, origin);
  const hits = await changedHits(redirection, asked);
  const { result } = await commands.run(
    context,
    async (unit) => {
      const before = await unit.load(ruleDecider, args.id);
      if (!isThere(before)) throw redirectionErrors.unknownRule();
      const fields = storedRule(args, args.url?.[0], site, before);
      const group = args.group_id === undefined ? before.group_id : await requireGroup(unit, groupOf(args));
      const changes = { ...fields, group_id: group };
      await unit.decide(ruleDecider, args.id, { type: 'ChangeRule', changes }, undefined);
      if (args.group_id !== undefined) await rememberGroup(unit, group);
      if (group !== before.group_id) await fillGroup(unit, group, 1);
      return unit.decide(ruleDecider, args.id, { type: 'SetHits', hits }, undefined);
    },
    { mutexKeys: [streamOf(ruleDecider, args.id)] },
  );
  await setHits(redirection, { rule: args.id, version: result.version, hits });
  return result;
};

/** Returns the new values of the counter from a request, except values that it sends back as they were shown. */
const changedHits = async (redirection: Redirection, { args, language }: ChangeRequest): Promise<Partial<Hits>> => {
  const known = (await hitsOf(redirection.documents, [args.id]))(args.id);
  const asShown = args.last_access === shownDay(known.last, { settings: redirection.settings, language });
  const { last_access, ...others } = args;
  return changedFields<Hits>(known, sentHits(asShown ? others : args, redirection));
};
