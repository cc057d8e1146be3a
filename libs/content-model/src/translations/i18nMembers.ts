import type { Documents } from '@almanac/documents';
import { createComposer } from '@almanac/rest';
import { z } from 'zod';
import { groupId, type TranslationGroup, translationGroups } from './translationGroup.ts';

export interface TranslatedRecord {
  readonly id: number;
  readonly language: string;
  readonly group: number | null;
}

/** A record that may have a translation group. */
export type GroupedRecord = Pick<TranslatedRecord, 'id' | 'group'>;

/** The member `i18n` of answers (docs/interface/translation.md §6). */
export const i18nSchema = z
  .strictObject({
    language: z.string(),
    /** Null for an original. */
    source_language: z.string().nullable(),
    group_id: z.int(),
    /** Ids by language, the record's own included. */
    translations: z.record(z.string(), z.int()),
  })
  .meta({ id: 'TranslationMembership' });

export type I18nMember = Readonly<z.infer<typeof i18nSchema>>;

/**
 * Returns the translation memberships of records; reads their groups in one query.
 * @param seesAll true if versions that are not public are included
 */
export const i18nMembers = async (
  documents: Documents,
  noun: string,
  records: readonly TranslatedRecord[],
  seesAll: boolean,
): Promise<(record: TranslatedRecord) => I18nMember> => {
  return i18nIn(await groupsOf(documents, noun, records), seesAll);
};

/** Returns translation memberships from groups that were read before. */
export const i18nIn = (
  groups: readonly TranslationGroup[],
  seesAll: boolean,
): ((record: TranslatedRecord) => I18nMember) => {
  const byMember = new Map(groups.flatMap((group) => Object.values(group.members).map(({ id }) => [id, group])));
  return (record) => memberOf(record, byMember.get(record.id), seesAll);
};

const composed = createComposer<I18nMember>();

const memberOf = (record: TranslatedRecord, group: TranslationGroup | undefined, seesAll: boolean): I18nMember =>
  composed(record, [group, seesAll], () => memberIn(group, record, seesAll));

const memberIn = (group: TranslationGroup | undefined, record: TranslatedRecord, seesAll: boolean): I18nMember => {
  const { id, language } = record;
  const versions = Object.entries(group?.members ?? {}).filter(([, each]) => seesAll || each.public || each.id === id);
  return {
    language,
    source_language: group?.members[language]?.source ?? null,
    group_id: record.group ?? id,
    translations: { [language]: id, ...Object.fromEntries(versions.map(([code, each]) => [code, each.id])) },
  };
};

/** Returns the ids of records and of all their versions: a filter in one language applies to every language. */
export const withAllVersions = async (
  documents: Documents,
  noun: string,
  records: readonly GroupedRecord[],
): Promise<number[]> => versionsIn(await groupsOf(documents, noun, records), records);

/** Returns the ids of records and of all their versions, from groups that were read before. */
export const versionsIn = (groups: readonly TranslationGroup[], records: readonly GroupedRecord[]): number[] => {
  const versions = groups.flatMap((group) => Object.values(group.members).map((member) => member.id));
  return [...new Set([...records.map((record) => record.id), ...versions])];
};

/** Reads the groups of records that this service owns. */
export const groupsOf = async (
  documents: Documents,
  noun: string,
  records: readonly GroupedRecord[],
): Promise<TranslationGroup[]> => {
  const groups = [...new Set(records.flatMap((record) => record.group ?? []))];
  if (groups.length === 0) return [];
  return documents.getMany(
    translationGroups,
    groups.map((group) => groupId(noun, group)),
  );
};
