import type { Client, ClientOptions } from 'openapi-fetch';
import type { components, paths } from './schema.js';

export type { components, operations, paths } from './schema.js';

/** What the interface shows, by name: `Schemas['Event']`. */
export type Schemas = components['schemas'];

export interface AlmanacOptions extends Omit<ClientOptions, 'baseUrl'> {
  /** The interface of a site in a language: `https://example.org/en/json`. */
  readonly root: string;
  /** An account; without one a visitor asks. */
  readonly login?: string;
  /** An application password of that account. */
  readonly password?: string;
}

export type AlmanacClient = Client<paths>;

/**
 * A client of a site. Each call answers `{ data, error, response }`: `data` as the interface describes what goes well,
 * `error` as it describes refusals. It throws only where no answer comes.
 */
export function createClient(options: AlmanacOptions): AlmanacClient;
