import type { Documents } from '@almanac/documents';
import { z } from 'zod';
import { groupId, type TranslationGroup, translationGroups } from './translationGroup.ts';

export interface Translated {
  readonly id: number;
  readonly language: string;
  readonly group: number | null;
}

/** A record that may have a translation group. */
export type Grouped = Pick<Translated, 'id' | 'group'>;

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
 * The translation memberships of records, with their groups read in one query.
 * @param seesAll whether versions that not everybody may read are named
 */
export const i18nMembers = async (
  documents: Documents,
  noun: string,
  records: readonly Translated[],
  seesAll: boolean,
): Promise<(record: Translated) => I18nMember> => {
  return i18nIn(await groupsOf(documents, noun, records), seesAll);
};

/** The same in groups that were read before. */
export const i18nIn = (groups: readonly TranslationGroup[], seesAll: boolean): ((record: Translated) => I18nMember) => {
  const byMember = new Map(groups.flatMap((group) => Object.values(group.members).map(({ id }) => [id, group])));
  return (record) => memberOf(record, byMember.get(record.id), seesAll);
};

const memberOf = (record: Translated, group: TranslationGroup | undefined, seesAll: boolean): I18nMember => {
  const { id, language } = record;
  const versions = Object.entries(group?.members ?? {}).filter(([, each]) => seesAll || each.public || each.id === id);
  return {
    language,
    source_language: group?.members[language]?.source ?? null,
    group_id: record.group ?? id,
    translations: { [language]: id, ...Object.fromEntries(versions.map(([code, each]) => [code, each.id])) },
  };
};

/** The ids of records with those of all their versions: what a filter names in one language is meant in each. */
export const withAllVersions = async (
  documents: Documents,
  noun: string,
  records: readonly Grouped[],
): Promise<number[]> => versionsIn(await groupsOf(documents, noun, records), records);

/** The same of groups that were read before. */
export const versionsIn = (groups: readonly TranslationGroup[], records: readonly Grouped[]): number[] => {
  const versions = groups.flatMap((group) => Object.values(group.members).map((member) => member.id));
  return [...new Set([...records.map((record) => record.id), ...versions])];
};

/** The groups of records that the service itself keeps. */
export const groupsOf = async (
  documents: Documents,
  noun: string,
  records: readonly Grouped[],
): Promise<TranslationGroup[]> => {
  const groups = [...new Set(records.flatMap((record) => record.group ?? []))];
  if (groups.length === 0) return [];
  return documents.getMany(
    translationGroups,
    groups.map((group) => groupId(noun, group)),
  );
};
