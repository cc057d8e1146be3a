import { changedFields } from '@almanac/content-model';
import { completeSettings, languageChoice, type SiteSettings } from '@almanac/contracts';
import type { Decider } from '@almanac/event-sourcing';
import { type Language, languageCode, sharedLocale } from '@almanac/i18n';
import { invalid, invalidParams } from '@almanac/rest';
import { coreErrors } from '../errors.ts';
import { type SettingsEvent, type SettingsState, settingsAggregate } from './siteSettings.ts';

/** Commands of the settings; texts are cleaned and values validated before. */
export type SettingsCommand =
  /** Creates the settings at the first start: the values of the site file, with defaults for the rest. */
  | { readonly type: 'CreateSettings'; readonly chosen: Partial<SiteSettings> }
  | { readonly type: 'ChangeSettings'; readonly changes: Partial<SiteSettings> };

/** Data outside the settings that a decision about them needs. */
export interface SettingsFacts {
  /** A record whose address or lists depend on the default language; undefined without one. */
  readonly record: { readonly type: string; readonly id: number } | undefined;
}

/** Decider of the settings. Only a change of the default language takes facts. */
export const settingsDecider: Decider<SettingsState, SettingsEvent, SettingsCommand, SettingsFacts | undefined> = {
  ...settingsAggregate,
  /**
   * @throws DomainError 409 for another default language of a site with records; 400 for a default language that is not
   * among the languages, and for languages of which two have the same locale
   */
  decide: (state, command, facts) => {
    if (command.type === 'ChangeSettings') return change(completeSettings(state.settings), command.changes, facts);
    if (state.version > 0) return [];
    return [{ type: 'SiteSettingsCreated', data: { settings: completeSettings(command.chosen) } }];
  },
};

/** Returns the codes of tags. */
export const codesOf = (tags: readonly string[]): Language[] => tags.map((tag) => languageCode(tag) ?? tag);

/**
 * Returns the default language after a change: the chosen one, else the current one while it is among the languages,
 * else the first.
 */
export const defaultLanguageAfter = (current: SiteSettings, changes: Partial<SiteSettings>): Language => {
  if (changes.default_language !== undefined) return changes.default_language;
  const after = codesOf(changes.languages ?? current.languages);
  return after.includes(current.default_language) ? current.default_language : (after[0] ?? current.default_language);
};

const change = (
  current: SiteSettings,
  changes: Partial<SiteSettings>,
  facts: SettingsFacts | undefined,
): SettingsEvent[] => {
  const before = new Set(codesOf(current.languages));
  const after = codesOf(changes.languages ?? current.languages);
  const default_language = defaultLanguageAfter(current, changes);
  const isMoved = default_language !== current.default_language;
  if (isMoved && facts === undefined) throw new Error('a change of the default language takes facts');
  if (facts?.record !== undefined) throw coreErrors.defaultLanguageInUse({ data: facts.record });
  if (!after.includes(default_language))
    throw invalidParams({ language: '{name} is not the locale of one of the languages.' });
  const added = after.filter((code) => !before.has(code));
  // without records, no older record lacks a language in its lists
  const later_languages = isMoved ? [] : [...new Set([...current.later_languages, ...added])];
  const next: Partial<SiteSettings> = {
    ...changes,
    default_language,
    later_languages,
    ...formerPermalinks(current, changes),
  };
  const settings = changedFields(current, next);
  if (settings.languages ?? settings.language_overrides) refuseSharedLocale({ ...current, ...settings });
  return Object.keys(settings).length === 0 ? [] : [{ type: 'SiteSettingsChanged', data: { settings } }];
};

const refuseSharedLocale = (settings: SiteSettings): void => {
  const shared = sharedLocale(languageChoice(settings));
  if (shared === undefined) return;
  const [{ tag: first, locale }, { tag: second }] = shared;
  throw invalidParams({
    languages: invalid(
      '{first} and {second} have the same locale {locale}; leave one out, or give one another locale in language_overrides.',
      'rest_invalid_param',
      { first, second, locale },
    ),
  });
};

/** The greatest number of former paths of posts that lead to the present ones. */
const MAX_FORMER_PERMALINKS = 20;

const formerPermalinks = ({ permalinks, former_permalinks: former }: SiteSettings, changes: Partial<SiteSettings>) => {
  if (changes.permalinks === undefined || changes.permalinks === permalinks) return {};
  const others = [permalinks, ...former].filter((pattern) => pattern !== changes.permalinks);
  return { former_permalinks: [...new Set(others)].slice(0, MAX_FORMER_PERMALINKS) };
};
