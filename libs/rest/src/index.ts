export { type AnswerHeaders, envelopeHeaders, type HeaderValue, type RestResponse } from './answer.ts';
export { callbackRefused, createRestApp, isCallback, type RestAppOptions } from './app.ts';
export {
  type Arg,
  type ArgOptions,
  type Args,
  forUpdate,
  Invalid,
  invalid,
  type OnNull,
  type ResourceSchema,
  type Values,
  type Words,
} from './arg.ts';
export {
  type AnythingOptions,
  anything,
  asSent,
  boolean,
  integer,
  type NumberOptions,
  number,
  type TextOptions,
  text,
} from './args.ts';
export { readArgs } from './argValues.ts';
export { type BatchAnswer, type BatchEntry, type BatchItem, unreadablePath } from './batch.ts';
export { bearsFile, hasBody, isMultipart, usualBodyLimit } from './body.ts';
export { type Caller, callerHeaders } from './caller.ts';
export { restCatalogues } from './catalogues.ts';
export { anyOf, type ListOptions, list, type ObjectOptions, object, oneOf } from './compound.ts';
export { contractArgs } from './contractArgs.ts';
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
  describeRoutes,
  type EndpointDescription,
  type PathDescription,
  publicDescription,
  type RouteDescription,
  type RouteDescriptions,
} from './describe.ts';
export { discardBody } from './discardBody.ts';
export type { EmbedRequest, FetchEmbedded } from './embedder.ts';
export { answerableError, type ErrorBody, errorBody, internalError, outcomeUnknown } from './errorBody.ts';
export {
  authStatus,
  CombinedError,
  forbidden,
  InvalidParamsError,
  invalidParams,
  missingParams,
  noRoute,
  PreconditionFailedError,
  requestTimeout,
  tooLarge,
  tooManyAttempts,
} from './errors.ts';
export { EVENT_STREAM, EventStream, type EventStreamOptions, type ServerEvent } from './eventStream.ts';
export { type Fields, filterFields, isWanted, readFields } from './fields.ts';
export { dateTime, email, type FormatOptions, isDateTime, isWebAddress, type UriOptions, uri } from './formats.ts';
export { idempotencyKeyOf } from './handling.ts';
export { keyReused } from './idempotency.ts';
export { createPause, inSlices, turnFor, viewsOf, yieldToEventLoop } from './inSlices.ts';
export { isObject } from './isObject.ts';
export { type Link, type Links, linkSet, relationPrefix, selfLink } from './links.ts';
export { type OpenApiInfo, openApi } from './openApi.ts';
export { answerOpenApi, openApiAnswer } from './openApiAnswer.ts';
export { type DescribedOperation, openApiPaths } from './openApiPaths.ts';
export { addressWith, corePaging, offsetPaging, type Page, pagesOf } from './paging.ts';
export { formatParams, type Params, parseParams } from './params.ts';
export { createEtags } from './preconditions.ts';
export { readMap } from './readMap.ts';
export {
  type FoundCommit,
  type Method,
  type Permission,
  type Rendered,
  type RestRequest,
  type Route,
  type RouteDeclaration,
  route,
} from './route.ts';
export { send as sendAnswer } from './send.ts';
export { sentUnchanged, withoutArgs } from './sentBack.ts';
export { createSharedValues, type SharedValues } from './sharedValues.ts';
export { withVersions } from './versionLinks.ts';
export { type AddressableJson, markedAddresses, WrittenJson, writeJson } from './writtenJson.ts';
