import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { BATCH_NAMESPACE } from '../batch/sendBatch.ts';
import type { Exchange } from '../exchange.ts';
import { type Aliases, isJson, namesTypes } from './aliases.ts';
import type { PieceRenamer } from './jsonRenamer.ts';

/** Routes of services whose answers describe the interface; the gateway's own all do, except batches. */
const DESCRIPTIONS = /^\/(?:core\/v2\/(?:types|taxonomies|statuses)(?:\/.*)?|cal\/events\/v1\/doc|calx\/v1\/docs)$/;

/** Bytes up to which a body is rendered whole, with its length; larger ones are rendered as their pieces pass. */
export const MAX_WHOLE_BYTES = 1024 * 1024;

type GivenHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[];

interface Head {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
}

/** True if an answer describes the interface or a fault. */
const isDescription = ({ path, request, target }: Exchange, status: number): boolean =>
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

/** Returns the renamer of an answer's body; undefined for a body without names, such as a file. */
const renamerOf = (
  exchange: Exchange,
  aliases: Aliases,
  status: number,
  headers: OutgoingHttpHeaders,
): PieceRenamer | undefined => {
  const { kind, baseUrl } = exchange;
  if (status === 204 || status === 304 || headers['content-encoding'] !== undefined) return undefined;
  const type = String(headers['content-type']);
  if (kind !== 'rest') return type.startsWith('text/html') ? aliases.renderPage(baseUrl) : undefined;
  return isJson(type) ? aliases.renderJson({ baseUrl, isDescription: isDescription(exchange, status) }) : undefined;
};

/** Returns the key under which the rendered body of a public answer is kept; undefined for other answers. */
const keyOf = ({ kind, request, principal, apiRoot, path, query }: Exchange, status: number): string | undefined =>
  kind === 'rest' && request.method === 'GET' && status === 200 && principal.kind === 'anonymous'
    ? `${apiRoot}${path}?${query}`
    : undefined;

/**
 * Renders everything that is written to a response with the names of the profile: answers of services and of the
 * gateway, and errors of both. The head waits until it is known whether the body is rendered whole.
 */
export const renderAnswer = (exchange: Exchange, aliases: Aliases): void => {
  const { response, request, baseUrl, kind } = exchange;
  const writeHead = response.writeHead.bind(response);
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  let waiting: Head | undefined;
  let renamer: PieceRenamer | undefined;
  let pieces: Buffer[] = [];
  let size = 0;

  const sendHead = (more: OutgoingHttpHeaders = {}): void => {
    if (waiting === undefined) return;
    const { status, headers } = waiting;
    waiting = undefined;
    writeHead(status, { ...headers, ...more });
  };

  const begin = (): void => {
    if (!response.headersSent && waiting === undefined) response.writeHead(response.statusCode);
  };

  const takePieces = (): Buffer => {
    const whole = pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
    pieces = [];
    return whole;
  };

  const keep = (chunk: unknown): void => {
    if (chunk === undefined || chunk === null) return;
    const piece = chunk instanceof Buffer ? chunk : Buffer.from(chunk instanceof Uint8Array ? chunk : String(chunk));
    size += pieces.push(piece) && piece.length;
  };

  response.writeHead = (status: number, second?: string | GivenHeaders, third?: GivenHeaders) => {
    const own = takeHeaders(response, typeof second === 'string' ? third : second);
    renamer = renamerOf(exchange, aliases, status, own);
    pieces = [];
    size = 0;
    if (renamer !== undefined) delete own['content-length'];
    waiting = { status, headers: aliases.renderHeaders(own, { baseUrl, isPage: kind !== 'rest' }) };
    if (renamer === undefined || request.method === 'HEAD') sendHead();
    return response;
  };

  response.write = (chunk: unknown, ...rest: unknown[]): boolean => {
    begin();
    if (renamer === undefined) return Reflect.apply(write, response, [chunk, ...rest]);
    keep(chunk);
    if (size <= MAX_WHOLE_BYTES) return true;
    sendHead();
    const renamed = renamer.push(takePieces().toString('latin1'));
    return renamed === '' || write(renamed, 'latin1');
  };

  response.end = (chunk?: unknown, ...rest: unknown[]) => {
    begin();
    if (renamer === undefined) return Reflect.apply(end, response, [chunk, ...rest]);
    keep(chunk);
    const last = takePieces();
    if (waiting === undefined) return end(Buffer.from(renamer.push(last.toString('latin1')) + renamer.end(), 'latin1'));
    const body = aliases.renderWhole(last, renamer, keyOf(exchange, waiting.status));
    sendHead({ 'content-length': body.length });
    return end(body);
  };
};
