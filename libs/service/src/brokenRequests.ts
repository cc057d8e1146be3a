import { type Server, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { RequestQueue } from './requestQueue.ts';

type Refusal = readonly [status: number, code: string, message: string];

/** An error of Node's parser, with the bytes that it was reading. */
type ParseError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

const MALFORMED: Refusal = [400, 'rest_malformed_request', 'The request is not HTTP.'];
const UNKNOWN_EXPECTATION: Refusal = [
  417,
  'rest_expectation_failed',
  'The Expect header of the request can only be 100-continue.',
];
const REFUSALS: ReadonlyMap<string, Refusal> = new Map(
  Object.entries<Refusal>({
    HPE_HEADER_OVERFLOW: [431, 'rest_headers_too_large', 'The headers of the request are too large.'],
    HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'rest_payload_too_large', 'The body of the request is too large.'],
    ERR_HTTP_REQUEST_TIMEOUT: [408, 'rest_request_timeout', 'The request did not arrive in time.'],
  }),
);

/**
 * Answers requests that are not valid HTTP or expect something unknown with the common error body
 * (docs/interface/server.md §12.1).
 * Closes the connection instead if another answer of it is being written.
 */
export const answerBrokenRequests = (server: Server, { running }: Pick<RequestQueue, 'running'>): void => {
  server.on('checkExpectation', (request, response) => {
    const [status] = UNKNOWN_EXPECTATION;
    const body = bodyText(UNKNOWN_EXPECTATION);
    const headers = { 'Content-Type': JSON_TYPE, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
  });
  server.on('clientError', (error: ParseError, duplex) => {
    if (!(duplex instanceof Socket)) {
      duplex.destroy();
      return;
    }
    const socket = duplex;
    if (socket.writable && error.code !== 'ECONNRESET' && !running.has(socket)) {
      socket.write(refusalText(REFUSALS.get(error.code ?? '') ?? MALFORMED, error.rawPacket));
    }
    socket.destroySoon();
  });
};

const JSON_TYPE = 'application/json; charset=UTF-8';

const bodyText = ([status, code, message]: Refusal): string => JSON.stringify({ code, message, data: { status } });

/** Formats a refusal; clients expect no body after HEAD. */
const refusalText = (refusal: Refusal, received?: Buffer): string => {
  const [status] = refusal;
  const isHead = received?.toString('latin1', 0, 5) === 'HEAD ';
  const body = bodyText(refusal);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`;
};
