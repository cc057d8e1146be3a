import { type Language, languageCodes } from '@almanac/i18n';
import type { Settings } from './settings.ts';

/** The languages of the site, the default one as the settings say it. */
export const siteLanguages = (settings: Settings) => ({
  get defaultLanguage(): Language {
    return settings.current().default_language;
  },
  languages: languageCodes as readonly Language[],
});
