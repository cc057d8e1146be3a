import { changedFields, isEmpty } from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import { type Decider, idAndVersion } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import { actionData, lookupKey } from '@almanac/redirects/cleaning';
import type { RedirectRule } from '@almanac/redirects/schemas';
import type { RecordRegistration } from '@almanac/service';
import { redirectionErrors } from '../errors.ts';
import type { Hits } from '../hits/hits.ts';
import { targetsOf } from './targets.ts';

/** The fields of a rule that a request can write. */
export interface RuleFields extends Omit<RedirectRule, 'id' | 'enabled'> {
  /** The title for editors; empty for none. */
  readonly title: string;
}

export interface Rule extends RuleFields {
  readonly id: number;
  readonly version: number;
  readonly deleted: boolean;
  /** True if the rule itself is enabled; its group may still be disabled. */
  readonly enabled: boolean;
  /** The key for finding the rule (`lookupKey`). */
  readonly key: string;
  /** The address in the form that lists sort by. */
  readonly sortUrl: string;
  /** All targets of the rule as one text for searches. */
  readonly target: string;
}

/** All fields of a rule after an event. Integration events carry all of them and follow from the event alone. */
export type WholeRule = RuleFields & Pick<Rule, 'enabled'>;

export type RuleEvent =
  | Event<'RuleCreated', WholeRule>
  | Event<'RuleChanged', WholeRule>
  | Event<'RuleEnabled', WholeRule>
  | Event<'RuleDisabled', WholeRule>
  /** An editor has set the counter; hits themselves are not events. */
  | Event<'RuleHitsSet', Partial<Hits>>
  | Event<'RuleDeleted', Readonly<Record<never, never>>>;

export type RuleCommand =
  | { readonly type: 'CreateRule'; readonly fields: RuleFields; readonly enabled: boolean }
  | { readonly type: 'ChangeRule'; readonly changes: Partial<RuleFields> }
  | { readonly type: 'EnableRule' }
  | { readonly type: 'DisableRule' }
  | { readonly type: 'SetHits'; readonly hits: Partial<Hits> }
  | { readonly type: 'DeleteRule' };

const absent: Rule = {
  id: 0,
  version: 0,
  deleted: false,
  enabled: false,
  group_id: 0,
  position: 0,
  url: '',
  flags: { flag_query: 'exact', flag_case: false, flag_trailing: false, flag_regex: false },
  match: { type: 'url' },
  action_type: 'url',
  action_code: 301,
  log_exclude: false,
  title: '',
  key: '',
  sortUrl: '',
  target: '',
};

const MAX_SORT_KEY_LENGTH = 200;

/** True if the rule exists. */
export const isThere = ({ version, deleted }: Rule): boolean => version > 0 && !deleted;

const changeOf = ({ type, data }: RuleEvent): Partial<Rule> => {
  if (type === 'RuleDeleted') return { deleted: true };
  return type === 'RuleHitsSet' ? {} : data;
};

const wholeOf = (rule: Rule): WholeRule => {
  const { group_id, position, enabled, url, flags, match, action_type, action_code, log_exclude, title } = rule;
  return { group_id, position, enabled, url, flags, match, action_type, action_code, log_exclude, title };
};

/** Returns the address in the form that lists sort by. */
export const sortUrlOf = (url: string): string => url.toLowerCase().slice(0, MAX_SORT_KEY_LENGTH);

const derived = ({ url, flags, match }: RuleFields) => ({
  key: lookupKey(url, flags),
  sortUrl: sortUrlOf(url),
  target: targetsOf(match).join(' '),
});

/**
 * Redirect rules, `rule-<id>`, with their decisions (docs/interface/redirection.md §4). Callers clean the values first.
 */
export const ruleDecider: Decider<Rule, RuleEvent, RuleCommand> = {
  category: 'rule',
  initialState: absent,
  eventTypes: ['RuleCreated', 'RuleChanged', 'RuleEnabled', 'RuleDisabled', 'RuleHitsSet', 'RuleDeleted'],
  projectionVersion: 1,
  evolve: (state, event) => {
    const next = { ...state, ...changeOf(event), ...idAndVersion(event) };
    return { ...next, ...derived(next) };
  },
  /** @throws DomainError 400 for a missing rule */
  decide: (state, command) => {
    if (command.type === 'CreateRule') {
      return [{ type: 'RuleCreated', data: { ...command.fields, enabled: command.enabled } }];
    }
    if (!isThere(state)) throw redirectionErrors.unknownRule();
    if (command.type === 'ChangeRule') {
      const changes = changedFields<RuleFields>(state, command.changes);
      return isEmpty(changes) ? [] : [{ type: 'RuleChanged', data: { ...wholeOf(state), ...changes } }];
    }
    if (command.type === 'DeleteRule') return [{ type: 'RuleDeleted', data: {} }];
    if (command.type === 'SetHits') return isEmpty(command.hits) ? [] : [{ type: 'RuleHitsSet', data: command.hits }];
    const enabled = command.type === 'EnableRule';
    if (enabled === state.enabled) return [];
    return [{ type: enabled ? 'RuleEnabled' : 'RuleDisabled', data: { ...wholeOf(state), enabled } }];
  },
};

export const rules: Collection = {
  name: 'rules',
  projectionVersion: ruleDecider.projectionVersion,
  indexes: [
    ['group_id', 'position'],
    ['sortUrl'],
    ['position'],
    ['key'],
    ['enabled'],
    ['match.type'],
    ['action_type'],
    ['action_code'],
    ['flags.flag_regex'],
  ],
  texts: ['url', 'title', 'target'],
};

export const ruleRegistration: RecordRegistration<Rule, RuleEvent> = {
  aggregate: ruleDecider,
  collection: rules,
  isGone: (state) => state.deleted,
  written: {
    route: '/redirection/v1/redirect/{id}',
    readOnly: ['enabled'],
    members: (rule) => ({
      url: rule.url,
      match_type: rule.match?.type,
      action_type: rule.action_type,
      action_code: rule.action_code,
      action_data: rule.match && actionData(rule.match),
      match_data: { source: rule.flags, options: { log_exclude: rule.log_exclude } },
      title: rule.title,
      group_id: rule.group_id,
      position: rule.position,
      enabled: rule.enabled,
    }),
    references: { group_id: 'group' },
    name: ({ url }) => url,
  },
};
