import type { IncomingMessage } from 'node:http';
import { hasBody, largeBodies, mayContainFile, restErrors, usualBodyLimit } from '@almanac/rest';
import { networkOf } from '@almanac/service';
import type { Exchange } from './exchange.ts';
import { type FailingPorts, fail } from './failures.ts';

const MAY_SEND_FILES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/**
 * True if a request is read whole before it is passed on.
 * Requests that may contain a file or a large body are streamed: many of them would fill the memory.
 */
export const isReadWhole = (exchange: Pick<Exchange, 'request' | 'isLarge' | 'aliases' | 'path'>): boolean => {
  const { request, isLarge, aliases, path } = exchange;
  const { method = '', headers } = request;
  if (!MAY_SEND_FILES.has(method) || !hasBody({ headers }) || aliases?.readsForm(path) === true) return true;
  return isLarge !== true && !mayContainFile(headers);
};

/** Requests whose body has been counted and put back: a nonce in a form is read before the body gate. */
const counted = new WeakSet<IncomingMessage>();

/**
 * Reads a whole body and puts it back, so that it is read again; undefined if the client has disconnected.
 * @param limit bytes
 * @param change returns the body to put back; default: the same
 * @throws DomainError 413 `rest_payload_too_large`, 503 `rest_too_busy`
 */
export const wholeBody = async (
  { request, response, caller }: Pick<Exchange, 'request' | 'response' | 'caller'>,
  limit: number,
  change: (whole: Buffer) => Buffer = (whole) => whole,
): Promise<Buffer | undefined> => {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw restErrors.tooLarge();
  const count = counted.has(request) ? undefined : largeBodies.count(networkOf(caller.ip), response);
  const chunks: Buffer[] = [];
  let size = 0;
  while (!request.destroyed) {
    const chunk: Buffer | null = request.read();
    if (chunk !== null) size += chunks.push(chunk) && chunk.length;
    if (size > limit) throw restErrors.tooLarge();
    if (chunk !== null) count?.(chunk.length);
    if (chunk === null && request.complete) return putBack(request, change(Buffer.concat(chunks, size)));
    if (chunk === null) await readable(request);
  }
  return undefined;
};

/** Runs in the turn of the last read; a turn later the stream would have emitted `end`. */
const putBack = (request: IncomingMessage, whole: Buffer): Buffer => {
  counted.add(request);
  if (whole.length > 0) request.unshift(whole);
  return whole;
};

const readable = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    const proceed = (): void => {
      request.off('readable', proceed).off('close', proceed);
      resolve();
    };
    request.on('readable', proceed).on('close', proceed);
  });

/** Replaces `transfer-encoding: chunked`, or the length as received, by the length of the whole body. */
const noteLength = ({ headers }: IncomingMessage, { length }: Buffer): void => {
  delete headers['transfer-encoding'];
  headers['content-length'] = String(length);
};

/**
 * Continues an exchange when its body has arrived, so that a slow client holds no connection to a service
 * (docs/architecture.md §9).
 * An exchange with a streamed body continues at once. One that has been answered or closed does not continue.
 */
export const createBodyGate = ({ bodyLimit, ...ports }: FailingPorts & { readonly bodyLimit: number }) =>
  function whenArrived(exchange: Exchange, proceed: () => void): void {
    const { request, response, principal } = exchange;
    const goOn = (): void => {
      if (!response.headersSent && !response.destroyed) proceed();
    };
    if (!hasBody(request) || !isReadWhole(exchange)) {
      goOn();
      return;
    }
    const limit = Math.min(bodyLimit, usualBodyLimit(request.method ?? 'GET', principal));
    const { aliases, path } = exchange;
    const contentType = request.headers['content-type'];
    wholeBody(exchange, limit, (whole) => aliases?.readBody(whole, { path, contentType }) ?? whole)
      .then((whole) => {
        if (whole === undefined) return;
        noteLength(request, whole);
        goOn();
      })
      .catch((error: unknown) => fail(exchange, error, ports));
  };
