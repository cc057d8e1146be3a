import type { UnitOfWork } from '@almanac/event-sourcing';
import { contentErrors } from '../errors.ts';
import type { SiteLanguages, Translatable, Version } from './translatable.ts';
import { groupId, listedLanguages, translationGroup } from './translationGroup.ts';

/** A record's language, its translation group, and the languages whose lists show it. */
export interface TranslationMembership {
  readonly language: string;
  /** The translation group; null for a record without one. */
  readonly group: number | null;
  /** The languages whose lists show the record. */
  readonly languages: readonly string[];
}

/** Returns the membership of a record without a translation group. */
export const ungroupedMembership = (language: string, site: SiteLanguages): TranslationMembership => ({
  language,
  group: null,
  languages: listedLanguages(language, {}, site),
});

/**
 * Adds a new version to the group of its source; creates the group if there is none. Returns the new version's
 * membership.
 * @throws DomainError 400 for an unknown source; 409 if the group has that language
 */
export const joinGroup = async (
  unit: UnitOfWork,
  kind: Translatable,
  joining: { readonly version: Version; readonly source: number; readonly site: SiteLanguages },
): Promise<TranslationMembership> => {
  const { version, site } = joining;
  const { language } = version;
  const source = await kind.version(unit, joining.source);
  if (source === undefined) throw contentErrors.unknownSource();
  const group = source.group ?? source.id;
  const stream = groupId(kind.noun, group);
  if (source.group === null)
    await unit.decide(translationGroup, stream, { ...source, type: 'Add', source: null }, undefined);
  await unit.decide(translationGroup, stream, { ...version, type: 'Add', source: source.language }, undefined);
  await relist(unit, kind, { group, site, except: version.id });
  const { members } = await unit.load(translationGroup, stream);
  return { language, group, languages: listedLanguages(language, members, site) };
};

/** Records in the group if a version is public. */
export const setPublicInGroup = async (
  unit: UnitOfWork,
  kind: Translatable,
  { version, site }: { readonly version: Version; readonly site: SiteLanguages },
): Promise<void> => {
  if (version.group === null) return;
  const stream = groupId(kind.noun, version.group);
  const before = await unit.load(translationGroup, stream);
  const { language, public: isPublic } = version;
  const command = { type: 'ChangeVisibility', language, public: isPublic } as const;
  if ((await unit.decide(translationGroup, stream, command, undefined)) === before) return;
  await relist(unit, kind, { group: version.group, site });
};

/** Removes a version from its group before it is deleted permanently. */
export const leaveGroup = async (
  unit: UnitOfWork,
  kind: Translatable,
  { version, site }: { readonly version: Version; readonly site: SiteLanguages },
): Promise<void> => {
  if (version.group === null) return;
  const { language, group } = version;
  await unit.decide(translationGroup, groupId(kind.noun, group), { type: 'Remove', language }, undefined);
  await relist(unit, kind, { group: version.group, site });
};

/** Returns the versions of a record by language; only the record itself if it has no group. */
export const versionsOf = async (
  unit: UnitOfWork,
  kind: Translatable,
  record: { readonly id: number; readonly language: string; readonly group: number | null },
): Promise<Readonly<Record<string, number>>> => {
  if (record.group === null) return { [record.language]: record.id };
  const { members } = await unit.load(translationGroup, groupId(kind.noun, record.group));
  return Object.fromEntries(Object.entries(members).map(([language, member]) => [language, member.id]));
};

interface Relisting {
  readonly group: number;
  readonly site: SiteLanguages;
  /** A version whose stream has no event yet. */
  readonly except?: number;
}

const relist = async (unit: UnitOfWork, kind: Translatable, { group, site, except }: Relisting): Promise<void> => {
  const { members } = await unit.load(translationGroup, groupId(kind.noun, group));
  for (const [language, { id, source }] of Object.entries(members)) {
    if (id === except) continue;
    await kind.setMembership(unit, id, { group, source, languages: listedLanguages(language, members, site) });
  }
};

/**
 * Replaces references by their versions in a language; references without such a version stay
 * (docs/interface/translation.md §2).
 */
export const versionsInLanguage = async (
  unit: UnitOfWork,
  kind: Translatable,
  ids: readonly number[],
  language: string,
): Promise<number[]> => Promise.all(ids.map((id) => versionIn(unit, kind, id, language)));

const versionIn = async (unit: UnitOfWork, kind: Translatable, id: number, language: string): Promise<number> => {
  const group = (await kind.version(unit, id))?.group ?? null;
  if (group === null) return id;
  return (await unit.load(translationGroup, groupId(kind.noun, group))).members[language]?.id ?? id;
};
