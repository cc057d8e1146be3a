import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Log } from '@almanac/service';
import type { Handler } from './handlers.ts';
import { findOperation } from './protocol/document.ts';
import type { Operation } from './protocol/operation.ts';
import { isSignedBy, KEY_HEADER, OPERATOR_KEY, SIGNATURE_HEADER, TIME_HEADER } from './protocol/signature.ts';
import { RefusedError } from './refused.ts';

/** Maximum bytes of a request's body. A hundred of the largest files would be more: sites send fewer at a time. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** Milliseconds after which an unanswered request is disconnected. */
const SILENT_FOR = 60_000;

export interface ServerOptions {
  readonly handlers: ReadonlyMap<string, Handler>;
  /** Returns the secret of a key by its name; undefined for an unknown key. */
  readonly secretOf: (key: string) => string | undefined;
  readonly now: () => number;
  readonly log: Log;
}

/** Creates the listener for the operations of the protocol. */
export const createServer = (options: ServerOptions): RequestListener => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/';
    const found = findOperation(request.method, path);
    if (found === undefined) throw new RefusedError(404, 'There is no such operation.');
    const body = await bodyOf(request);
    const signer = signerOf(request, { path, body, operation: found.operation }, options);
    const asked = askedOf(found.operation, body);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const result = await options.handlers.get(found.id)?.({ asked, values: found.values, signer, signal: gone.signal });
    if (result === undefined) setTimeout(() => response.destroy(), SILENT_FOR).unref();
    else if (found.operation.answer === 'xliff')
      send(response, 200, 'application/xliff+xml; charset=utf-8', String(result));
    else sendJson(response, 200, result);
  };

  return (request, response) => {
    answer(request, response).catch((error: Error & { readonly code?: string; readonly status?: number }) => {
      const status = error.code === 'refused' ? (error.status ?? 400) : 500;
      if (status === 500) options.log.error({ error }, 'a request failed');
      const detail = status === 500 ? 'The engine has failed.' : error.message;
      sendJson(response, status, { errors: [{ status, title: 'refused', detail }] });
    });
  };
};

/** @throws RefusedError 401 */
const signerOf = (
  { method = '', headers }: IncomingMessage,
  { path, body, operation }: { readonly path: string; readonly body: Buffer; readonly operation: Operation },
  { secretOf, now }: ServerOptions,
): string => {
  const name = String(headers[KEY_HEADER] ?? '');
  const secret = (name === OPERATOR_KEY) === (operation.ofSite === true) ? undefined : secretOf(name);
  const said = {
    time: headers[TIME_HEADER]?.toString(),
    signature: headers[SIGNATURE_HEADER]?.toString(),
  };
  if (secret === undefined || !isSignedBy({ method, path, body }, said, secret, now()))
    throw new RefusedError(401, 'The signature does not fit.');
  return name;
};

/** @throws RefusedError 400 */
const askedOf = ({ asked }: Operation, body: Buffer): unknown => {
  if (asked === undefined) return undefined;
  const { success, data, error } = asked.safeParse(parsed(body));
  if (success) return data;
  const [fault] = error.issues;
  throw new RefusedError(400, `${fault?.path.join('.') || 'the body'}: ${fault?.message}`);
};

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new RefusedError(400, 'The body is no JSON.');
  }
};

/** @throws RefusedError 413 */
const bodyOf = async (request: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new RefusedError(413, 'The body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  send(response, status, 'application/json', JSON.stringify(body));

const send = (response: ServerResponse, status: number, type: string, body: string): void => {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
};
