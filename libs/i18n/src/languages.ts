/**
 * A language of the site; `code` is its value in `i18n_language` and in the address
 * (docs/interface/translation.md §1).
 */
export interface LanguageRecord {
  readonly code: Language;
  /** The form of content systems: `fr_CA`. */
  readonly locale: string;
  /** The form of HTTP and HTML: `fr-CA`. */
  readonly tag: string;
  readonly englishName: string;
  readonly nativeName: string;
  readonly direction: 'ltr' | 'rtl';
}

export const languageCodes = ['en', 'en-ca', 'fr-ca', 'es-us'] as const;

export type Language = (typeof languageCodes)[number];

/** The language of an address without language segment. */
export const defaultLanguage: Language = 'en';

export const languages: Readonly<Record<Language, LanguageRecord>> = {
  en: {
    code: 'en',
    locale: 'en_US',
    tag: 'en',
    englishName: 'English',
    nativeName: 'English',
    direction: 'ltr',
  },
  'en-ca': {
    code: 'en-ca',
    locale: 'en_CA',
    tag: 'en-CA',
    englishName: 'English (Canada)',
    nativeName: 'English (Canada)',
    direction: 'ltr',
  },
  'fr-ca': {
    code: 'fr-ca',
    locale: 'fr_CA',
    tag: 'fr-CA',
    englishName: 'French (Canada)',
    nativeName: 'Français (Canada)',
    direction: 'ltr',
  },
  'es-us': {
    code: 'es-us',
    locale: 'es_US',
    tag: 'es-US',
    englishName: 'Spanish (United States)',
    nativeName: 'Español (Estados Unidos)',
    direction: 'ltr',
  },
};

/** True for the code of a language of the site; codes are lower case, in addresses and parameters. */
export const isLanguage = (code: unknown): code is Language => languageCodes.some((language) => language === code);

/** Returns the BCP 47 tag of a language code: `fr-CA`; other codes unchanged. */
export const languageTag = (code: string): string => (isLanguage(code) ? languages[code].tag : code);
