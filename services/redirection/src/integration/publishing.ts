import {
  type EventContext,
  type IntegrationEvent,
  type Mapping,
  notPublished,
  publishingOf,
  redirectSettingsChanged,
  ruleChanged,
  ruleDeleted,
  ruleGroupChanged,
  ruleGroupDeleted,
} from '@almanac/contracts';
import type { ClaimEvent } from '@almanac/event-sourcing';
import type { GroupEvent } from '../groups/group.ts';
import { type OptionsEvent, publishedOptions, publishedVersion } from '../options/options.ts';
import type { RuleEvent, WholeRule } from '../rules/rule.ts';

const changedRule = ({ stream, version, id, data }: EventContext & { readonly data: WholeRule }): IntegrationEvent => {
  const { title: _, ...rule } = data;
  return ruleChanged.of(stream, { ...rule, id, version });
};

const ruleMapping: Mapping<RuleEvent> = {
  RuleCreated: changedRule,
  RuleChanged: changedRule,
  RuleEnabled: changedRule,
  RuleDisabled: changedRule,
  RuleHitsSet: notPublished,
  RuleDeleted: ({ stream, id }) => ruleDeleted.of(stream, { id }),
};

type WholeGroup = Exclude<GroupEvent, { readonly type: 'GroupDeleted' | 'GroupFilled' }>['data'];

const changedGroup = ({ stream, version, id, data }: EventContext & { readonly data: WholeGroup }): IntegrationEvent =>
  ruleGroupChanged.of(stream, { id, version, module_id: data.module_id, enabled: data.enabled });

const groupMapping: Mapping<GroupEvent> = {
  GroupCreated: changedGroup,
  GroupChanged: changedGroup,
  GroupEnabled: changedGroup,
  GroupDisabled: changedGroup,
  GroupFilled: notPublished,
  GroupDeleted: ({ stream, id }) => ruleGroupDeleted.of(stream, { id }),
};

const others: Mapping<OptionsEvent | ClaimEvent> = {
  OptionsChanged: ({ stream, version, data }) =>
    redirectSettingsChanged.of(stream, { version: publishedVersion(version), options: publishedOptions(data.options) }),
  Taken: notPublished,
  Released: notPublished,
};

/** Maps a commit of redirection to its integration events (docs/architecture.md §3). */
export const publishing = publishingOf<RuleEvent | GroupEvent | OptionsEvent | ClaimEvent>({
  ...ruleMapping,
  ...groupMapping,
  ...others,
});
