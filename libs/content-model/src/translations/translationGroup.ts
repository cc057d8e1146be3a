import type { Collection } from '@almanac/documents';
import type { Decider, Registration } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import { contentErrors } from '../errors.ts';

/** A version of a record in one language. */
interface Member {
  readonly id: number;
  /** The language it was translated from; null for the original. */
  readonly source: string | null;
  /** True if the version is public; lists then show it instead of the default language's version. */
  readonly public: boolean;
}

export interface TranslationGroup {
  readonly members: Readonly<Record<string, Member>>;
}

export type TranslationGroupEvent =
  | Event<'TranslationAdded', Member & { readonly language: string }>
  | Event<'TranslationVisibilityChanged', { readonly language: string; readonly public: boolean }>
  | Event<'TranslationRemoved', { readonly language: string; readonly id: number }>;

export type TranslationGroupCommand =
  /** Adds a version in a language that the group does not have yet. */
  | ({ readonly type: 'Add'; readonly language: string } & Member)
  /** Records that a version has become public or is no longer public. */
  | { readonly type: 'ChangeVisibility'; readonly language: string; readonly public: boolean }
  /** Removes a version that is deleted permanently. */
  | { readonly type: 'Remove'; readonly language: string };

/**
 * The versions of one record, `translations-<kind>/<group>`. A group is created with its second member and named after
 * its first, so a record without translations has none. Every commit that relies on its members appends to it.
 */
export const translationGroup: Decider<TranslationGroup, TranslationGroupEvent, TranslationGroupCommand> = {
  category: 'translations',
  initialState: { members: {} },
  eventTypes: ['TranslationAdded', 'TranslationVisibilityChanged', 'TranslationRemoved'],
  projectionVersion: 1,
  evolve: (state, { type, data }) => {
    const { [data.language]: member, ...others } = state.members;
    if (type === 'TranslationRemoved') return { members: promoted(others) };
    if (type === 'TranslationVisibilityChanged') {
      return member === undefined
        ? state
        : { members: { ...others, [data.language]: { ...member, public: data.public } } };
    }
    const { id, source, public: shown } = data;
    return { members: { ...others, [data.language]: { id, source, public: shown } } };
  },
  decide: ({ members }, command) => {
    const { language } = command;
    const member = members[language];
    if (command.type === 'Add') {
      if (member !== undefined) throw contentErrors.languageTaken({ params: { language } });
      const { id, source, public: isPublic } = command;
      return [{ type: 'TranslationAdded', data: { id, language, source, public: isPublic } }];
    }
    if (member === undefined) return [];
    if (command.type === 'Remove') return [{ type: 'TranslationRemoved', data: { language, id: member.id } }];
    if (member.public === command.public) return [];
    return [{ type: 'TranslationVisibilityChanged', data: { language, public: command.public } }];
  },
};

/** Makes the oldest version the original if the original is gone (docs/interface/translation.md §2). */
const promoted = (members: TranslationGroup['members']): TranslationGroup['members'] => {
  const oldest = Object.entries(members).sort(([, a], [, b]) => a.id - b.id)[0]?.[0];
  if (oldest === undefined || Object.values(members).some((member) => member.source === null)) return members;
  return Object.fromEntries(
    Object.entries(members).map(([language, member]) => [
      language,
      {
        ...member,
        source:
          language === oldest ? null : member.source !== null && member.source in members ? member.source : oldest,
      },
    ]),
  );
};

export const translationGroups: Collection = {
  name: 'translation-groups',
  projectionVersion: translationGroup.projectionVersion,
};

export const translationGroupRegistration: Registration<TranslationGroup, TranslationGroupEvent> = {
  aggregate: translationGroup,
  collection: translationGroups,
  isGone: (state) => Object.keys(state.members).length === 0,
};

export const groupId = (kind: string, group: number): string => `${kind}/${group}`;

/**
 * Returns the languages whose lists show a record: its own; for the default language's version also those without a
 * public translation (docs/interface/translation.md §4, mode 2).
 */
export const listedLanguages = (
  language: string,
  members: TranslationGroup['members'],
  site: { readonly defaultLanguage: string; readonly languages: readonly string[] },
): string[] => {
  if (language !== site.defaultLanguage) return [language];
  return site.languages.filter((other) => other === language || members[other]?.public !== true);
};
