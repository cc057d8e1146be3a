import { hash } from 'node:crypto';
import type { RestResponse } from '@almanac/rest';

/** A module script that enhances links and forms, which also work without it. */
export interface PageScript {
  readonly name: string;
  /** Its path on the site, without slash at the ends: `events/views-1f0c….js`. It contains a hash of the source. */
  readonly path: string;
  /** Its subresource integrity value. */
  readonly integrity: string;
  readonly source: string;
  /** Its data from the page: JSON in the element with its name as `data-js`. */
  readonly data?: object;
}

/** Creates a script at an address of its own, which caches may store for ever: another source has another address. */
export const pageScript = (name: string, source: string): PageScript => ({
  name,
  path: `${name}-${hash('sha256', source, 'hex').slice(0, 16)}.js`,
  integrity: `sha256-${hash('sha256', source, 'base64')}`,
  source,
});

/** Returns the address of a script, the same in every language. */
export const scriptAddress = ({ path }: Pick<PageScript, 'path'>, { baseUrl }: { readonly baseUrl: string }): string =>
  `${baseUrl}/${path}`;

/** Returns the answer at the address of a script. */
export const scriptAnswer = ({ source }: PageScript): RestResponse => ({
  body: source,
  contentType: 'text/javascript; charset=UTF-8',
  headers: { 'Cache-Control': 'public, max-age=31536000, immutable', 'X-Content-Type-Options': 'nosniff' },
});
