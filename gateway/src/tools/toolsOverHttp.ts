import type { OutgoingHttpHeaders } from 'node:http';
import { anonymous, type Principal } from '@almanac/identity';
import { answerableError, discardBody, errorBody, restErrors } from '@almanac/rest';
import { type Log, plainAddress } from '@almanac/service';
import type { Authentication } from '../authentication.ts';
import type { CountClientRequest } from '../clientLimits.ts';
import { gatewayErrors } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import type { ToolCatalog } from '../mcp/toolCatalog.ts';
import { responseHeaders } from '../responseHeaders.ts';
import { sendWhole } from '../sendBody.ts';
import { texts } from '../texts.ts';
import { wholeBody } from '../wholeBody.ts';
import type { CallersOfTools } from './callersOfTools.ts';

export interface ToolsOptions {
  /** The namespaces whose operations are tools. */
  readonly mcpNamespaces?: readonly string[];
  readonly authentication: Authentication;
  readonly callers: CallersOfTools;
  readonly countRequest: CountClientRequest;
  /** `{prefix}` of the REST root. */
  readonly prefix: string;
  readonly now: () => Date;
  readonly log: Log;
}

/** Answers requests of the Model Context Protocol. */
export interface Tools {
  readonly isAsked: (exchange: Exchange) => boolean;
  readonly answer: (exchange: Exchange) => void;
}

const ADDRESS = '/mcp';

const MAX_BODY_BYTES = 1024 * 1024;

/** A JSON-RPC error of the server. */
const SERVER_ERROR = -32_000;

/**
 * Creates the handler of `/mcp` (docs/interface/mcp.md); undefined without namespaces. The package of the protocol is
 * loaded at the first request.
 */
export const createTools = (options: ToolsOptions): Tools | undefined => {
  const { mcpNamespaces: namespaces = [], now, log, countRequest } = options;
  if (namespaces.length === 0) return undefined;
  let catalog: ToolCatalog | undefined;

  const answerMessage = async (exchange: Exchange): Promise<void> => {
    const { request, response, caller, language } = exchange;
    // requests of the tools count as reads or writes themselves
    countRequest(exchange, true);
    checkOrigin(exchange);
    if (request.method !== 'POST') throw gatewayErrors.toolsMethod();
    const principal = await principalOf(exchange, options.authentication);
    const body = await wholeBody(exchange, MAX_BODY_BYTES);
    if (body === undefined) return;
    const [{ answerMcp }, { createAskInterface }, { createToolCatalog }] = await Promise.all([
      import('../mcp/answerMcp.ts'),
      import('../mcp/askInterface.ts'),
      import('../mcp/toolCatalog.ts'),
    ]);
    catalog ??= createToolCatalog({ namespaces, now });
    const call = options.callers.begin(caller);
    const left = new AbortController();
    response.once('close', () => {
      call.end();
      left.abort();
    });
    const ask = createAskInterface({
      root: rootOf(exchange, options),
      headers: { ...credentialsOf(exchange), ...call.header },
    });
    const login = principal.kind === 'user' ? principal.login : undefined;
    const message = { headers: textHeaders(exchange), body: body.toString('utf8') };
    const answer = await answerMcp({ catalog, language, ask, login }, message, left.signal);
    const type = answer.headers.get('content-type');
    send(exchange, answer.status, await answer.text(), type === null ? {} : { 'content-type': type });
  };

  return {
    isAsked: ({ kind, path }) => kind !== 'rest' && path === ADDRESS,
    answer: (exchange) => {
      exchange.target = 'gateway';
      answerMessage(exchange).catch((error: unknown) => refuse(exchange, error, log));
    },
  };
};

/**
 * Refuses pages of other sites, which could use the rights of a person's network (a rule of the protocol).
 * @throws DomainError 403
 */
const checkOrigin = ({ request, baseUrl }: Exchange): void => {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== new URL(baseUrl).origin) throw gatewayErrors.toolsOrigin();
};

/**
 * Returns the account of an application password; a request without credentials is a visitor's. Sessions do not count.
 * @throws DomainError 401, 503
 */
const principalOf = async (exchange: Exchange, authentication: Authentication): Promise<Principal> => {
  const { id: correlation, language, caller, request } = exchange;
  const { authorization } = request.headers;
  if (authorization === undefined) return anonymous;
  if (!caller.offersPasswords) throw gatewayErrors.toolsCredentials();
  const principal = await authentication.principalOf({ authorization, ip: caller.ip, language, correlation });
  if (principal.kind !== 'user') throw gatewayErrors.toolsCredentials();
  return principal;
};

const credentialsOf = ({ request: { headers } }: Exchange): Record<string, string> =>
  headers.authorization === undefined ? {} : { authorization: headers.authorization };

/** Returns the REST root at the address on which this request has arrived. */
const rootOf = ({ request: { socket }, language }: Exchange, { prefix }: ToolsOptions): string => {
  const address = plainAddress(socket.localAddress ?? '127.0.0.1');
  const host = address.includes(':') ? `[${address}]` : address;
  return `http://${host}:${socket.localPort}/${language}/${prefix}`;
};

/** The headers of a request that the protocol reads. */
const PROTOCOL_HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id'];

const textHeaders = ({ request: { headers } }: Exchange): Record<string, string> =>
  Object.fromEntries(
    PROTOCOL_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );

const refuse = (exchange: Exchange, failure: unknown, log: Log): void => {
  const { request, response, id, language } = exchange;
  if (response.headersSent || response.destroyed) return;
  const known = answerableError(failure);
  if (known === undefined) log.error({ err: failure, id }, 'request of a tool failed');
  const answered = known ?? restErrors.internal();
  const { code, message, data } = errorBody(answered, texts, language);
  discardBody(request);
  const error = { code: SERVER_ERROR, message, data: { ...data, code } };
  const { retry_after: wait } = answered.data;
  send(exchange, answered.status, JSON.stringify({ jsonrpc: '2.0', error, id: null }), {
    'content-type': 'application/json',
    ...(typeof wait === 'number' && { 'retry-after': String(wait) }),
    ...(answered.status === 405 && { allow: 'POST' }),
  });
};

const send = (exchange: Exchange, status: number, text: string, headers: OutgoingHttpHeaders): void => {
  if (exchange.response.headersSent || exchange.response.destroyed) return;
  const bytes = Buffer.from(text);
  const own = { ...headers, 'cache-control': 'no-store', 'content-length': bytes.length };
  sendWhole(exchange, { status, headers: responseHeaders(exchange, status, own) }, [bytes]);
};
