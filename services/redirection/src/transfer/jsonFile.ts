import { DomainError } from '@almanac/domain';
import { isObject } from '@almanac/rest';
import type { Group } from '../groups/group.ts';
import { groupView } from '../groups/groupLists.ts';
import type { Hits } from '../hits/hits.ts';
import type { Rule } from '../rules/rule.ts';
import { ruleView } from '../rules/ruleView.ts';
import { transferMessages } from './parsed.ts';
import { writtenSource } from './ruleSource.ts';

// docs/interface/redirection.md §12.1

type Members = Readonly<Record<string, unknown>>;

/** What a JSON file holds, as far as it has the right form. */
export interface JsonFile {
  readonly groups: readonly Members[];
  readonly rules: readonly unknown[];
}

const MOST_GROUPS = 1_000;

/** In which days are written: the one that they are read in. */
export const FILE_LANGUAGE = 'en';

const unreadable = (reason: string): DomainError =>
  new DomainError('redirect_import_invalid_json', 400, transferMessages.json, { params: { reason } });

/** @throws DomainError 400 for what is no JSON, or has no list of redirects */
export const readJson = (text: string): JsonFile => {
  const file = parsed(text);
  if (!isObject(file) || !Array.isArray(file.redirects)) throw unreadable(transferMessages.jsonForm);
  const groups = Array.isArray(file.groups) ? file.groups.filter(isObject).slice(0, MOST_GROUPS) : [];
  return { groups, rules: file.redirects };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw unreadable(error.message.slice(0, 200));
  }
};

/** A rule of a JSON file as a request would send it: texts as targets are those of plain rules. */
export const sentOfJson = (rule: Members): Members => {
  const { url, match_data: data, action_data: target, ...members } = rule;
  const regex = isObject(data) && isObject(data.source) ? data.source.flag_regex === true : Boolean(members.regex);
  return {
    ...members,
    url: typeof url === 'string' ? writtenSource(url, regex) : url,
    match_data: data,
    action_data: typeof target === 'string' ? { url: target } : target,
  };
};

export interface Exported {
  readonly groups: readonly Group[];
  readonly rules: readonly Rule[];
  readonly hits: (rule: number) => Hits;
}

/** Rules and groups as a JSON file: what it is made of comes back as it was. */
export const writeJson = (
  { groups, rules, hits }: Exported,
  {
    version,
    at,
    settings,
  }: { readonly version: string; readonly at: Date; readonly settings: Parameters<typeof ruleView>[1]['settings'] },
): string => {
  const counts = Map.groupBy(rules, ({ group_id }) => group_id);
  const file = {
    plugin: { version, date: at.toUTCString() },
    groups: groups.map((group) => groupView(group, counts.get(group.id)?.length ?? 0)),
    redirects: rules.map((rule) =>
      ruleView(rule, { hits: hits(rule.id), groupEnabled: true, settings, language: FILE_LANGUAGE }),
    ),
  };
  return `${JSON.stringify(file, null, 4)}\n`;
};
