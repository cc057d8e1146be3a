import { STYLE_HASH } from './style.ts';

/** Who may put a page into a frame: the site itself, or everybody (the embed view). */
export type Framing = 'self' | 'everybody';

/**
 * No script runs on any page, not even one in a post of somebody who may write every HTML. Pictures, sound and frames of
 * other sites may stand in posts, and so may their style attributes.
 */
const policy = (framing: Framing): string =>
  [
    "default-src 'none'",
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

/** The security headers of a page. */
export const securityHeaders = (framing: Framing = 'self'): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': policy(framing),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
});
