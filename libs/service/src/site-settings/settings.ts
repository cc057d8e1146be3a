import { completeSettings, languageChoice, type SiteSettings } from '@almanac/contracts';
import { type Language, languageCodes, useLanguages } from '@almanac/i18n';

/** The settings of the site. Call it at each use and do not store the result: settings change while a process runs. */
export interface Settings {
  current(): SiteSettings;
}

/** The settings in core; `version` counts their changes from 1. */
export interface SettingsSnapshot {
  readonly version: number;
  readonly settings: SiteSettings;
}

/** Returns settings that never change, and makes their languages current in the process. */
export const fixedSettings = (chosen: Partial<SiteSettings> = {}): Settings => {
  const settings = completeSettings(chosen);
  useLanguages(languageChoice(settings));
  return { current: () => settings };
};

/** Returns the languages of the site, with the default language from the settings. */
export const siteLanguages = (settings: Settings) => ({
  get defaultLanguage(): Language {
    return settings.current().default_language;
  },
  get languages(): readonly Language[] {
    return languageCodes();
  },
  get laterLanguages(): readonly Language[] {
    return settings.current().later_languages;
  },
});
