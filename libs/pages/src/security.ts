import { STYLE_HASH } from './style.ts';

/** The sites that may frame a page beside the site itself; `*` for all. */
type FramingSites = readonly string[];

/**
 * Returns a policy that allows only the site's own scripts that the page names, by whole addresses with a hash.
 * Scripts in posts or uploads do not run (docs/adr/0019). Posts may contain pictures, sound and frames of other sites,
 * and style attributes.
 */
const policy = (framing: FramingSites, scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    ...(scripts.length === 0 ? [] : [`script-src ${scripts.join(' ')}`]),
    // tools that inspect the page from within, such as Lighthouse, read robots.txt
    "connect-src 'self'",
    `style-src ${STYLE_HASH}`,
    `style-src-elem ${STYLE_HASH}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' https: http: data:",
    "media-src 'self' https: http:",
    'frame-src https:',
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framing.includes('*') ? '*' : ["'self'", ...framing].join(' ')}`,
  ].join('; ');

/**
 * Returns the security headers of a page.
 * @param framing the other sites that may show the page in a frame
 * @param scripts the addresses of its scripts
 */
export const securityHeaders = (
  framing: FramingSites = [],
  scripts: readonly string[] = [],
): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': policy(framing, scripts),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
});
