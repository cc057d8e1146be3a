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

/** Decider of the settings. It takes no facts. */
export const settingsDecider: Decider<SettingsState, SettingsEvent, SettingsCommand> = {
  ...settingsAggregate,
  /**
   * @throws DomainError 409 for another default language, and for languages without it; 400 for languages of which two
   * have the same locale
   */
  decide: (state, command) => {
    if (command.type === 'ChangeSettings') return change(completeSettings(state.settings), command.changes);
    if (state.version > 0) return [];
    return [{ type: 'SiteSettingsCreated', data: { settings: completeSettings(command.chosen) } }];
  },
};

const codesOf = (tags: readonly string[]): Language[] => tags.map((tag) => languageCode(tag) ?? tag);

const change = (current: SiteSettings, changes: Partial<SiteSettings>): SettingsEvent[] => {
  const before = new Set(codesOf(current.languages));
  const after = codesOf(changes.languages ?? current.languages);
  const added = after.filter((code) => !before.has(code));
  const later_languages = [...new Set([...current.later_languages, ...added])];
  const next: Partial<SiteSettings> = { ...changes, later_languages, ...formerPermalinks(current, changes) };
  const settings = changedFields(current, next);
  if (settings.default_language !== undefined || !after.includes(current.default_language))
    throw coreErrors.defaultLanguageInUse();
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
