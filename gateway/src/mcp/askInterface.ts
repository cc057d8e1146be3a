import type { InterfaceRequest } from './callArguments.ts';
import type { InterfaceAnswer } from './results.ts';

/** Sends a request to the interface. */
export type AskInterface = (request: InterfaceRequest, signal?: AbortSignal) => Promise<InterfaceAnswer>;

/** Timeout of one request, as of the gateway's requests to services. */
const TIMEOUT_MS = 60_000;

export interface ReachedInterface {
  /** The REST root, without a slash at its end. */
  readonly root: string;
  /** Headers of every request, such as the credentials. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Creates the function that sends requests to an interface, over HTTP. */
export const createAskInterface =
  ({ root, headers }: ReachedInterface): AskInterface =>
  async ({ method, target, body }, signal) => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(root + target, {
      method,
      redirect: 'error',
      headers: {
        ...headers,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

/** Returns the `Authorization` header of an account. */
export const basicAuthorization = (login: string, password: string): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
