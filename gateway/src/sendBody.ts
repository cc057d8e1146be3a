import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import type { WriteAnswer } from '@almanac/rest';
import { type RenderedAnswer, renderAnswer } from './aliases/aliasedAnswer.ts';
import { type AnswerHead, type CodedHead, type Coding, codedHead, compress, createCoder } from './contentCoding.ts';
import { type Exchange, exchangeOf } from './exchange.ts';

/** Maximum number of answers that are compressed while they are sent; each occupies a megabyte until its client has it. */
const MAX_OPEN_CODERS = 64;

let openCoders = 0;

/** Maximum bytes of a body that is renamed whole, with its length; longer ones are renamed as their pieces pass. */
export const MAX_RENAMED_WHOLE_BYTES = 1024 * 1024;

const isRenamedWhole = ({ headers: { 'content-length': length } }: AnswerHead): boolean =>
  length !== undefined && Number(length) <= MAX_RENAMED_WHOLE_BYTES;

/** Streams of services in this process may have texts. */
const bytesOf = (part: string | Uint8Array): Uint8Array => (typeof part === 'string' ? Buffer.from(part) : part);

const withoutLength = ({ 'content-length': _length, ...headers }: OutgoingHttpHeaders): OutgoingHttpHeaders => headers;

/**
 * Sends an answer while it arrives, compressed if the client accepts that and not too many other answers are.
 * Names are rendered before the body is compressed, and so is the mark in its ETag.
 */
export const sendStream = (exchange: Exchange, head: AnswerHead, body: Readable): void => {
  const { request, response } = exchange;
  if (response.closed) {
    body.destroy();
    return;
  }
  const rendered = renderAnswer(exchange, head);
  if (rendered.body !== undefined && request.method !== 'HEAD' && isRenamedWhole(head)) {
    const send = (parts: (string | Uint8Array)[]): void => {
      if (!response.headersSent) sendRendered(exchange, rendered, parts.map(bytesOf));
    };
    // `buffer` of node:stream/consumers takes four times the processor time
    body.toArray().then(send, () => response.destroy());
    return;
  }
  sendPieces(exchange, rendered, codedHead(exchange, rendered.head, openCoders < MAX_OPEN_CODERS), body);
};

/** Sends an answer while it arrives, with the names of the profile and never compressed. */
export const sendUncoded = (exchange: Exchange, head: AnswerHead, body: Readable): void => {
  const rendered = renderAnswer(exchange, head);
  sendPieces(exchange, rendered, { coding: undefined, headers: rendered.head.headers }, body);
};

const sendPieces = (
  { request, response }: Exchange,
  { head: { status }, body: renderer }: RenderedAnswer,
  { coding, headers }: CodedHead,
  body: Readable,
): void => {
  response.writeHead(status, renderer === undefined ? headers : withoutLength(headers));
  const isCoded = coding !== undefined && request.method !== 'HEAD';
  const steps = [
    ...(renderer === undefined ? [] : [renderer.inPieces()]),
    ...(isCoded ? [countedCoder(response, coding)] : []),
  ];
  const last = steps.at(-1);
  if (last === undefined) {
    body.pipe(response);
    return;
  }
  // an answer in parts may be slow, and a coder holds its first bytes back
  if (isCoded && headers['content-length'] === undefined) response.flushHeaders();
  // a cut answer tells the client that the service has failed
  pipeline([body, ...steps], (error) => void (error && response.destroy()));
  last.pipe(response);
};

/** Creates a coder that counts as open until the response is closed. */
const countedCoder = (response: ServerResponse, coding: Coding): Transform => {
  const coder = createCoder(coding);
  openCoders += 1;
  response.once('close', () => {
    openCoders -= 1;
    coder.destroy();
  });
  return coder;
};

type Chunks = readonly Uint8Array[];

/** Returns the bytes of chunks; those of a single chunk are not copied. */
const inOnePiece = (chunks: Chunks): Buffer => {
  const [first, ...others] = chunks;
  return first instanceof Buffer && others.length === 0 ? first : Buffer.concat(chunks);
};

/** Compressed forms, by bytes that are sent again: a file, or the parts of prepared JSON. */
const compressedForms = new WeakMap<Uint8Array | Chunks, Map<Coding, Buffer | Promise<Buffer>>>();

/** Returns the compressed form of a body, a promise while it is made. It is made once, as long as the same bytes are sent. */
const compressedForm = (chunks: Chunks, coding: Coding): Buffer | Promise<Buffer> => {
  const [first, ...others] = chunks;
  const bytes = first !== undefined && others.length === 0 ? first : chunks;
  const forms = compressedForms.get(bytes) ?? new Map<Coding, Buffer | Promise<Buffer>>();
  const known = forms.get(coding);
  if (known !== undefined) return known;
  const form = compress(Buffer.concat(chunks), coding);
  compressedForms.set(bytes, forms.set(coding, form));
  form.then(
    (made) => forms.set(coding, made),
    () => forms.delete(coding),
  );
  return form;
};

/** An answer in the form in which it is sent. */
export interface FormedAnswer {
  readonly headers: OutgoingHttpHeaders;
  readonly body: Uint8Array;
}

/** An answer in memory before it is compressed: its body has the names of the profile, its headers say the coding. */
interface RenamedAnswer extends CodedHead {
  readonly chunks: Chunks;
}

const renamedAnswer = (exchange: Exchange, { head, body }: RenderedAnswer, received: Chunks): RenamedAnswer => {
  const renamed = body?.whole(inOnePiece(received));
  // answers to HEAD know the length before renaming alone, so that this one decides about the coding
  const { coding, headers } = codedHead(exchange, head);
  if (renamed === undefined) return { coding, headers, chunks: received };
  const own = coding === undefined ? { ...headers, 'content-length': renamed.length } : headers;
  return { coding, headers: own, chunks: [renamed] };
};

/** Returns the form of an answer in memory that `sendWhole` sends; undefined while its compressed form is made. */
export const formOf = (exchange: Exchange, head: AnswerHead, received: Buffer): FormedAnswer | undefined => {
  const { coding, headers, chunks } = renamedAnswer(exchange, renderAnswer(exchange, head), [received]);
  const [body = received] = chunks;
  if (coding === undefined) return { headers, body };
  const form = compressedForm(chunks, coding);
  return form instanceof Promise ? undefined : { headers: { ...headers, 'content-length': form.length }, body: form };
};

/** Sends an answer whose body is in memory, with the names of the profile, compressed if the client accepts that. */
export const sendWhole = (exchange: Exchange, head: AnswerHead, chunks: Chunks): void =>
  sendRendered(exchange, renderAnswer(exchange, head), chunks);

/** Renames the body, then compresses it. */
const sendRendered = (exchange: Exchange, rendered: RenderedAnswer, received: Chunks): void => {
  const { request, response } = exchange;
  const { head } = rendered;
  const { coding, headers, chunks } = renamedAnswer(exchange, rendered, received);
  if (coding === undefined || request.method === 'HEAD') {
    response.writeHead(head.status, headers);
    for (const chunk of chunks.slice(0, -1)) response.write(chunk);
    response.end(chunks.at(-1));
    return;
  }
  const send = (form: Buffer): void => {
    // a request may be refused while its answer is compressed, for a body that arrives too slowly
    if (response.headersSent) return;
    response.writeHead(head.status, { ...headers, 'content-length': form.length });
    response.end(form);
  };
  Promise.resolve(compressedForm(chunks, coding)).then(send, () => response.destroy());
};

/** Writes an answer of the gateway's own routes; headers that are set already are kept unless the answer has its own. */
export const writeOwn: WriteAnswer = (response, { status, headers }, chunks) => {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const exchange = exchangeOf(response.req);
  const ownHeaders = Object.fromEntries(own);
  if (exchange.rendering === undefined && exchange.keeping?.wants(status, ownHeaders))
    return exchange.keeping.answer({ status, headers: ownHeaders, body: Buffer.concat(chunks) });
  const all = { ...response.getHeaders(), ...ownHeaders };
  // they may have other names under a profile
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  sendWhole(exchange, { status, headers: all }, chunks);
};
