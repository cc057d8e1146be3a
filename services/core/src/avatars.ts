import { createHash } from 'node:crypto';
import { integer, type Route, route } from '@almanac/rest';
import { escapeHtml, unescapeHtml } from '@almanac/text';

/** Sizes in pixels of the pictures that users and comments name. */
const SIZES_PX = [24, 48, 96] as const;
const MAX_SIZE_PX = 512;

const SHOWN = /[\p{L}\p{N}\p{P}\p{S}]/u;
const UNKNOWN = '?';

/** Returns the character of a code point; `?` for one that shows nothing. */
const characterOf = (code: number): string => {
  const character = code > 0x10_ffff ? UNKNOWN : String.fromCodePoint(code);
  return SHOWN.test(character) ? character : UNKNOWN;
};

/**
 * Returns the addresses of a person's picture by size in pixels. The picture is an initial on a colour; the site itself
 * serves it, so that no other site learns who is shown.
 * @param name in HTML
 * @param seed chooses the colour
 */
export const avatarUrls = (
  { apiRoot }: { readonly apiRoot: string },
  { name, seed }: { readonly name: string; readonly seed: string },
): Readonly<Record<string, string>> => {
  const hue = Math.round((createHash('sha256').update(seed).digest()[0] ?? 0) * 1.41);
  const initial = [...unescapeHtml(name).trim().toUpperCase()][0] ?? UNKNOWN;
  const code = (initial.codePointAt(0) ?? 0).toString(16);
  return Object.fromEntries(
    SIZES_PX.map((size) => [String(size), `${apiRoot}/core/v2/avatars/${hue}-${code}.svg?s=${size}`]),
  );
};

/** Serves the pictures: the address says everything that a picture shows, so caches may store it for ever. */
export const avatarRoute = (): Route =>
  route({
    namespace: 'core/v2',
    path: '/avatars/{picture:\\d{1,3}-[\\da-f]{1,6}}.svg',
    methods: ['GET'],
    summary: 'Reads a picture of an initial.',
    hidden: true,
    args: { s: integer({ minimum: 1, maximum: MAX_SIZE_PX, default: 96, description: 'The width in pixels.' }) },
    handle: async ({ args: { s: size }, captures: { picture = '' } }) => {
      const [hue, code = ''] = picture.split('-');
      return {
        body: `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 24 24"><rect width="24" height="24" fill="hsl(${hue} 45% 40%)"/><text x="12" y="16.5" fill="#fff" font-family="sans-serif" font-size="13" text-anchor="middle">${escapeHtml(characterOf(Number.parseInt(code, 16)))}</text></svg>`,
        contentType: 'image/svg+xml',
        headers: {
          'Cache-Control': 'public, max-age=31536000, immutable',
          'Content-Security-Policy': "default-src 'none'",
          'X-Content-Type-Options': 'nosniff',
        },
      };
    },
  });
