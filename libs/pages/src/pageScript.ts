import { hash } from 'node:crypto';
import type { RestResponse } from '@almanac/rest';

/** A module script that pages run beside their links and forms, which do everything without it. */
export interface PageScript {
  readonly name: string;
  /** Its path on the site, without slash at the ends: `events/views-1f0c….js`. It changes with the source. */
  readonly path: string;
  /** What browsers compare it with. */
  readonly integrity: string;
  readonly source: string;
  /** What the page tells it: JSON in an element that its name, `data-js`, finds. */
  readonly data?: object;
}

/** A script at an address of its own, which caches may keep for ever: another source has another address. */
export const pageScript = (name: string, source: string): PageScript => ({
  name,
  path: `${name}-${hash('sha256', source, 'hex').slice(0, 16)}.js`,
  integrity: `sha256-${hash('sha256', source, 'base64')}`,
  source,
});

/** Where a script is, whatever the language of the page. */
export const scriptAddress = ({ path }: Pick<PageScript, 'path'>, { baseUrl }: { readonly baseUrl: string }): string =>
  `${baseUrl}/${path}`;

/** The answer at the address of a script. */
export const scriptAnswer = ({ source }: PageScript): RestResponse => ({
  body: source,
  contentType: 'text/javascript; charset=UTF-8',
  headers: { 'Cache-Control': 'public, max-age=31536000, immutable', 'X-Content-Type-Options': 'nosniff' },
});
