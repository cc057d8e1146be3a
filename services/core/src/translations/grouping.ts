import type { UnitOfWork } from '@almanac/aggregates';
import { DomainError } from '@almanac/domain';
import { languageCodes } from '@almanac/i18n';
import type { Standing, Translatable } from './translatable.ts';
import { groupId, translationGroup } from './translationGroup.ts';

/** The languages in whose lists a member of a group shows (translation.md §3.4, mode 2). */
export const languagesOf = (
  language: string,
  members: Readonly<Record<string, number>>,
  defaultLanguage: string,
): string[] =>
  language === defaultLanguage
    ? languageCodes.filter((code) => code === language || members[code] === undefined)
    : [language];

/** Where a record stands that is nobody's translation. */
export const alone = (language: string, defaultLanguage: string): Standing => ({
  language,
  group: null,
  languages: languagesOf(language, {}, defaultLanguage),
});

export interface Joining {
  /** The record that is being made. */
  readonly id: number;
  readonly language: string;
  /** The record it is a translation of. */
  readonly source: number;
  readonly defaultLanguage: string;
}

/**
 * Makes room for a new record in the group of its source, which is opened where there is none; answers where the new
 * record stands.
 * @throws DomainError 400 for an unknown source, 409 where the group has that language
 */
export const joinGroup = async (unit: UnitOfWork, kind: Translatable, joining: Joining): Promise<Standing> => {
  const { id, language, source, defaultLanguage } = joining;
  const original = await kind.standing(unit, source);
  if (original === undefined) throw unknownSource();
  const group = original.group ?? source;
  const stream = groupId(kind.kind, group);
  if (original.group === null) await add(unit, stream, original.language, source);
  if ((await unit.load(translationGroup, stream)).members[language] !== undefined) throw languageTaken(language);
  await add(unit, stream, language, id);
  const { members } = await unit.load(translationGroup, stream);
  await relist(unit, kind, { group, members: without(members, language), all: members, defaultLanguage });
  return { language, group, languages: languagesOf(language, members, defaultLanguage) };
};

/** Takes a record that is going for good out of its group. */
export const leaveGroup = async (
  unit: UnitOfWork,
  kind: Translatable,
  leaving: { readonly id: number; readonly defaultLanguage: string },
): Promise<void> => {
  const standing = await kind.standing(unit, leaving.id);
  if (standing === undefined || standing.group === null) return;
  const stream = groupId(kind.kind, standing.group);
  const { language, group } = standing;
  await unit.append(translationGroup, stream, [{ type: 'TranslationRemoved', data: { language, id: leaving.id } }]);
  const { members } = await unit.load(translationGroup, stream);
  await relist(unit, kind, { group, members, all: members, defaultLanguage: leaving.defaultLanguage });
};

const add = (unit: UnitOfWork, stream: string, language: string, id: number) =>
  unit.append(translationGroup, stream, [{ type: 'TranslationAdded', data: { language, id } }]);

interface Relisting {
  readonly group: number;
  /** Those that are told. */
  readonly members: Readonly<Record<string, number>>;
  readonly all: Readonly<Record<string, number>>;
  readonly defaultLanguage: string;
}

const relist = async (unit: UnitOfWork, kind: Translatable, { group, members, all, defaultLanguage }: Relisting) => {
  for (const [language, id] of Object.entries(members)) {
    await kind.stand(unit, id, { group, languages: languagesOf(language, all, defaultLanguage) });
  }
};

const without = (members: Readonly<Record<string, number>>, language: string): Record<string, number> =>
  Object.fromEntries(Object.entries(members).filter(([code]) => code !== language));

const unknownSource = (): DomainError =>
  new DomainError('i18n_unknown_source', 400, 'There is no such record to be a translation of.');

const languageTaken = (language: string): DomainError =>
  new DomainError('i18n_group_conflict', 409, 'There is a translation into {language} already.', {
    params: { language },
  });
