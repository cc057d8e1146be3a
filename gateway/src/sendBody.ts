import { pipeline, type Readable } from 'node:stream';
import type { WriteAnswer } from '@almanac/rest';
import { type AnswerHead, type Coding, codedHead, compress, createCoder } from './contentCoding.ts';
import { type Exchange, exchangeOf } from './exchange.ts';

/** Maximum number of answers that are compressed while they are sent; each occupies a megabyte until its client has it. */
const MAX_OPEN_CODERS = 64;

let openCoders = 0;

/** Sends an answer while it arrives, compressed if the client accepts that and not too many other answers are. */
export const sendStream = (exchange: Exchange, head: AnswerHead, body: Readable): void => {
  const { request, response } = exchange;
  if (response.closed) {
    body.destroy();
    return;
  }
  const { coding, headers } = codedHead(exchange, head, openCoders < MAX_OPEN_CODERS);
  response.writeHead(head.status, headers);
  if (coding === undefined || request.method === 'HEAD') {
    body.pipe(response);
    return;
  }
  // an answer in parts may be slow, and a coder holds its first bytes back
  if (head.headers['content-length'] === undefined) response.flushHeaders();
  const coder = createCoder(coding);
  openCoders += 1;
  response.once('close', () => {
    openCoders -= 1;
    coder.destroy();
  });
  // a cut answer tells the client that the service has failed
  pipeline(body, coder, (error) => void (error && response.destroy()));
  coder.pipe(response);
};

type Chunks = readonly Uint8Array[];

/** Compressed forms, by bytes that are sent again: a file, or the parts of prepared JSON. */
const compressedForms = new WeakMap<Uint8Array | Chunks, Map<Coding, Promise<Buffer>>>();

/** Returns the compressed form of a body. It is made once, as long as the same bytes are sent. */
const compressedForm = (chunks: Chunks, coding: Coding): Promise<Buffer> => {
  const [first, ...others] = chunks;
  const bytes = first !== undefined && others.length === 0 ? first : chunks;
  const forms = compressedForms.get(bytes) ?? new Map<Coding, Promise<Buffer>>();
  const form = forms.get(coding) ?? compress(Buffer.concat(chunks), coding);
  compressedForms.set(bytes, forms.set(coding, form));
  return form;
};

/** Sends an answer whose body is in memory, compressed if the client accepts that. */
export const sendWhole = (exchange: Exchange, head: AnswerHead, chunks: Chunks): void => {
  const { request, response } = exchange;
  const { coding, headers } = codedHead(exchange, head);
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
  compressedForm(chunks, coding).then(send, () => response.destroy());
};

/** Writes an answer of the gateway's own routes; headers that are set already are kept unless the answer has its own. */
export const writeOwn: WriteAnswer = (response, { status, headers }, chunks) => {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const all = { ...response.getHeaders(), ...Object.fromEntries(own) };
  sendWhole(exchangeOf(response.req), { status, headers: all }, chunks);
};
