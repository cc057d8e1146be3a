import type { Language } from './languages.ts';

/** Translations by English text, as read by `loadCatalogues`. Both contain the same marks, such as `{name}`. */
export type Catalogue = Readonly<Record<string, string>>;

/** The target languages of translation; English (Canada) has the same texts as English. */
export type TranslatedLanguage = 'fr-ca' | 'es-us';

export type Catalogues = Readonly<Record<TranslatedLanguage, Catalogue>>;

export type TextParams = Readonly<Record<string, string | number>>;

export interface Texts {
  /** Returns the English `message` in a language, with its `{name}` marks filled; English without a translation. */
  text(message: string, language: Language | string, params?: TextParams): string;
}

export const translatedLanguages: readonly TranslatedLanguage[] = ['fr-ca', 'es-us'];

const MARK = /\{(\w+)\}/g;

const fill = (message: string, params: TextParams): string =>
  message.replace(MARK, (mark, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : mark));

/** Combines several catalogues (a service's own, libs/rest's); of equal texts the first wins. */
export const createTexts = (...catalogues: readonly Catalogues[]): Texts => {
  const byLanguage = new Map<string, ReadonlyMap<string, string>>(
    translatedLanguages.map((language) => [
      language,
      new Map(catalogues.toReversed().flatMap((each) => Object.entries(each[language]))),
    ]),
  );
  return {
    text: (message, language, params = {}) => fill(byLanguage.get(language)?.get(message) ?? message, params),
  };
};

/**
 * Returns the faults of the catalogues for these English texts. They read `fr-ca: missing: …` for a text without
 * translation, `fr-ca: marks differ: …` for a lost or invented mark. For specs, which expect `[]`.
 */
export const catalogueFaults = (messages: Iterable<string>, ...catalogues: readonly Catalogues[]): string[] => {
  const texts = createTexts(...catalogues);
  const known = (language: TranslatedLanguage, message: string): boolean =>
    catalogues.some((each) => Object.hasOwn(each[language], message));
  const faultOf = (language: TranslatedLanguage, message: string): string | undefined => {
    if (!known(language, message)) return `${language}: missing: ${message}`;
    if (marksOf(texts.text(message, language)) !== marksOf(message)) return `${language}: marks differ: ${message}`;
    return undefined;
  };
  return [...new Set(messages)].flatMap((message) =>
    translatedLanguages.map((language) => faultOf(language, message)).filter((fault) => fault !== undefined),
  );
};

const marksOf = (message: string): string => (message.match(MARK) ?? []).sort().join();
