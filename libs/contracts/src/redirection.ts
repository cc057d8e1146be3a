import { redirectGroup, redirectOptions, redirectRule } from '@almanac/redirects/schemas';
import { z } from 'zod';
import { eventContract } from './eventContract.ts';
import { onlyId } from './facts.ts';

/**
 * The version of a record's stream. A gateway reads all rules and receives changes at the same time; it keeps the
 * newest version of each record.
 */
const version = z.int().positive().meta({ description: 'Counts the changes of the record.' });

/** A whole rule, so that a consumer needs no earlier event. */
export const versionedRule = redirectRule.extend({ version });
export type VersionedRule = z.infer<typeof versionedRule>;

export const versionedGroup = redirectGroup.extend({ version });
export type VersionedGroup = z.infer<typeof versionedGroup>;

export const versionedOptions = z.object({ version, options: redirectOptions });
export type VersionedOptions = z.infer<typeof versionedOptions>;

export const ruleChanged = eventContract(
  'redirection.rule-changed.v1',
  'A redirect rule was made or changed; its hits are not part of it.',
  versionedRule,
);
export const ruleDeleted = eventContract('redirection.rule-deleted.v1', 'A redirect rule is gone.', onlyId);
export const ruleGroupChanged = eventContract(
  'redirection.group-changed.v1',
  'A group of redirect rules was made or changed.',
  versionedGroup,
);
export const ruleGroupDeleted = eventContract(
  'redirection.group-deleted.v1',
  'A group of redirect rules is gone, and its rules with it, whether or not they are named.',
  onlyId,
);
export const redirectSettingsChanged = eventContract(
  'redirection.settings-changed.v1',
  'The settings of redirection have changed, as far as they are about visits.',
  versionedOptions,
);

export const redirectionEvents = [
  ruleChanged,
  ruleDeleted,
  ruleGroupChanged,
  ruleGroupDeleted,
  redirectSettingsChanged,
] as const;
