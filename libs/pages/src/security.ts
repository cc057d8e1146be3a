import { STYLE_HASH } from './style.ts';

/** Who may put a page into a frame: the site itself, or everybody (the embed view). */
export type Framing = 'self' | 'everybody';

/**
 * No script runs but those of the site's own that the page names, each allowed by its whole address, of which a hash of
 * its source is a part: not one in a post of somebody who may write every HTML, nor one that somebody has uploaded
 * (docs/adr/0019). Pictures, sound and frames of other sites may stand in posts, and so may their style attributes.
 */
const policy = (framing: Framing, scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    ...(scripts.length === 0 ? [] : [`script-src ${scripts.join(' ')}`]),
    // a tool that looks at the page from within, as Lighthouse does, reads robots.txt
    "connect-src 'self'",
    `style-src ${STYLE_HASH}`,
    `style-src-elem ${STYLE_HASH}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' https: http: data:",
    "media-src 'self' https: http:",
    'frame-src https:',
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framing === 'self' ? "'self'" : '*'}`,
  ].join('; ');

/**
 * The security headers of a page.
 * @param scripts the addresses of those that it runs
 */
export const securityHeaders = (
  framing: Framing = 'self',
  scripts: readonly string[] = [],
): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': policy(framing, scripts),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
});
