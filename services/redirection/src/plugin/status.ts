import type { Documents, Filter } from '@almanac/documents';
import { groups } from '../groups/group.ts';
import { allGroups } from '../groups/groupLists.ts';
import { currentOptions } from '../options/options.ts';
import { rules } from '../rules/rule.ts';

/** One check of the data, as administrators see it (docs/interface/redirection.md §11). */
export interface Finding {
  readonly id: 'db' | 'groups' | 'redirect_groups' | 'monitor' | 'redirect_url' | 'regex';
  readonly name: string;
  readonly message: string;
  readonly status: 'good' | 'problem';
}

const MANY_PATTERNS = 200;

/** The English texts of findings, which catalogues translate. */
export const statusMessages = {
  data: 'Data',
  dataGood: 'All data are there.',
  groups: 'Valid groups',
  groupsGood: 'Groups were found.',
  groupsProblem: 'There are no valid groups, so redirects cannot be made.',
  orphans: 'Valid redirect group',
  orphansGood: 'All redirects have a valid group.',
  orphansProblem: 'There are redirects whose group is gone.',
  monitor: 'Post monitor group',
  monitorGood: 'The group of the post monitor is valid.',
  monitorProblem: 'The group of the post monitor is gone.',
  address: 'Site and home protocol',
  addressGood: 'Site and home protocol are the same.',
  patterns: 'Regular expressions',
  patternsProblem: 'There are many regular expressions, which are slower to look through than plain addresses.',
} as const;

/** The rules whose group is missing. */
export const rulesWithoutGroup: Filter = {
  not: { field: 'group_id', referencedBy: { collection: groups, field: 'id' } },
};

const finding = (
  id: Finding['id'],
  name: string,
  [good, problem]: readonly [string, string],
  isGood: boolean,
): Finding => ({
  id,
  name,
  message: isGood ? good : problem,
  status: isGood ? 'good' : 'problem',
});

/** Returns the results of all checks of the data. */
export const findings = async (documents: Documents): Promise<Finding[]> => {
  const [known, options] = await Promise.all([allGroups(documents), currentOptions(documents)]);
  const [lost, patterns] = await Promise.all([
    documents.count(rules, rulesWithoutGroup),
    documents.count(rules, { field: 'flags.flag_regex', equals: true }),
  ]);
  const watched = options.monitor_post === 0 || known.some(({ id }) => id === options.monitor_post);
  const texts = statusMessages;
  return [
    finding('db', texts.data, [texts.dataGood, texts.dataGood], true),
    finding('groups', texts.groups, [texts.groupsGood, texts.groupsProblem], known.length > 0),
    finding('redirect_groups', texts.orphans, [texts.orphansGood, texts.orphansProblem], lost === 0),
    finding('monitor', texts.monitor, [texts.monitorGood, texts.monitorProblem], watched),
    finding('redirect_url', texts.address, [texts.addressGood, texts.addressGood], true),
    ...(patterns > MANY_PATTERNS
      ? [finding('regex', texts.patterns, [texts.patternsProblem, texts.patternsProblem], false)]
      : []),
  ];
};
