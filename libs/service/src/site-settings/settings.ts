import { completeSettings, type SiteSettings } from '@almanac/contracts';
import { type Language, languageCodes } from '@almanac/i18n';

/** The settings of the site. Ask it where you use them, and keep no answer for later: they change while a process runs. */
export interface Settings {
  current(): SiteSettings;
}

/** The settings as core knows them; `version` counts their changes from 1. */
export interface SettingsSnapshot {
  readonly version: number;
  readonly settings: SiteSettings;
}

/** Settings that nobody changes. */
export const fixedSettings = (chosen: Partial<SiteSettings> = {}): Settings => {
  const settings = completeSettings(chosen);
  return { current: () => settings };
};

/** The languages of the site, the default one as the settings say it. */
export const siteLanguages = (settings: Settings) => ({
  get defaultLanguage(): Language {
    return settings.current().default_language;
  },
  languages: languageCodes,
});
