export { createdId } from './createdId.ts';
export { changedFields, isEmpty } from './publication/changedFields.ts';
export { type ContentCommand, type ContentFacts, decideContent, wantedSlug } from './publication/contentCommands.ts';
export {
  type ContentEvent,
  type ContentEventTypes,
  type ContentFields,
  type ContentKind,
  type ContentState,
  contentChange,
  exists,
  happeningsOf,
  type PublicationField,
  slugNames,
  slugScope,
} from './publication/contentItem.ts';
export { type ContentSite, plainFacts } from './publication/contentSite.ts';
export { contentTexts } from './publication/contentTexts.ts';
export { type DueWorkPorts, publishAllDue, type Scheduled, systemContext } from './publication/dueWork.ts';
export {
  type AskedPublication,
  gatherForChange,
  gatherForCreate,
  gatherForTrash,
} from './publication/gatherFacts.ts';
export {
  type AskedDate,
  type Clocks,
  clocksAt,
  dateInUtc,
  firstPublication,
  modifiedNow,
  nextPublication,
  type Publication,
  type PublicationDate,
} from './publication/publicationDate.ts';
export { hasPage, isDraft, type KnownStatus, settledStatus } from './publication/status.ts';
export { releasedStatus, sourceAndVersion, statusOfTranslation } from './publication/translatedVersion.ts';
export {
  copiedFromSource,
  type FollowedChange,
  followInGroup,
  translatableContent,
  versionOf,
} from './publication/translations.ts';
export {
  ancestorsOf,
  type CategoryTree,
  type CategoryTreeCommand,
  type CategoryTreeEvent,
  categoryTree,
  categoryTreeRegistration,
  changeTree,
  childrenOf,
  loadTree,
  parentAfter,
  readTree,
  withDescendants,
} from './taxonomy/categoryTree.ts';
export {
  decideTerm,
  LONGEST_NAME,
  type TermCommand,
  type TermErrors,
  type TermEvent,
  type TermEventTypes,
  type TermFacts,
  type TermFields,
  type TermKind,
  type TermMembership,
  type TermState,
  termChange,
  termNames,
  termTexts,
  termUpcasters,
} from './taxonomy/term.ts';
export { freeTermSlug, type Named, slugsAbove, termWithSlug } from './taxonomy/termSlugs.ts';
export { type TermTranslation, translateTerm } from './taxonomy/termTranslation.ts';
export {
  changeTerm,
  createTerm,
  deleteTerm,
  type NewTerm,
  type TermPorts,
  translatableTerms,
} from './taxonomy/termWriting.ts';
export { writtenTerm } from './taxonomy/writtenTerm.ts';
export {
  type FinishedRecord,
  finishedJobs,
  type HeldVersion,
  type Owner,
  type WrittenVersion,
} from './translation-flows/finishedJobs.ts';
export { afterRules, FollowedRules } from './translation-flows/followedRules.ts';
export { type ResultContracts, resultMapping } from './translation-flows/resultMapping.ts';
export { type SourceKind, sourceRecords } from './translation-flows/sourceRecords.ts';
export { type ReadSources, sourcesRoute } from './translation-flows/sourcesRoute.ts';
export {
  type TranslationResult,
  type TranslationResultEvent,
  translationResult,
  translationResultRegistration,
} from './translation-flows/translationResult.ts';
export * from './translations/grouping.ts';
export * from './translations/i18nMembers.ts';
export * from './translations/languageFilter.ts';
export * from './translations/rules.ts';
export { SourceGoneError } from './translations/sourceGone.ts';
export * from './translations/translatable.ts';
export * from './translations/translationGroup.ts';
export {
  type ChangedTexts,
  type CleanText,
  changedTexts,
  fieldMember,
  fieldUnit,
  fingerprintOf,
  followingFields,
  hashesOf,
  inheritedFields,
  type MinorEdit,
  minorEdit,
  type TranslatedField,
  type TranslatedTexts,
  textMember,
  translatedFields,
  type Unit,
  type UnitHashes,
  unitHash,
  unitsOf,
  withoutIgnored,
} from './translations/units.ts';
export * from './translations/versionsInLanguage.ts';
