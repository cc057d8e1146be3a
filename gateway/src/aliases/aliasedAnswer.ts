import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { BATCH_NAMESPACE } from '../batch/sendBatch.ts';
import type { Exchange } from '../exchange.ts';
import { type Aliases, isJson, namesTypes, type PieceRenamer } from './aliases.ts';

/** Routes of services whose answers describe the interface; the gateway's own all do, except batches. */
const DESCRIPTIONS = /^\/(?:core\/v2\/(?:types|taxonomies|statuses)(?:\/.*)?|cal\/events\/v1\/doc|calx\/v1\/docs)$/;

type RenderedExchange = Pick<Exchange, 'kind' | 'path' | 'request' | 'response' | 'baseUrl' | 'target'>;

interface Head {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
}

type GivenHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** True if an answer describes the interface or a fault. */
const isDescription = ({ path, request, target }: RenderedExchange, status: number): boolean =>
  status >= 400 ||
  request.method === 'OPTIONS' ||
  (target === 'gateway' ? path !== BATCH_NAMESPACE : DESCRIPTIONS.test(path) || namesTypes(path));

/** Returns the headers of an answer, those set one by one included, and takes them from it. */
const takeHeaders = (response: ServerResponse, given: GivenHeaders | undefined): OutgoingHttpHeaders => {
  const headers: OutgoingHttpHeaders = { ...response.getHeaders() };
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  for (const [name, value] of Object.entries(given ?? {})) headers[name.toLowerCase()] = value;
  return headers;
};

/**
 * Renders everything that is written to a response with the names of the profile: answers of services and of the
 * gateway, and errors of both. A body is renamed as its pieces pass; the head waits for the second piece or the end,
 * so that an answer in one piece keeps its length.
 */
export const renderAnswer = (exchange: RenderedExchange, aliases: Aliases): void => {
  const { response, request, baseUrl, kind } = exchange;
  const writeHead = response.writeHead.bind(response);
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  let waiting: Head | undefined;
  let renamer: PieceRenamer | undefined;
  let first = '';

  const sendHead = (more: OutgoingHttpHeaders = {}): void => {
    if (waiting === undefined) return;
    const { status, headers } = waiting;
    waiting = undefined;
    for (const [name, value] of Object.entries({ ...headers, ...more }))
      if (value !== undefined) response.setHeader(name, value);
    writeHead(status);
  };

  const renamerOf = (status: number, headers: OutgoingHttpHeaders): PieceRenamer | undefined => {
    if (status === 204 || status === 304 || headers['content-encoding'] !== undefined) return undefined;
    const type = headers['content-type'];
    if (kind !== 'rest') return String(type).startsWith('text/html') ? aliases.renderPage(baseUrl) : undefined;
    if (!isJson(type)) return undefined;
    return aliases.renderJson({ baseUrl, isDescription: isDescription(exchange, status) });
  };

  response.writeHead = (status: number, second?: string | GivenHeaders, third?: GivenHeaders) => {
    const own = takeHeaders(response, typeof second === 'string' ? third : second);
    renamer = renamerOf(status, own);
    if (renamer !== undefined) delete own['content-length'];
    waiting = { status, headers: aliases.renderHeaders(own, { baseUrl, isPage: kind !== 'rest' }) };
    first = '';
    if (renamer === undefined || request.method === 'HEAD') sendHead();
    return response;
  };

  const renamed = (chunk: unknown): string =>
    renamer === undefined || chunk === undefined || chunk === null ? '' : renamer.push(latin1(chunk));

  response.write = (chunk: unknown, ...rest: unknown[]): boolean => {
    if (!response.headersSent && waiting === undefined) response.writeHead(response.statusCode);
    if (renamer === undefined) return Reflect.apply(write, response, [chunk, ...rest]);
    const text = renamed(chunk);
    if (waiting !== undefined && first === '') {
      first = text;
      return true;
    }
    sendHead();
    const all = first + text;
    first = '';
    return all === '' || write(all, 'latin1');
  };

  response.end = (chunk?: unknown, ...rest: unknown[]) => {
    if (!response.headersSent && waiting === undefined) response.writeHead(response.statusCode);
    if (renamer === undefined) return Reflect.apply(end, response, [chunk, ...rest]);
    const body = Buffer.from(first + renamed(chunk) + renamer.end(), 'latin1');
    sendHead({ 'content-length': body.length });
    return end(body);
  };
};

/** Each byte is one character, so all that is not renamed passes unchanged. */
const latin1 = (chunk: unknown): string =>
  (chunk instanceof Uint8Array
    ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    : Buffer.from(String(chunk))
  ).toString('latin1');
