import { type Language, languageRecord } from '@almanac/i18n';

/** The plural rules of gettext by language (CLDR; in French, numbers below two are singular). */
const PLURAL_FORMS: ReadonlyMap<string, string> = new Map([
  ['en', 'nplurals=2; plural=(n != 1);'],
  ['es', 'nplurals=2; plural=(n != 1);'],
  ['fr', 'nplurals=2; plural=(n > 1);'],
]);

export const headersOf = (domain: string, language: Language): Record<string, string> => {
  const { locale, englishName } = languageRecord(language);
  return {
    'Project-Id-Version': domain,
    'Language-Team': englishName,
    Language: locale,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
    'Plural-Forms': PLURAL_FORMS.get(locale.slice(0, 2)) ?? '',
    'X-Domain': domain,
  };
};
