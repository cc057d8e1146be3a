import {
  findOperation,
  OPERATOR_KEY,
  type Operation,
  pathOf,
  refusal,
  type SigningKey,
  signatureHeaders,
} from '@almanac/engine/protocol';
import { jsonOf, type Outgoing, OutgoingError, type OutgoingResponse } from '@almanac/outgoing';
import { decodedText } from '@almanac/text';
import type { z } from 'zod';
import { translationErrors } from '../errors.ts';
import type { PassedAnswer, PassedRequest } from '../remoteServices.ts';
import { RemoteRefusalError } from './remoteRefusal.ts';

export interface EngineClientOptions {
  /** The address of the engine; its path precedes those of the protocol. */
  readonly address: string;
  /** The shared key of the signatures. */
  readonly key: string;
  /** Sends requests to the origin of the address only. */
  readonly outgoing: Outgoing;
  readonly now: () => Date;
  readonly pause: (milliseconds: number) => Promise<void>;
}

interface Asking {
  /** The values in the path, by name. */
  readonly values?: Readonly<Record<string, string | number>>;
  readonly asked?: unknown;
  /** The signing key; default: the operator's. */
  readonly key?: SigningKey;
  /** Aborts the call with its retries; default: after 20 seconds. */
  readonly signal?: AbortSignal;
}

/** Calls the operations of the protocol. */
export interface EngineClient {
  /**
   * Returns the checked answer.
   * @throws RemoteRefusalError for a declared refusal; the faults of the service
   */
  ask<Answer extends z.ZodType>(operation: Operation<z.ZodType, Answer>, asking?: Asking): Promise<z.output<Answer>>;
  /** Downloads a file. */
  download(operation: Operation<z.ZodType, 'xliff'>, asking?: Asking): Promise<Uint8Array>;
  /** Returns the URL of an operation. */
  addressOf(operation: Operation, values: Readonly<Record<string, string | number>>): string;
  covers(url: URL): boolean;
  operationOf(request: PassedRequest): Operation | undefined;
  /** @param key default: the operator's */
  pass(request: PassedRequest, key?: SigningKey): Promise<PassedAnswer>;
}

const TIMEOUT_MS = 8_000;
const PASSING_TIMEOUT = 10_000;
/** Time limit in milliseconds for one call with its retries: the gateway waits 30 seconds for the site's own answer. */
export const QUESTION_MS = 20_000;
/** Milliseconds before the second and the third attempt. A retry creates nothing twice. */
const RETRY_DELAYS_MS = [200, 800];
const MAX_ANSWER_BYTES = 6 * 1024 * 1024;
const MAX_PASSED_BYTES = 5 * 1024 * 1024;
/** Statuses of a service that is temporarily unavailable. */
const RETRYABLE_STATUSES = new Set([429, 502, 503, 504]);

interface SignedRequest {
  readonly method: Operation['method'] | PassedRequest['method'];
  readonly url: URL;
  readonly content?: string | undefined;
  readonly key: SigningKey;
  readonly signal?: AbortSignal;
}

/**
 * Creates the client of an engine: signed, with limits on size and time, and with retries if the engine is unavailable.
 */
export const createEngineClient = (options: EngineClientOptions): EngineClient => {
  const { outgoing, now, pause } = options;
  const base = new URL(`${options.address.replace(/(?<!\/)\/+$/, '')}/`);
  const operator: SigningKey = { name: OPERATOR_KEY, secret: options.key };

  const send = async (
    { method, url, content, key, signal }: SignedRequest,
    timeout = TIMEOUT_MS,
    maxBytes = MAX_ANSWER_BYTES,
  ) => {
    const path = `${url.pathname}${url.search}`;
    const signed = signatureHeaders({ method, path, body: content ?? '' }, key, now().getTime());
    const headers = { ...signed, ...(content !== undefined && { 'content-type': 'application/json' }) };
    const body = content === undefined ? {} : { content };
    return outgoing.fetch(url, { method, headers, ...body, timeout, maxBytes, signal }).catch((error: unknown) => {
      throw faultOf(error);
    });
  };

  const sendUntilAnswered = async (sent: SignedRequest): Promise<OutgoingResponse> => {
    for (const wait of RETRY_DELAYS_MS) {
      const answer = await send(sent).catch((error) => {
        if (error.code !== 'i18n_remote_unavailable') throw error;
      });
      if (answer !== undefined && !RETRYABLE_STATUSES.has(answer.status)) return answer;
      await pause(wait);
    }
    return send(sent);
  };

  const urlOf = ({ path }: Operation, values?: Readonly<Record<string, string | number>>): URL =>
    new URL(pathOf(path, values).slice(1), base);

  const asked = async (operation: Operation, { values, asked: body, key = operator, signal }: Asking) => {
    const url = urlOf(operation, values);
    const content = body === undefined ? {} : { content: JSON.stringify(body) };
    const ending = signal ?? AbortSignal.timeout(QUESTION_MS);
    const answer = await sendUntilAnswered({ method: operation.method, url, key, signal: ending, ...content });
    if (answer.status !== 200) throw refusedWith(operation, answer);
    return answer.body;
  };

  return {
    ask: async (operation, asking = {}) => {
      const { success, data } = operation.answer.safeParse(jsonOf(await asked(operation, asking)));
      if (!success) throw translationErrors.remoteFailed();
      return data;
    },
    download: async (operation, asking = {}) => asked(operation, asking),
    addressOf: (operation, values) => urlOf(operation, values).href,
    covers: ({ origin, pathname, username, password }) =>
      origin === base.origin && pathname.startsWith(base.pathname) && username === '' && password === '',
    operationOf: ({ method, url }) =>
      findOperation(method, `/${readPath(url).slice(readPath(base).length + 1)}`)?.operation,
    pass: async (request, key = operator) => {
      const answer = await send({ ...request, key }, PASSING_TIMEOUT, MAX_PASSED_BYTES);
      return { status: answer.status, contentType: answer.headers['content-type'] ?? '', body: answer.body };
    },
  };
};

/** Returns the path as lenient services read it: decoded, without repeated slashes and a slash at the end. */
const readPath = ({ pathname }: URL): string =>
  decodedText(pathname)
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');

/** Converts an error of the client to a fault without internal details, which only the log receives as the cause. */
const faultOf = (error: unknown): unknown => {
  if (!(error instanceof OutgoingError)) return error;
  if (error.reason === 'timeout') return translationErrors.remoteTimeout({ cause: error });
  if (error.reason === 'too-large') return translationErrors.remoteFailed({ cause: error });
  return translationErrors.remoteUnavailable({ cause: error });
};

const refusedWith = ({ refusals = [] }: Operation, { status, body }: OutgoingResponse): Error => {
  const details = detailsOf(body);
  if (refusals.includes(status)) return new RemoteRefusalError(status, details.join(' '));
  return RETRYABLE_STATUSES.has(status)
    ? translationErrors.remoteUnavailable()
    : translationErrors.remoteFailed(details.length === 0 ? {} : { data: { details } });
};

const detailsOf = (body: Uint8Array): readonly string[] => {
  const { data } = refusal.safeParse(jsonOf(body));
  return data?.errors.map(({ detail }) => detail.slice(0, 300)).slice(0, 10) ?? [];
};
