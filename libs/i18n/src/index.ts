export { canonicalPagePath, canonicalPath, languagePrefix } from './canonicalPath.ts';
export { codeOf, DomainError, isDomainError } from './domainError.ts';
export { defineErrors, type ErrorDefinition, type ErrorFactory } from './errorCatalogue.ts';
export { hreflangs } from './hreflangs.ts';
export {
  canonicalTag,
  DEFAULT_TAGS,
  defaultLanguage,
  isLanguage,
  type Language,
  type LanguageChoice,
  languageCode,
  languageCodes,
  languageRecord,
  mainLanguage,
  matchLanguage,
  sharedLocale,
  UNTRANSLATED,
  useLanguages,
} from './languages.ts';
export { isLanguageTag, loadCatalogues } from './loadCatalogues.ts';
export { type CatalogueRemark, readEnglishTexts, readSiteCatalogues, withNearest } from './siteCatalogues.ts';
export { strictDecoder, wideEncoding, xmlEncoding } from './textEncoding.ts';
export {
  type Catalogues,
  catalogueFaults,
  createTexts,
  overrideCatalogues,
  type TextParams,
  type Texts,
} from './texts.ts';
