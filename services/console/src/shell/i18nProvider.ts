import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { I18nProvider, TranslationMessages } from 'react-admin';
import { locale } from './site.ts';

type Catalogue = Readonly<Record<string, string>>;

/** The catalogues of the shell and of each room. */
const catalogues = {
  en: import.meta.glob<Catalogue>('../**/texts/en.json', { import: 'default' }),
  fr: import.meta.glob<Catalogue>('../**/texts/fr.json', { import: 'default' }),
  es: import.meta.glob<Catalogue>('../**/texts/es.json', { import: 'default' }),
};

/** The texts of react-admin; the Spanish ones are in the shell's catalogue. */
const textsOfReactAdmin = async (): Promise<object> => {
  if (locale === 'es') return {};
  const { default: texts } = await (locale === 'fr' ? import('ra-language-french') : import('ra-language-english'));
  return texts;
};

/**
 * Loads the texts of the console in the language of the page. Keys are the English texts; those of react-admin have
 * names that begin with `ra.`.
 */
export const loadI18n = async (): Promise<I18nProvider> => {
  const own = await Promise.all(Object.values(catalogues[locale]).map((load) => load()));
  // polyglot takes the whole keys of the console after the nested ones of react-admin, and the last text counts
  const texts: TranslationMessages = Object.assign({}, await textsOfReactAdmin(), ...own);
  return polyglotI18nProvider(() => texts, locale, [], { allowMissing: true });
};
