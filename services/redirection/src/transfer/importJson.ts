import { isDomainError } from '@almanac/i18n';
import { isObject } from '@almanac/rest';
import { groupDecider } from '../groups/group.ts';
import { storedName } from '../groups/groupRoutes.ts';
import type { Redirection } from '../redirection.ts';
import { sentHits } from '../rules/createRules.ts';
import { shownDay } from '../rules/ruleView.ts';
import { FILE_LANGUAGE, type JsonFile, sentOfJson } from './jsonFile.ts';
import { type ImportRequest, type ImportResult, loadRules, readRuleArgs, type SentLine } from './loadRules.ts';
import { type ParsedProblem, transferMessages } from './parsed.ts';

const OTHERS = 'Group';

/** Imports a JSON file. Creates every group of the file, and one for each unknown group that its rules name. */
export const importJson = async (
  redirection: Redirection,
  loading: ImportRequest,
  file: JsonFile,
): Promise<ImportResult> => {
  const groups = new Map<unknown, number>();
  for (const { id, ...members } of file.groups) groups.set(id, await createGroup(redirection, loading, members));
  const groupOf = async (named: unknown): Promise<number> => {
    const known = groups.get(named) ?? (await createGroup(redirection, loading, {}));
    groups.set(named, known);
    return known;
  };
  return loadRules(redirection, loading, linesOf(redirection, file, groupOf), 0);
};

async function* linesOf(
  redirection: Redirection,
  { rules }: JsonFile,
  groupOf: (named: unknown) => Promise<number>,
): AsyncGenerator<SentLine | ParsedProblem> {
  let line = 0;
  for await (const rule of rules) {
    line++;
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

const createGroup = async (
  { numbers }: Redirection,
  { commands, context }: ImportRequest,
  { name, module_id: module, enabled }: Readonly<Record<string, unknown>>,
): Promise<number> => {
  const id = await numbers.next('records');
  const fields = {
    name: (typeof name === 'string' ? storedName(name) : '') || OTHERS,
    module_id: module === 2 || module === 3 ? module : 1,
  };
  const command = { type: 'CreateGroup', fields, enabled: enabled !== false } as const;
  await commands.run(context, (unit) => unit.decide(groupDecider, id, command, undefined));
  return id;
};
