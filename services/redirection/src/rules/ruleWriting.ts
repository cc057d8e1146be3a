import type { Documents } from '@almanac/documents';
import type { UnitOfWork } from '@almanac/event-sourcing';
import { redirectionErrors } from '../errors.ts';
import { groupDecider, isThere as isGroup } from '../groups/group.ts';
import { type Hits, setHits } from '../hits/hits.ts';
import { optionsDecider, SITE } from '../options/options.ts';
import type { Redirection } from '../redirection.ts';
import { type Rule, type RuleFields, ruleDecider, rules } from './rule.ts';

/** A rule to create, with its id. */
export interface NewRule {
  readonly id: number;
  readonly fields: RuleFields;
  readonly enabled: boolean;
  /** The initial values of its counter. */
  readonly hits?: Partial<Hits>;
}

/**
 * Returns the id of the group.
 * @throws DomainError 400 for a missing group
 */
export const requireGroup = async (unit: UnitOfWork, group: number | undefined): Promise<number> => {
  if (group === undefined || !isGroup(await unit.load(groupDecider, group)))
    throw redirectionErrors.unknownGroupOfRule();
  return group;
};

/** Returns the number of rules in a group: the position of its next rule. */
export const nextPosition = (documents: Documents, group: number): Promise<number> =>
  documents.count(rules, { field: 'group_id', equals: group });

/** Creates rules within a unit of work. Call `startCounters` after its commit. */
export const createRules = async (unit: UnitOfWork, made: readonly NewRule[]): Promise<Rule[]> => {
  const created: Rule[] = [];
  for (const { id, fields, enabled, hits = {} } of made) {
    await unit.decide(ruleDecider, id, { type: 'CreateRule', fields, enabled }, undefined);
    created.push(await unit.decide(ruleDecider, id, { type: 'SetHits', hits }, undefined));
  }
  for (const [group, rules] of Map.groupBy(created, ({ group_id }) => group_id))
    await fillGroup(unit, group, rules.length);
  return created;
};

/** Sets the counters of new rules to the values in their commit. */
export const startCounters = async (
  ports: Pick<Redirection, 'documents' | 'entries'>,
  made: readonly NewRule[],
  created: readonly Rule[],
): Promise<void> => {
  const hits = new Map(made.map((each) => [each.id, each.hits]));
  for (const { id: rule, version } of created) await setHits(ports, { rule, version, hits: hits.get(rule) ?? {} });
};

/** Records in the group that it has received rules: a concurrent deletion of the group must look for rules again. */
export const fillGroup = async (unit: UnitOfWork, group: number, count: number): Promise<void> => {
  await unit.decide(groupDecider, group, { type: 'FillGroup', rules: count }, undefined);
};

/** Stores the group that a rule was last saved in, as the default for the next rule. */
export const rememberGroup = async (unit: UnitOfWork, group: number): Promise<void> => {
  const changes = { last_group_id: group };
  await unit.decide(optionsDecider, SITE, { type: 'ChangeOptions', changes }, undefined);
};
