import { isDeepStrictEqual } from 'node:util';

/**
 * The code of a language in `i18n_language` and in addresses: its BCP 47 tag in lower case, such as `pt-br`. Records
 * keep their code if the site switches the language off; `isLanguage` recognises the site's languages.
 */
export type Language = string;

/** A language with its names and forms, which follow from its tag (docs/interface/translation.md §1). */
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

/** Forms of a language that a site chooses itself. */
export type LanguageOverride = Partial<Pick<LanguageRecord, 'locale' | 'englishName' | 'nativeName' | 'direction'>>;

/** The languages that a site has chosen. */
export interface LanguageChoice {
  /** BCP 47 tags. */
  readonly tags: readonly string[];
  readonly defaultLanguage: Language;
  /** By code. */
  readonly overrides: Readonly<Record<Language, LanguageOverride>>;
}

/** The tags of a site that has chosen none. */
export const DEFAULT_TAGS: readonly string[] = ['en', 'en-CA', 'fr-CA', 'es-US'];

/** The language of texts without translation: that of the texts in the code. */
export const UNTRANSLATED: Language = 'en';

interface ChosenLanguages {
  readonly choice: LanguageChoice;
  readonly codes: readonly Language[];
  readonly records: ReadonlyMap<Language, LanguageRecord>;
}

const toCode = (tag: string): Language => tag.toLowerCase();

/**
 * Returns a BCP 47 tag in its canonical form: `pt-BR`.
 * @returns undefined for a malformed tag, for one with extensions, and for one without an ISO 639 code
 */
export const canonicalTag = (tag: string): string | undefined => {
  try {
    const { baseName, language } = new Intl.Locale(tag);
    return toCode(baseName) === toCode(Intl.getCanonicalLocales(tag)[0] ?? '') && /^[a-z]{2,3}$/.test(language)
      ? baseName
      : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** Returns the code of a language from its tag in any case; undefined for a tag that `canonicalTag` refuses. */
export const languageCode = (tag: string): Language | undefined => {
  const canonical = canonicalTag(tag);
  return canonical === undefined ? undefined : toCode(canonical);
};

/** Returns `fr_CA`; it contains the script unless the script is the usual one of language and region: `sr_Latn_RS`. */
const localeOf = (tag: string): string => {
  const { language, script, region = '' } = new Intl.Locale(tag).maximize();
  const usual = new Intl.Locale(`${language}-${region || 'ZZ'}`).maximize().script;
  return [language, script === usual ? '' : script, region].filter(Boolean).join('_');
};

/** Languages have names without a dialect's own: `English (Canada)`, not `Canadian English`. */
const nameOf = (tag: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag;

const capitalised = ([first = '', ...others]: string, tag: string): string =>
  first.toLocaleUpperCase(tag) + others.join('');

/** Derives the names at their first use: the names of languages take long to load. */
const derivedRecord = (code: Language, override: LanguageOverride = {}): LanguageRecord => {
  const tag = canonicalTag(code);
  if (tag === undefined)
    return { code, locale: code, tag: code, englishName: code, nativeName: code, direction: 'ltr', ...override };
  let { englishName, nativeName } = override;
  return {
    code,
    locale: override.locale ?? localeOf(tag),
    tag,
    get englishName() {
      englishName ??= nameOf(tag, UNTRANSLATED);
      return englishName;
    },
    get nativeName() {
      nativeName ??= capitalised(nameOf(tag, tag), tag);
      return nativeName;
    },
    direction: override.direction ?? new Intl.Locale(tag).getTextInfo().direction ?? 'ltr',
  };
};

const chosenLanguages = (choice: LanguageChoice): ChosenLanguages => {
  const codes = choice.tags.map(toCode);
  const records = codes.map((code) => [code, derivedRecord(code, choice.overrides[code])] as const);
  return { choice, codes, records: new Map(records) };
};

let current = chosenLanguages({
  tags: DEFAULT_TAGS,
  defaultLanguage: toCode(DEFAULT_TAGS[0] ?? ''),
  overrides: {},
});

/** Returns two languages of a choice with the same locale, which would share files; undefined without two such. */
export const sharedLocale = (choice: LanguageChoice): readonly [LanguageRecord, LanguageRecord] | undefined => {
  const byLocale = new Map<string, LanguageRecord>();
  for (const record of chosenLanguages(choice).records.values()) {
    const other = byLocale.get(record.locale);
    if (other !== undefined) return [other, record];
    byLocale.set(record.locale, record);
  }
  return undefined;
};

/**
 * Makes a choice of languages current in this process (docs/adr/0064-the-languages-of-a-site-are-state-of-the-process.md).
 * The same choice again changes nothing.
 */
export const useLanguages = (choice: LanguageChoice): void => {
  if (!isDeepStrictEqual(choice, current.choice)) current = chosenLanguages(choice);
};

/** Returns the codes of the site's languages, in the order of the setting: the same array until the choice changes. */
export const languageCodes = (): readonly Language[] => current.codes;

/** Returns the language of an address without language segment. */
export const defaultLanguage = (): Language => current.choice.defaultLanguage;

/** True for the code of a language of the site; codes are lower case, in addresses and parameters. */
export const isLanguage = (code: unknown): code is Language => typeof code === 'string' && current.records.has(code);

/** The records of languages that are not of the site, such as those of records whose language is switched off. */
const foreign = new Map<Language, LanguageRecord>();
const MAX_FOREIGN_RECORDS = 200;

/** Returns the names and forms of a language, of the site or not. */
export const languageRecord = (code: Language): LanguageRecord => {
  const record = current.records.get(code) ?? foreign.get(code) ?? derivedRecord(code);
  if (!current.records.has(code) && foreign.size < MAX_FOREIGN_RECORDS) foreign.set(code, record);
  return record;
};

/** Returns the main language of a code or tag: `fr` of `fr-ca`. */
export const mainLanguage = (tag: string): string => toCode(tag).split('-', 1)[0] ?? '';

/**
 * Matches the end of a tag that says nothing about the language: an extension (`-x-mtfrom-en`), and the character set and
 * the modifier of a locale (`.UTF-8`, `@latin`).
 */
const TAG_SUFFIX = /(?:[.@]|-[a-z\d]-).*$/is;

/**
 * Returns the language for a tag from elsewhere, in any case and with `-` or `_`: the same tag, else the tag without its
 * last parts, else the only language with the same main language.
 * @param codes default: the site's languages
 */
export const matchLanguage = (tag: string, codes: readonly Language[] = languageCodes()): Language | undefined => {
  const parts = languageCode(tag.trim().replaceAll('_', '-').replace(TAG_SUFFIX, ''))?.split('-') ?? [];
  for (let count = parts.length; count > 0; count--) {
    const code = parts.slice(0, count).join('-');
    if (codes.includes(code)) return code;
  }
  const [only, ...others] = codes.filter((code) => mainLanguage(code) === parts[0]);
  return others.length === 0 ? only : undefined;
};
