import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { abandonmentOf } from './abandonment.ts';
import { type Answer, type AnswerHeaders, envelopeHeaders, type HeaderValue } from './answer.ts';
import { type AnswerParts, beginParts, isInParts } from './answerParts.ts';
import { type AnswerHead, receiverOf } from './answerReceiver.ts';
import { EventStream } from './eventStream.ts';
import { waitForTurn, yieldToEventLoop } from './inSlices.ts';
import { hasLongTexts, hasRecords, jsonChunks } from './jsonChunks.ts';
import type { Params } from './params.ts';
import { type Etags, isNotModified } from './preconditions.ts';
import { PROBLEM_TYPE, preferredProblem } from './problem.ts';
import { LIMIT_HEADERS } from './usedLimits.ts';
import { WrittenJson } from './writtenJson.ts';

const JSON_TYPE = 'application/json; charset=UTF-8';

/** The parts of a request that decide the form of its answer: query parameters and conditional headers. */
export interface Form {
  readonly method: string;
  readonly params: Params;
  readonly headers: IncomingHttpHeaders;
}

/** Returns the answer's JSON; empty for null and for 204 (docs/interface/server.md §9). */
const jsonOf = (answer: Answer, spaces: number | undefined): string =>
  answer.body === null || answer.body === undefined || answer.status === 204
    ? ''
    : JSON.stringify(answer.body, null, spaces);

/** Adds the ETag of a single record; errors and lists have none. */
export const withEtag = (etags: Etags | undefined, answer: Answer, json: Parameters<Etags['of']>[1]): Answer => {
  if (etags === undefined || answer.version === undefined || answer.status >= 400) return answer;
  return { ...answer, headers: { ...answer.headers, ETag: etags.of(answer.version, json) } };
};

/** Writes status, headers and body of an answer that is in memory. */
export type WriteAnswer = (response: ServerResponse, head: AnswerHead, chunks: readonly Uint8Array[]) => void;

const writeAnswer: WriteAnswer = (response, head, chunks) => {
  const receiver = receiverOf(response);
  if (receiver !== undefined) return receiver.whole(head, chunks);
  const { status, headers } = head;
  response.writeHead(status, headers);
  for (const chunk of chunks.slice(0, -1)) response.write(chunk);
  response.end(chunks.at(-1));
};

export interface SendPorts {
  /** Without them no answer has an ETag. */
  readonly etags?: Etags;
  /** Writes answers that are in memory in another way, such as compressed. */
  readonly write?: WriteAnswer | undefined;
}

/** Writes an answer as HTTP: JSON, problems, bytes, `_envelope`, `_jsonp`, `_pretty`, 304. */
export const send = async (
  response: ServerResponse,
  plain: Answer,
  form: Form,
  { etags, write = writeAnswer }: SendPorts = {},
): Promise<void> => {
  const end: End = (head, content, type) => {
    const chunks = chunksOf(content);
    write(response, { status: head.status, headers: wholeHeaders(response, head, { chunks, type }) }, chunks);
  };
  if (plain.contentType !== undefined) return sendRaw(response, plain, { form, end });
  if (plain.body instanceof WrittenJson && isPlain(form)) return end(plain, plain.body.chunks, JSON_TYPE);
  if (isLongList(plain, form)) return end(plain, await jsonChunks(plain.body), JSON_TYPE);
  const spaces = '_pretty' in form.params ? 4 : undefined;
  const problem = isWrapped(form) ? undefined : preferredProblem(plain, form.headers);
  if (problem !== undefined) {
    const head = {
      ...plain,
      headers: { ...plain.headers, Vary: [plain.headers.Vary ?? [], 'Accept'].flat().join(', ') },
    };
    return end(head, JSON.stringify(problem, null, spaces), PROBLEM_TYPE);
  }
  if (isPlain(form) && plain.status !== 204 && hasLongTexts(plain.body)) {
    const chunks = await jsonChunks(plain.body);
    await yieldToEventLoop();
    const answer = withEtag(etags, plain, chunks);
    await yieldToEventLoop();
    return isKnown(answer, form) ? end({ status: 304, headers: answer.headers }, '') : end(answer, chunks, JSON_TYPE);
  }
  const json = jsonOf(plain, spaces);
  await waitForTurn(json.length);
  const answer = withEtag(etags, plain, json);
  await waitForTurn(json.length);
  if (isKnown(answer, form)) return end({ status: 304, headers: answer.headers }, '');
  if (!('_envelope' in form.params)) return end(answer, script(json, form), typeOf(json, form));
  const { body, status } = answer;
  const envelope = JSON.stringify({ body, status, headers: envelopeHeaders(answer.headers) }, null, spaces);
  const head = { status: 200, headers: {}, consistencyToken: answer.consistencyToken };
  return end(head, script(envelope, form), typeOf(envelope, form));
};

/** True if the client of a read has the answer. */
const isKnown = ({ status, headers: { ETag: etag } }: Answer, form: Form): boolean =>
  isRead(form) && typeof etag === 'string' && status === 200 && isNotModified(form.headers, etag);

const isRead = ({ method }: Form): boolean => method === 'GET' || method === 'HEAD';

/** True if a parameter asks for an answer inside another one. */
const isWrapped = ({ params }: Form): boolean => '_envelope' in params || '_jsonp' in params;

/** True if no parameter asks for another form than plain JSON. */
const isPlain = (form: Form): boolean => !isWrapped(form) && !('_pretty' in form.params);

/** True for an answer with records, and without an ETag, that is serialized in pieces. */
const isLongList = ({ body, status, version }: Answer, form: Form): boolean =>
  status === 200 && version === undefined && isPlain(form) && hasRecords(body);

const isScript = (json: string, { params }: Form): boolean =>
  typeof params._jsonp === 'string' && params._jsonp !== '' && json !== '';

const script = (json: string, form: Form): string =>
  isScript(json, form) ? `/**/${form.params._jsonp}(${json})` : json;

const typeOf = (json: string, form: Form): string | undefined => {
  if (json === '') return undefined;
  return isScript(json, form) ? 'application/javascript; charset=UTF-8' : JSON_TYPE;
};

type Head = Pick<Answer, 'status' | 'headers' | 'consistencyToken'>;

/** Returns the headers that only the gateway reads, and removes. */
const gatewayHeaders = ({ consistencyToken }: Head): AnswerHeaders =>
  consistencyToken === undefined || consistencyToken === '' ? {} : { 'X-Almanac-Told': consistencyToken };

/** Percent-encodes non-ASCII characters in headers such as `Location` or `Link`. */
const written = (headers: AnswerHeaders): Record<string, string | number | string[]> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'object' ? value.map(ascii) : typeof value === 'string' ? ascii(value) : value,
    ]),
  );

const ascii = (value: string): string => (/[^\t -~]/.test(value) ? encodeURI(value.toWellFormed()) : value);

/** Maximum bytes of links; clients and proxies accept 16 KiB of headers in all, many no more. */
const MAX_LINKS_LENGTH = 8_192;

const joined = (response: ServerResponse, name: string, value: HeaderValue): string =>
  [response.getHeader(name) ?? [], value].flat().join(', ');

/**
 * Adds links, `Vary` and limits to those of the response, without replacing any (docs/interface/server.md §10.1).
 * Omits links that repeat a very long query (docs/interface/server.md §10.4): a too long header would cost the client
 * the whole answer.
 */
const added = (response: ServerResponse, { Link, Vary, ...headers }: AnswerHeaders): AnswerHeaders => {
  const isShort = Link !== undefined && [Link].flat().join(', ').length <= MAX_LINKS_LENGTH;
  return {
    ...headers,
    ...(isShort && { Link: joined(response, 'Link', Link) }),
    ...(Vary !== undefined && { Vary: joined(response, 'Vary', Vary) }),
    ...limitsAdded(response, headers),
  };
};

const limitsAdded = (response: ServerResponse, headers: AnswerHeaders): AnswerHeaders =>
  Object.fromEntries(
    LIMIT_HEADERS.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, joined(response, name, value)]];
    }),
  );

type Content = string | Uint8Array | readonly Uint8Array[];

const chunksOf = (content: Content): readonly Uint8Array[] => {
  if (typeof content === 'string') return [Buffer.from(content)];
  return content instanceof Uint8Array ? [content] : content;
};

/** Ends the response with an answer that is in memory. */
type End = (head: Head, content: Content, type?: string) => void;

const wholeHeaders = (
  response: ServerResponse,
  head: Head,
  { chunks, type }: { readonly chunks: readonly Uint8Array[]; readonly type: string | undefined },
): OutgoingHttpHeaders => ({
  ...(type === undefined ? {} : { 'Content-Type': type }),
  ...(head.status === 304 || head.status === 204
    ? {}
    : { 'Content-Length': chunks.reduce((sum, chunk) => sum + chunk.length, 0) }),
  ...added(response, written(head.headers)),
  ...written(gatewayHeaders(head)),
});

const sendRaw = async (
  response: ServerResponse,
  answer: Answer,
  { form, end }: { readonly form: Form; readonly end: End },
): Promise<void> => {
  const { body } = answer;
  if (body instanceof WrittenJson) {
    const headers = { ...answer.headers, ETag: body.etag };
    const isKnown = isRead(form) && isNotModified(form.headers, body.etag);
    return isKnown ? end({ status: 304, headers }, '') : end({ ...answer, headers }, body.chunks, answer.contentType);
  }
  // handlers send bodies that are not JSON unchanged
  if (!(body instanceof Readable) && !isInParts(body))
    return end(answer, body as string | Uint8Array, answer.contentType);
  const headers = {
    'Content-Type': answer.contentType ?? '',
    ...written(answer.headers),
    ...written(gatewayHeaders(answer)),
  };
  if (form.method === 'HEAD') {
    if (body instanceof Readable) body.destroy();
    return writeAnswer(response, { status: answer.status, headers }, []);
  }
  return sendContent(response, { status: answer.status, headers }, isInParts(body) ? await beginParts(body) : body);
};

const sendContent = async (
  response: ServerResponse,
  head: AnswerHead,
  content: Readable | AnswerParts,
): Promise<void> => {
  const receiver = receiverOf(response);
  if (receiver !== undefined)
    return receiver.stream(head, content instanceof Readable ? content : Readable.from(content));
  // headers set one by one are readable later: the listener's shutdown finds event streams by them (`libs/service`)
  for (const [name, value] of Object.entries(head.headers)) if (value !== undefined) response.setHeader(name, value);
  response.writeHead(head.status);
  return content instanceof EventStream ? sendEvents(content, response) : sendParts(content, response);
};

/** Sends parts or a file as fast as the client takes them; a client that leaves ends them, and is no failure. */
const sendParts = async (content: AnswerParts, response: ServerResponse): Promise<void> => {
  const abandoned = abandonmentOf(response)();
  await pipeline(content, response).catch((error: unknown) => {
    if (!abandoned.aborted) throw error;
  });
};

/** Sends an endless event stream: a client that disconnects, or is too slow, is no failure. */
const sendEvents = async (events: EventStream, response: ServerResponse): Promise<void> => {
  response.flushHeaders();
  await pipeline(events, response).catch(() => response.destroy());
};
