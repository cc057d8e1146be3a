import type { Language } from './languages.ts';

/** Translations by English text, as `loadCatalogues` reads them. Marks such as `{name}` stand in both. */
export type Catalogue = Readonly<Record<string, string>>;

/** The languages that are translated into; English (Canada) is written as English is. */
export type TranslatedLanguage = 'fr-ca' | 'es-us';

export type Catalogues = Readonly<Record<TranslatedLanguage, Catalogue>>;

export type TextParams = Readonly<Record<string, string | number>>;

export interface Texts {
  /** The English `message` in that language, its `{name}` marks filled; English where nothing is translated. */
  text(message: string, language: Language | string, params?: TextParams): string;
}

export const translatedLanguages: readonly TranslatedLanguage[] = ['fr-ca', 'es-us'];

const MARK = /\{(\w+)\}/g;

const fill = (message: string, params: TextParams): string =>
  message.replace(MARK, (mark, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : mark));

/** Texts out of several catalogues (a service's own, libs/rest's); where two have the same text, the first wins. */
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
 * What is wrong with the catalogues for these English texts: `fr-ca: missing: …` for a text without translation,
 * `fr-ca: marks differ: …` for one that loses or invents a mark. For specs: expect it to equal `[]`.
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
