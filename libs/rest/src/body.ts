import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { codeOf, type DomainError } from '@almanac/i18n';
import type { Principal } from '@almanac/identity';
import { restErrors } from './errors.ts';
import { waitForTurn, yieldToEventLoop } from './inSlices.ts';
import { isObject } from './isObject.ts';
import { sizeOfJson } from './jsonSize.ts';
import { type Params, parseParams } from './params.ts';

/** The content of a request's body. */
export interface Body {
  /** The JSON value; undefined without one. */
  readonly json?: unknown;
  /** Named members of a form, or of a JSON object. */
  readonly params: Params;
  readonly bytes: Buffer;
}

export const EMPTY_BODY: Body = { params: {}, bytes: Buffer.alloc(0) };

const JSON_TYPE = /^application\/(?:[\w!#$&^.+-]+\+)?json(?:\+oembed)?$/;
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Default content types of clients that declare none. */
const MISNAMED: ReadonlySet<string> = new Set([FORM_TYPE, 'text/plain', '']);
const WRITE_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

const typeOf = ({ headers }: { readonly headers: IncomingHttpHeaders }): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * True if a body may be or contain a file: any type but JSON and URL-encoded forms, or with a `Content-Disposition`.
 */
export const mayContainFile = (headers: IncomingHttpHeaders): boolean => {
  const type = typeOf({ headers });
  const isRead = JSON_TYPE.test(type) || type === FORM_TYPE || type === '';
  return headers['content-disposition'] !== undefined || !isRead;
};

/** True if a body is a form that may contain files. */
export const isMultipart = (headers: IncomingHttpHeaders): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');

export const hasBody = ({ headers }: { readonly headers: IncomingHttpHeaders }): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const READ_LIMIT = 64 * 1024;
const VISITOR_LIMIT = 256 * 1024;
const USER_LIMIT = 2 * 1024 * 1024;
export const BODY_LIMIT = 8 * 1024 * 1024;

/**
 * Returns the maximum size of a body in bytes, unless route or application set another (docs/interface/server.md §4).
 */
export const usualBodyLimit = (method: string, principal: Principal): number => {
  if (method === 'GET' || method === 'HEAD') return READ_LIMIT;
  if (principal.kind === 'anonymous') return VISITOR_LIMIT;
  return principal.kind === 'user' && !principal.roles.includes('administrator') ? USER_LIMIT : BODY_LIMIT;
};

/** True if a route accepts larger bodies from visitors than others. */
export const isForLargeBodies = ({ bodyLimit = 0 }: { readonly bodyLimit?: number }): boolean =>
  bodyLimit > VISITOR_LIMIT;

/** Bounds of a body that is read. */
export interface BodyReading {
  /** Maximum size in bytes. */
  readonly limit: number;
  /** Counts bytes that arrive; a body that has arrived as a whole is not counted, since the gateway has counted it. */
  readonly count?: ((bytes: number) => void) | undefined;
}

/**
 * Reads and parses a request's body: JSON for every method, forms for writes (docs/interface/server.md §4).
 * Other bodies are not parsed.
 * @throws DomainError 400 `rest_invalid_json`, `rest_invalid_content_type`, 413 `rest_payload_too_large`, 415 for
 * compressed bodies, 503 `rest_too_busy`
 */
export const readBody = async (request: IncomingMessage, method: string, reading: BodyReading): Promise<Body> => {
  if (!hasBody(request)) return EMPTY_BODY;
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw restErrors.unsupportedEncoding();
  const bytes = await readBytes(request, reading).catch(interrupted);
  await waitForTurn(bytes.length);
  const type = typeOf(request);
  if (JSON_TYPE.test(type)) return parseJson(bytes);
  if (!WRITE_METHODS.has(method)) return { ...EMPTY_BODY, bytes };
  if (MISNAMED.has(type) && isJsonObject(bytes)) throw restErrors.invalidContentType({ params: { type: type || '-' } });
  if (type === FORM_TYPE || type === '') return { params: parseParams(bytes.toString()), bytes };
  if (type === 'multipart/form-data') return { params: await parseMultipart(bytes, request), bytes };
  return { ...EMPTY_BODY, bytes };
};

/** True if a body is a JSON object. Parsed as a form it would be one member with a strange name, and be ignored. */
const isJsonObject = (bytes: Buffer): boolean => {
  const text = bytes.toString().trim();
  if (!text.startsWith('{') || !text.endsWith('}')) return false;
  requireSize(bytes);
  try {
    return isObject(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
};

/** Returns a body that has arrived as a whole, such as one that the gateway has read and put back. */
const arrivedBody = (request: IncomingMessage, length: number): Buffer | undefined =>
  request.complete && request.readableLength === length ? request.read() : undefined;

const readBytes = async (request: IncomingMessage, { limit, count }: BodyReading): Promise<Buffer> => {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > limit) throw restErrors.tooLarge();
  const whole = length > 0 && arrivedBody(request, length);
  if (whole) return whole;
  const arriving: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of arriving) {
    size += chunk.length;
    if (size > limit) throw restErrors.tooLarge();
    count?.(chunk.length);
    chunks.push(chunk);
  }
  const [first, second] = chunks;
  return first !== undefined && second === undefined ? first : Buffer.concat(chunks, size);
};

/** The client has disconnected: nothing failed in the service. */
const interrupted = (error: unknown): never => {
  const gone = codeOf(error) === 'ECONNRESET';
  throw gone ? restErrors.bodyAborted() : error;
};

/** Error numbers of PHP's JSON decoder: clients compare them. */
const ERROR_DEPTH = 1;
const ERROR_SYNTAX = 4;
const ERROR_UTF8 = 5;

/** Length of JSON in bytes from which each step of its parsing may take ten milliseconds. */
const SLOW_BYTES = 1_048_576;

/** Parses JSON. Other requests are answered between two steps of a long one. */
const parseJson = async (bytes: Buffer): Promise<Body> => {
  if (bytes.length === 0) return EMPTY_BODY;
  if (!isUtf8(bytes)) throw invalidJson(ERROR_UTF8, 'Malformed UTF-8 characters');
  const isSlow = bytes.length >= SLOW_BYTES;
  requireSize(bytes);
  if (isSlow) await yieldToEventLoop();
  const text = wellFormed(bytes.toString());
  if (isSlow) await yieldToEventLoop();
  const json = parsed(text);
  return { json, params: isObject(json) ? json : {}, bytes };
};

/** Returns the refusal with the error number and text of content systems' JSON decoders (docs/interface/server.md §4). */
const invalidJson = (number: number, text: string): DomainError =>
  restErrors.invalidJson({ data: { json_error_code: number, json_error_message: text } });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalidJson(ERROR_SYNTAX, 'Syntax error');
  }
};

const ESCAPES = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|.)/g;
const SURROGATE_ESCAPE = /^\\u[dD][89a-fA-F][\da-fA-F]{2}$/;

/** Replaces lone surrogates in JSON by U+FFFD: JSON can express them, UTF-8 cannot, so stores would differ. */
const wellFormed = (json: string): string =>
  json.includes('\\u') ? json.replaceAll(ESCAPES, (each) => (SURROGATE_ESCAPE.test(each) ? '\\ufffd' : each)) : json;

/**
 * Compares the size of JSON with the limits before it is parsed: parsing a megabyte of brackets takes 150 ms.
 * @throws DomainError 400 for JSON that nests too deeply or has too many values
 */
const requireSize = (bytes: Buffer): void => {
  const size = sizeOfJson(bytes);
  if (size === 'deep') throw invalidJson(ERROR_DEPTH, 'Nested too deeply');
  if (size === 'large') throw restErrors.tooManyParams();
};

const parseMultipart = async (bytes: Buffer, request: IncomingMessage): Promise<Params> => {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const pairs: string[] = [];
  try {
    const form = await new Response(new Uint8Array(bytes), { headers }).formData();
    for (const [name, value] of form) {
      if (typeof value === 'string') pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw restErrors.invalidForm();
  }
  return parseParams(pairs.join('&'));
};
