export {
  type FinishedRecord,
  finishedJobs,
  type HeldVersion,
  type Owner,
  type WrittenVersion,
} from './finishedJobs.ts';
export { afterRules, FollowedRules } from './followedRules.ts';
export { type ResultContracts, resultMapping } from './resultMapping.ts';
export { type SourceKind, sourceRecords } from './sourceRecords.ts';
export { type ReadSources, sourcesRoute } from './sourcesRoute.ts';
export {
  type TranslationResult,
  type TranslationResultEvent,
  translationResult,
  translationResultRegistration,
} from './translationResult.ts';
