import { type Language, languageRecord } from '@almanac/i18n';

/** The plural rules of languages other than those with one form, or two of which the first is for 1, or for 0 and 1. */
const PLURAL_RULES: readonly (readonly [languages: string, rule: string])[] = [
  ['be bs hr ru sr uk', '3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);'],
  ['pl', '3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);'],
  ['cs sk', '3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);'],
  ['dsb hsb sl', '4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);'],
  ['lt', '3; plural=(n%100>=11 && n%100<=19 ? 2 : n%10==1 ? 0 : n%10>=2 ? 1 : 2);'],
  ['lv prg', '3; plural=(n%10==0 || (n%100>=11 && n%100<=19) ? 0 : n%10==1 ? 1 : 2);'],
  ['sgs', '4; plural=(n==2 ? 1 : n%100>=11 && n%100<=19 ? 3 : n%10==1 ? 0 : n%10>=2 ? 2 : 3);'],
  ['ro', '3; plural=(n==1 ? 0 : n==0 || (n%100>=1 && n%100<=19) ? 1 : 2);'],
  ['ar ars', '6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);'],
  ['he iu naq sat se sma smi smj smn sms', '3; plural=(n==1 ? 0 : n==2 ? 1 : 2);'],
  ['mt', '5; plural=(n==1 ? 0 : n==2 ? 1 : n==0 || (n%100>=3 && n%100<=10) ? 2 : n%100>=11 && n%100<=19 ? 3 : 4);'],
  ['is mk', '2; plural=(n%10!=1 || n%100==11);'],
  ['ceb fil', '2; plural=(n%10==4 || n%10==6 || n%10==9);'],
  ['ga', '5; plural=(n==1 ? 0 : n==2 ? 1 : n>=3 && n<=6 ? 2 : n>=7 && n<=10 ? 3 : 4);'],
  ['gd', '4; plural=(n==1 || n==11 ? 0 : n==2 || n==12 ? 1 : n>=3 && n<=19 ? 2 : 3);'],
  ['gv', '4; plural=(n%10==1 ? 0 : n%10==2 ? 1 : n%20==0 ? 2 : 3);'],
  ['cy', '6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n==3 ? 3 : n==6 ? 4 : 5);'],
  [
    'br',
    '4; plural=(n%10==1 && n%100!=11 && n%100!=71 && n%100!=91 ? 0 : n%10==2 && n%100!=12 && n%100!=72 && n%100!=92 ? 1 : (n%10==3 || n%10==4 || n%10==9) && (n%100<10 || n%100>19) && (n%100<70 || n%100>79) && n%100<90 ? 2 : 3);',
  ],
  ['blo cv ksh lag', '3; plural=(n==0 ? 0 : n==1 ? 1 : 2);'],
  ['shi', '3; plural=(n<=1 ? 0 : n<=10 ? 1 : 2);'],
  ['tzm', '2; plural=(n>1 && (n<11 || n>99));'],
];

const RULES_BY_LANGUAGE = new Map(
  PLURAL_RULES.flatMap(([languages, rule]) => languages.split(' ').map((language) => [language, rule] as const)),
);

/** Returns the plural rule of a language, by its forms of whole numbers in CLDR. */
export const pluralForms = (tag: string): string => {
  const listed = RULES_BY_LANGUAGE.get(new Intl.Locale(tag).language);
  if (listed !== undefined) return `nplurals=${listed}`;
  const forms = new Intl.PluralRules(tag);
  if (forms.select(1) === 'other') return 'nplurals=1; plural=0;';
  return `nplurals=2; plural=(n ${forms.select(0) === 'one' ? '>' : '!='} 1);`;
};

export const headersOf = (domain: string, language: Language): Record<string, string> => {
  const { locale, tag, englishName } = languageRecord(language);
  return {
    'Project-Id-Version': domain,
    'Language-Team': englishName,
    Language: locale,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
    'Plural-Forms': pluralForms(tag),
    'X-Domain': domain,
  };
};
