import { languageCodes, matchLanguage } from '@almanac/i18n';

/** The settings of a site that name its languages. */
export interface LanguageSettings {
  readonly languages?: readonly string[];
  /** The locale of the default language. */
  readonly language?: string;
}

/** Returns the codes of the languages of a site, its default language first. */
export const siteLanguages = ({ language = '', languages }: LanguageSettings): readonly string[] => {
  const codes = languages?.map((tag) => tag.toLowerCase()) ?? languageCodes();
  const preset = matchLanguage(language, codes);
  return preset === undefined ? codes : [preset, ...codes.filter((code) => code !== preset)];
};
