import { type Language, mainLanguage } from './languages.ts';

/**
 * The forms of a translation with `{count}`, by plural category of the language (Unicode CLDR). `other` is used for
 * categories without a form. The other forms may lack `{count}`.
 */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** A translation, or its forms by number. */
export type Translation = string | PluralForms;

/** Translations by English text, as read by `loadCatalogues`. Both contain the same marks, such as `{name}`. */
export type Catalogue = Readonly<Record<string, Translation>>;

/** Catalogues by lower-case language tag: `fr`, `pt-br`. */
export type Catalogues = Readonly<Record<string, Catalogue>>;

export type TextParams = Readonly<Record<string, string | number>>;

export interface Texts {
  /**
   * Returns the English `message` in a language, with its `{name}` marks filled. It comes from the catalogue of the
   * language, else of its main language, else of English; without a translation it is the message itself.
   * @param count the number that chooses among plural forms; default `params.count`
   */
  text(message: string, language: Language | string, params?: TextParams, count?: string | number): string;
}

/** The languages besides English in which the project has every text. */
const translatedLanguages = ['de', 'es', 'fr'];

const MARK = /\{(\w+)\}/g;

const fill = (message: string, params: TextParams): string =>
  message.replace(MARK, (mark, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : mark));

const rulesByLanguage = new Map<string, Intl.PluralRules>();

const rulesOf = (language: string): Intl.PluralRules => {
  const rules = rulesByLanguage.get(language) ?? new Intl.PluralRules(language);
  rulesByLanguage.set(language, rules);
  return rules;
};

/** Returns the form of a translation for a number; `other` without one. */
const formOf = (translation: Translation, language: string, count: string | number | undefined): string =>
  typeof translation === 'string'
    ? translation
    : (translation[rulesOf(language).select(Number(count))] ?? translation.other);

let siteCatalogues: readonly Catalogues[] = [];

/**
 * Lets the operator's catalogues win over all others of the process; call it at start. They belong to the process
 * rather than to a parameter of `createTexts` because modules create their texts when they are imported.
 */
export const overrideCatalogues = (catalogues: Catalogues): void => {
  siteCatalogues = [catalogues];
};

const ownValue = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** Returns the first translation of a text; uses no catalogue of another language, so that it need not be read. */
const translationIn = (catalogues: readonly Catalogues[], message: string, language: string) => {
  for (const each of catalogues) {
    const translation = ownValue(ownValue(each, language) ?? {}, message);
    if (translation !== undefined) return translation;
  }
  return undefined;
};

/** Combines several catalogues (a service's own, libs/rest's); of equal texts the first wins. */
export const createTexts = (...catalogues: readonly Catalogues[]): Texts => {
  const translation = (message: string, language: string, count: string | number | undefined): string | undefined => {
    const found = translationIn(siteCatalogues, message, language) ?? translationIn(catalogues, message, language);
    return found === undefined ? undefined : formOf(found, language, count);
  };
  return {
    text: (message, language, params = {}, count = params.count) =>
      fill(
        translation(message, language, count) ??
          translation(message, mainLanguage(language), count) ??
          translation(message, 'en', count) ??
          message,
        params,
      ),
  };
};

/**
 * Returns the faults of the catalogues for these English texts. They read `fr: missing: …` for a text without
 * translation, `fr: marks differ: …` for a lost or invented mark. Catalogues of regions may lack texts. For specs, which
 * expect `[]`.
 */
export const catalogueFaults = (messages: Iterable<string>, ...catalogues: readonly Catalogues[]): string[] => {
  const languages = new Set([...translatedLanguages, ...catalogues.flatMap((each) => Object.keys(each))]);
  const isComplete = (language: string): boolean => translatedLanguages.includes(language);
  const faultOf = (language: string, message: string): string | undefined => {
    const translation = translationIn(catalogues, message, language);
    if (translation === undefined) return isComplete(language) ? `${language}: missing: ${message}` : undefined;
    return hasSameMarks(message, translation) ? undefined : `${language}: marks differ: ${message}`;
  };
  return [...new Set(messages)].flatMap((message) =>
    Array.from(languages, (language) => faultOf(language, message)).filter((fault) => fault !== undefined),
  );
};

/**
 * True if a text and its translation contain the same marks, in any order. A plural form other than `other` may lack
 * `{count}`, as in “one event”.
 */
export const hasSameMarks = (message: string, translation: Translation): boolean => {
  if (typeof translation === 'string') return marksOf(message) === marksOf(translation);
  const withoutCount = message.replaceAll('{count}', '');
  return Object.entries(translation).every(
    ([category, form]) =>
      marksOf(form) === marksOf(message) || (category !== 'other' && marksOf(form) === marksOf(withoutCount)),
  );
};

const marksOf = (message: string): string => (message.match(MARK) ?? []).sort().join();
