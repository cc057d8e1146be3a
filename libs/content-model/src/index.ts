export { createdId } from './createdId.ts';
export { languageTaken, unknownSource } from './errors.ts';
export { declaredMeta, type MetaKind, type MetaValue, metaArg, metaSchema, renderMeta } from './meta/declaredMeta.ts';
export { sentMeta } from './meta/sentMeta.ts';
export { changedFields, isEmpty } from './publication/changedFields.ts';
export {
  type ContentCommand,
  type ContentFacts,
  decideContent,
  type WritingCommand,
} from './publication/contentCommands.ts';
export {
  type AddressFields,
  type ContentEvent,
  type ContentEventTypes,
  type ContentFields,
  type ContentKind,
  type ContentState,
  contentChange,
  eventRoles,
  exists,
  type PublicationField,
  slugNames,
  slugScope,
} from './publication/contentItem.ts';
export { type ContentSite, plainFacts } from './publication/contentSite.ts';
export {
  type ContentChange,
  changeContent,
  createContent,
  deleteContent,
  publishDueContent,
  trashContent,
  type WritableKind,
} from './publication/contentWriting.ts';
export { publishAllDue, systemContext } from './publication/dueWork.ts';
export { findMediumUses, mediaInTexts, type NamesMedia, sumOfUses } from './publication/mediumUses.ts';
export { permittedRecords } from './publication/permittedRecords.ts';
export { protectedSearch, type TextLocks, textLocks } from './publication/protectedSearch.ts';
export {
  type AskedDate,
  type Clocks,
  clocksAt,
  dateInUtc,
  firstPublication,
  modifiedNow,
  nextPublication,
  type PublicationDate,
} from './publication/publicationDate.ts';
export {
  addedFields,
  argsOf,
  authorOf,
  copiedIn,
  defaultsOf,
  type Field,
  fieldsWith,
  latestForm,
  type Member,
  namesOf,
  newFields,
  ordered,
  prepareTexts,
  type RecordFields,
  readFields,
  type SpecialMember,
  type StoredFields,
  schemasOf,
  translatedIn,
  viewOf,
  writtenOf,
} from './publication/recordFields.ts';
export { hasPage, type KnownStatus } from './publication/status.ts';
export { releasedStatus, sourceAndVersion, statusOfTranslation } from './publication/translatedVersion.ts';
export { contentTexts, translatableContent } from './publication/translations.ts';
export {
  ancestorsOf,
  type CategoryTree,
  type CategoryTreeEvent,
  categoryTreeRegistration,
  childrenOf,
  parentAfter,
  readTree,
  withDescendants,
} from './taxonomy/categoryTree.ts';
export {
  absentTerm,
  MAX_NAME_LENGTH,
  type TermErrors,
  type TermEvent,
  type TermEventTypes,
  type TermFields,
  type TermKind,
  type TermState,
  termChange,
  termFields,
  termNames,
  termTexts,
  termUpcasters,
  writtenTerm,
} from './taxonomy/term.ts';
export { slugsAbove, termWithSlug } from './taxonomy/termSlugs.ts';
export { translateTerm } from './taxonomy/termTranslation.ts';
export {
  changeTerm,
  createTerm,
  deleteTerm,
  moveTermToLanguage,
  type TermPorts,
  translatableTerms,
} from './taxonomy/termWriting.ts';
export {
  type FinishedRecord,
  finishedJobs,
  type Owner,
  type WrittenVersion,
} from './translation-flows/finishedJobs.ts';
export { afterRules, FollowedRules } from './translation-flows/followedRules.ts';
export { sourceRecords } from './translation-flows/sourceRecords.ts';
export { type ReadSources, sourcesRoute } from './translation-flows/sourcesRoute.ts';
export {
  resultMapping,
  type TranslationResultEvent,
  translationResultRegistration,
} from './translation-flows/translationResult.ts';
export * from './translations/grouping.ts';
export * from './translations/i18nMembers.ts';
export * from './translations/languageFilter.ts';
export * from './translations/laterVersions.ts';
export * from './translations/rules.ts';
export * from './translations/translatable.ts';
export * from './translations/translationGroup.ts';
export {
  type CleanText,
  changedTexts,
  fieldUnit,
  type MinorEdit,
  minorEditArg,
  type TranslatedField,
  translatedFields,
  unitHash,
  withoutIgnored,
} from './translations/units.ts';
