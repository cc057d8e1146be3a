import { createClient } from 'almanac-client';
import { HttpError } from 'react-admin';
import { send } from './session.ts';
import { site } from './site.ts';

/** A value of the interface whose form is known at run time only. */
// biome-ignore lint/suspicious/noExplicitAny: react-admin passes records of every table through the same functions
export type Row = any;

/** The root of the interface in the language of the console. */
const root = location.origin + site.api;

/** The typed client of the interface, in the language of the console. */
export const client = createClient({ root, fetch: send });

/** Throws the refusal of an answer: its message, its code, and the faults by field in `body.errors`. */
const refuse = (refusal: Row, response: Response): never => {
  const { code, message, data } = refusal ?? {};
  throw new HttpError(message ?? response.statusText, response.status, { code, data, errors: data?.params ?? {} });
};

interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Returns the data of an answer of the typed client.
 * @throws HttpError
 */
export const dataOf = async <Data>(asked: Promise<Answer<Data>>): Promise<Data> => {
  const { data, error, response } = await asked;
  return data === undefined ? refuse(error, response) : data;
};

export interface RequestOptions {
  readonly query?: Readonly<Record<string, unknown>>;
  /** A file, or a value that is sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the arguments of a query: lists separated by commas, without empty values. */
const searchOf = (query: Readonly<Record<string, unknown>>): string => {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? '' : `?${search}`;
};

/**
 * Sends a request to a path that is known at run time only; the typed client is for all others.
 * @throws HttpError
 */
export const request = async (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS',
  path: string,
  { query = {}, body, headers = {} }: RequestOptions = {},
): Promise<{ readonly data: Row; readonly headers: Headers }> => {
  const isJson = body !== undefined && !(body instanceof Blob);
  const response = await send(
    new Request(root + path + searchOf(query), {
      method,
      headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  const data: Row = text === '' ? undefined : JSON.parse(text);
  return response.ok ? { data, headers: response.headers } : refuse(data, response);
};
