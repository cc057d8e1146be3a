import { languageCodes, matchLanguage } from '@almanac/i18n';
import { RefusedError, type SiteClient } from './siteClient.ts';

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

/** Returns a function that reads the languages of a site when the first entry names one. */
export const languagesWhenNamed = (site: SiteClient) => {
  let languages: ReturnType<typeof readLanguages> | undefined;
  return async (tags: readonly string[]) => {
    if (tags.some((tag) => tag !== '')) languages ??= readLanguages(site);
    return languages;
  };
};

/** Returns the codes of a site's languages; undefined if the account may not read the site's settings. */
const readLanguages = async (site: SiteClient): Promise<readonly string[] | undefined> => {
  try {
    return siteLanguages(await site.request<LanguageSettings>('GET', '/core/v2/settings'));
  } catch (error) {
    if (error instanceof RefusedError && [401, 403].includes(error.status)) return undefined;
    throw error;
  }
};
