import { isDomainError } from '@almanac/i18n';
import { isObject } from '@almanac/rest';
import { type GroupFields, groupDecider } from '../groups/group.ts';
import { allGroups } from '../groups/groupLists.ts';
import { storedName } from '../groups/groupRoutes.ts';
import type { Redirection } from '../redirection.ts';
import { sentHits } from '../rules/createRules.ts';
import { shownDay } from '../rules/ruleView.ts';
import { foreignLines } from './foreignEntries.ts';
import { FILE_LANGUAGE, type JsonFile, sentOfJson } from './jsonFile.ts';
import {
  type ImportChoices,
  type ImportRequest,
  type ImportResult,
  loadRules,
  PLANNED_GROUP,
  readRuleArgs,
  type SentLine,
  sentOf,
} from './loadRules.ts';
import { type ParsedProblem, transferMessages } from './parsed.ts';

const OTHERS = 'Group';

/**
 * Imports a JSON file. Its groups are found by name and module, and created if they are missing; so is one group for
 * each unknown group that its rules name.
 */
export const importJson = async (
  redirection: Redirection,
  loading: ImportRequest,
  file: JsonFile,
  choices: ImportChoices,
): Promise<ImportResult> => {
  const existing = await allGroups(redirection.documents);
  const groups = new Map<unknown, number>();
  /** Returns the first group with this name that no other group of the file has, or creates one. */
  const take = async (members: Members): Promise<number> => {
    const fields = groupFields(members);
    const taken = new Set(groups.values());
    const same = existing.find((group) => !taken.has(group.id) && isSameGroup(group, fields));
    if (same !== undefined) return same.id;
    return choices.isDryRun ? PLANNED_GROUP : createGroup(redirection, loading, fields, members.enabled !== false);
  };
  for (const { id, ...members } of file.groups) groups.set(id, await take(members));
  const groupOf = async (named: unknown): Promise<number> => {
    const known = groups.get(named) ?? (await take({}));
    groups.set(named, known);
    return known;
  };
  return loadRules(redirection, loading, linesOf(redirection, file, groupOf), 0, choices);
};

type Members = Readonly<Record<string, unknown>>;

const isSameGroup = (group: GroupFields, { name, module_id }: GroupFields): boolean =>
  group.name === name && group.module_id === module_id;

async function* linesOf(
  redirection: Redirection,
  { rules }: JsonFile,
  groupOf: (named: unknown) => Promise<number>,
): AsyncGenerator<SentLine | ParsedProblem> {
  let line = 0;
  for await (const rule of rules) {
    line++;
    const foreign = isObject(rule) ? foreignLines(rule, line) : undefined;
    if (foreign !== undefined) {
      for (const each of foreign)
        yield 'reason' in each ? each : { line, sent: sentOf(each.rule), group: await groupOf(undefined) };
      continue;
    }
    const read = readRule(redirection, rule);
    if (read === undefined) yield { line, reason: transferMessages.record };
    else yield { line, sent: read.sent, group: await groupOf(read.group) };
  }
}

/** Reads a rule as a request sends it, with the id of its group in the file; undefined for an invalid entry. */
const readRule = (redirection: Redirection, rule: unknown) => {
  if (!isObject(rule)) return undefined;
  try {
    const sent = readRuleArgs({ ...sentOfJson(rule), last_access: visitOf(redirection, rule.last_access) });
    return { sent, group: rule.group_id };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return undefined;
  }
};

/** Returns the day of the last visit if it parses back to itself. Some date formats can be read as another day. */
const visitOf = (redirection: Redirection, day: unknown): string | undefined => {
  if (typeof day !== 'string') return undefined;
  const { last = null } = sentHits({ last_access: day }, redirection);
  const shown = shownDay(last, { settings: redirection.settings, language: FILE_LANGUAGE });
  return last !== null && shown === day ? day : undefined;
};

const groupFields = ({ name, module_id: module }: Members): GroupFields => ({
  name: (typeof name === 'string' ? storedName(name) : '') || OTHERS,
  module_id: module === 2 || module === 3 ? module : 1,
});

const createGroup = async (
  { numbers }: Redirection,
  { commands, context }: ImportRequest,
  fields: GroupFields,
  enabled: boolean,
): Promise<number> => {
  const id = await numbers.next('records');
  const command = { type: 'CreateGroup', fields, enabled } as const;
  await commands.run(context, (unit) => unit.decide(groupDecider, id, command, undefined));
  return id;
};
