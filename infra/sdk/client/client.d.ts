import type { Client, ClientOptions } from 'openapi-fetch';
import type { components, paths } from './schema.js';

export type { components, operations, paths } from './schema.js';

/** The records of the interface by name: `Schemas['Event']`. */
export type Schemas = components['schemas'];

export interface AlmanacOptions extends Omit<ClientOptions, 'baseUrl'> {
  /** The interface of a site in a language: `https://example.org/en/json`. */
  readonly root: string;
  /** The login of an account; without one, requests are anonymous. */
  readonly login?: string;
  /** An application password of that account. */
  readonly password?: string;
}

export type AlmanacClient = Client<paths>;

/**
 * Creates a client of a site. Each call returns `{ data, error, response }`: `data` for a success and `error` for a
 * refusal, as the interface describes them. It throws only if there is no answer.
 */
export function createClient(options: AlmanacOptions): AlmanacClient;
