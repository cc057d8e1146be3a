export type { AnswerHeaders, RestResponse } from './answer.ts';
export { continueParts } from './answerParts.ts';
export { type AnswerHead, type AnswerReceiver, receiveAnswer } from './answerReceiver.ts';
export { charactersOf } from './answerSize.ts';
export {
  AnswerSources,
  type AskedSources,
  askSources,
  type CountedSource,
  type SharedSource,
  SOURCES_HEADER,
  type SourceVersion,
  siteLanguagesSource,
  sourceOf,
} from './answerSources.ts';
export { createRestApp, isCallback, type RestAppOptions } from './app.ts';
export {
  type Arg,
  type ArgOptions,
  type Args,
  forUpdate,
  Invalid,
  invalid,
  type SchemaKeywords,
  type Values,
  wrongType,
} from './arg.ts';
export {
  anything,
  boolean,
  cappedInteger,
  integer,
  number,
  rawValue,
  refusalOfLength,
  text,
} from './args.ts';
export { readArgs } from './argValues.ts';
export type { BatchAnswer, BatchEntry, BatchItem } from './batch.ts';
export { hasBody, isMultipart, mayContainFile, usualBodyLimit } from './body.ts';
export { callerHeaders } from './caller.ts';
export { restCatalogues } from './catalogues.ts';
export { anyOf, list, object, oneOf } from './compound.ts';
export { contractArgs } from './contractArgs.ts';
export { currentEnum, siteLanguage } from './currentEnum.ts';
export {
  type Answers,
  created,
  type DeclaredAnswer,
  embeddedSchema,
  emptyList,
  errorSchema,
  linksSchema,
  pagesOfRecords,
  pagingHeaders,
} from './declaredAnswers.ts';
export {
  type ArgDescription,
  currentDefaults,
  type Detail,
  describeRoutes,
  publicDescription,
  type RouteDescription,
  type RouteDescriptions,
} from './describe.ts';
export { discardBody } from './discardBody.ts';
export type { FetchEmbedded } from './embedder.ts';
export { answerableError, errorBody } from './errorBody.ts';
export {
  authStatus,
  CombinedError,
  forbidden,
  InvalidParamsError,
  invalidParams,
  isInvalidParams,
  missingParams,
  restErrors,
  siteStopping,
  tooLarge,
  tooManyAttempts,
} from './errors.ts';
export { EVENT_STREAM, EventStream } from './eventStream.ts';
export {
  createExpensiveAnswers,
  defaultExpensiveAnswers,
  type ExpensiveAnswers,
} from './expensiveAnswers.ts';
export { dateTime, email, isDateTime, isWebAddress, uri } from './formats.ts';
export { idempotencyKeyOf } from './handling.ts';
export { createPause, inSlices, isLongText, viewsOf, waitForTurn, yieldToEventLoop } from './inSlices.ts';
export { isObject } from './isObject.ts';
export { hasLongTexts, jsonChunks } from './jsonChunks.ts';
export { largeBodies } from './largeBodies.ts';
export { type Link, type Links, linkSet, relationPrefix, selfLink } from './links.ts';
export { openApi } from './openApi.ts';
export { answerOpenApi, openApiAnswer } from './openApiAnswer.ts';
export { openApiPaths } from './openApiPaths.ts';
export type { OperationNames } from './operationIds.ts';
export { addressWith, corePaging, offsetPaging, pagesOf } from './paging.ts';
export { type Params, parseParams } from './params.ts';
export { contentDigest, createEtags, isNotModified } from './preconditions.ts';
export { readMap } from './readMap.ts';
export {
  actionLinks,
  address,
  contextsOf,
  deleted,
  moment,
  readOnly,
  recordSchema,
  renderedText,
  requiredMember,
  resourceSchema,
  type SchemaMember,
  writableMember,
} from './recordSchema.ts';
export {
  type FoundCommit,
  type Method,
  type Permission,
  type RenderedAnswer,
  type RestRequest,
  type Route,
  route,
} from './route.ts';
export { send as sendAnswer, type WriteAnswer } from './send.ts';
export { CLEAR_UNSENT, sentUnchanged, withoutArgs } from './sentBack.ts';
export { type DocumentReads, sharedReads } from './sharedReads.ts';
export {
  CHANGES_HEADER,
  MADE_OF_HEADER,
  noteChanges,
  type ReadSources,
  readChanges,
  readSources,
  type SharedSources,
} from './sharedSources.ts';
export { createSharedValues } from './sharedValues.ts';
export { createComposer } from './sharedViews.ts';
export { signOfLife } from './signOfLife.ts';
export {
  clockUntil,
  endOfMinute,
  endOfSecond,
  type HeaderFields,
  noteEnd,
  noteSource,
  noteUncounted,
  runWithLimits,
  UsedLimits,
  usedLimits,
} from './usedLimits.ts';
export { valueText } from './valueText.ts';
export { withVersions } from './versionLinks.ts';
export { type AddressableJson, markedAddresses, writeJson } from './writtenJson.ts';
