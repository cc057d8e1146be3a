import type { Sender, ServiceName } from '@almanac/contracts';
import { readLimit } from '@almanac/documents';
import {
  contentOfBody,
  type Principal,
  type PrincipalHeaders,
  principalHeaders,
  SEAL_HEADER,
  type SigningKey,
  sealRequest,
  system,
} from '@almanac/identity';
import { CHANGES_HEADER, type HeaderFields, noteChanges, usedLimits } from '@almanac/rest';
import { spans } from '@almanac/telemetry';
import { ServiceUnavailableError } from './errors.ts';
import { parseJson, serializeJson } from './longJson.ts';
import { type SentRequest, sendInternal } from './sendInternal.ts';

export interface InternalRequest {
  /** Default: GET, or POST with a body. */
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Default: the site itself. */
  readonly principal?: Principal;
  readonly language?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The id of the outside request that caused this one. */
  readonly correlation?: string;
  /** Milliseconds; default 5,000. */
  readonly timeout?: number;
}

export interface InternalAnswer {
  readonly status: number;
  readonly headers: HeaderFields;
  /** Parsed JSON; undefined for an empty body. */
  readonly body: unknown;
}

/**
 * Sends a request to another service of the site. Returns answers of any status.
 * @throws ServiceUnavailableError if the service is down or slow, or its answer is not JSON
 */
export type FetchInternal = (service: ServiceName, path: string, init?: InternalRequest) => Promise<InternalAnswer>;

export interface FetchInternalOptions {
  /** The signed sender: the contracts declare the requests of each. */
  readonly from: Sender;
  /**
   * Returns the address of a service, such as `http://127.0.0.1:4001`.
   * Called for every request, since the address may become known late.
   */
  readonly addressOf: (service: ServiceName) => string | undefined;
  readonly secret: string;
  /** The key of this process, which signs in addition to the secret. */
  readonly signingKey?: SigningKey | undefined;
  readonly now: () => Date;
}

export const createFetchInternal = (options: FetchInternalOptions): FetchInternal => {
  const { addressOf } = options;
  return (service, path, init = {}) => {
    const method = init.method ?? (init.body === undefined ? 'GET' : 'POST');
    const attributes = { 'http.request.method': method, 'peer.service': `almanac-${service}` };
    return spans.run(`${method} ${service}`, { kind: 'client', attributes }, async (span) => {
      const address = addressOf(service);
      if (address === undefined) throw new ServiceUnavailableError(service);
      const answer = await ask(service, new URL(`${address}${path}`), { ...init, method }, options);
      span.set({ 'http.response.status_code': answer.status });
      if (answer.status >= 500) span.fail(String(answer.status));
      return answer;
    });
  };
};

const ask = async (
  service: ServiceName,
  url: URL,
  init: InternalRequest & { readonly method: string },
  { from, secret, signingKey, now }: FetchInternalOptions,
): Promise<InternalAnswer> => {
  const body = init.body === undefined ? undefined : await serializeJson(init.body);
  const request = sealed(service, url, { ...init, body }, { from, secret, signingKey, now });
  const noAnswer = (cause: unknown) => new ServiceUnavailableError(service, { cause });
  const { status, headers, text } = await sendInternal(url, { ...request, timeout: init.timeout ?? 5_000 }).catch(
    (error: unknown) => {
      throw noAnswer(error);
    },
  );
  usedLimits()?.noteHeaders(headers);
  noteChanges(headers.get(CHANGES_HEADER));
  readLimit()?.count(text.length);
  try {
    return { status, headers, body: text === '' ? undefined : await parseJson(text) };
  } catch (error) {
    throw noAnswer(error);
  }
};

/** A request whose body is already JSON. */
interface SerializedRequest extends InternalRequest {
  readonly method: string;
  readonly body?: SentRequest['body'];
}

/** Returns a signed and sealed request. */
const sealed = (
  service: ServiceName,
  url: URL,
  init: SerializedRequest,
  { from, secret, signingKey, now }: Pick<FetchInternalOptions, 'from' | 'secret' | 'signingKey' | 'now'>,
): Omit<SentRequest, 'timeout'> => {
  const { method, body } = init;
  const signed = principalHeaders(init.principal ?? system, { secret, signingKey }, now(), { from, for: service });
  const headers = headersOf(init, signed);
  // as sent: with non-ASCII characters encoded
  const target = `${url.pathname}${url.search}`;
  const seal = sealRequest({ method, target, headers }, contentOfBody(body ?? ''), secret, now());
  return { method, headers: { ...headers, [SEAL_HEADER]: seal }, body };
};

/**
 * Opens an event stream of another service; its data are parsed JSON.
 * @throws ServiceUnavailableError if the service is down, refuses, or breaks the stream
 */
export type StreamInternal = (service: ServiceName, path: string, signal: AbortSignal) => AsyncIterable<unknown>;

export const createStreamInternal = (options: FetchInternalOptions): StreamInternal =>
  async function* (service, path, signal) {
    const address = options.addressOf(service);
    if (address === undefined) throw new ServiceUnavailableError(service);
    const url = new URL(`${address}${path}`);
    const { headers } = sealed(service, url, { method: 'GET' }, options);
    try {
      const { status, body } = await fetch(url, { headers, redirect: 'manual', signal });
      if (status !== 200 || body === null) throw new ServiceUnavailableError(service);
      yield* eventsOf(body);
    } catch (error) {
      if (isNoAnswer(error)) throw new ServiceUnavailableError(service, { cause: error });
      throw error;
    }
  };

/** Parses the data of server-sent events, each in one line as `EventStream` writes them. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) yield JSON.parse(line.slice('data: '.length));
  }
}

const headersOf = (init: InternalRequest, signed: PrincipalHeaders): Record<string, string> => ({
  ...init.headers,
  ...traceHeaders(),
  accept: 'application/json',
  ...signed,
  ...(init.language === undefined ? {} : { 'x-almanac-language': init.language }),
  ...(init.correlation === undefined ? {} : { 'x-almanac-request': init.correlation }),
  ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
});

const traceHeaders = (): Record<string, string> => {
  const { traceparent } = spans.current();
  return traceparent === undefined ? {} : { traceparent };
};

// fetch throws a TypeError without connection, JSON.parse a SyntaxError.
const isNoAnswer = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'name' in error &&
  ['TypeError', 'SyntaxError'].includes(String(error.name));
