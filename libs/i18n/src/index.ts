export { canonicalPath, rightPath } from './canonicalPath.ts';
export { DomainError, isDomainError } from './domainError.ts';
export { hreflangs } from './hreflangs.ts';
export {
  defaultLanguage,
  isLanguage,
  type Language,
  type LanguageRecord,
  languageCodes,
  languages,
} from './languages.ts';
export { loadCatalogues } from './loadCatalogues.ts';
export {
  type Catalogue,
  type Catalogues,
  catalogueFaults,
  createTexts,
  type TextParams,
  type Texts,
  type TranslatedLanguage,
  translatedLanguages,
} from './texts.ts';
