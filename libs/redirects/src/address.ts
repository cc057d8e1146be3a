import { decoded } from './text.ts';

const SITE = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Where the query begins: at a question mark, or at the backslash before an escaped one. */
const queryStart = (url: string): number => {
  const mark = url.indexOf('?');
  return mark > 0 && url[mark - 1] === '\\' ? mark - 1 : mark;
};

/** The path of an address, without scheme, host and query. */
export const pathOf = (url: string): string => {
  const local = url.startsWith('/') ? url : url.replace(SITE, '');
  const end = queryStart(local);
  return end === -1 ? local : local.slice(0, end);
};

/** The query of an address, without its question mark; empty for none. */
export const queryOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
};

/** A path without one slash at its end; `/` and `//` stay. */
export const withoutTrailingSlash = (path: string): string =>
  path.endsWith('/') && !/^\/+$/.test(path) ? path.slice(0, -1) : path;

/** A path as it is compared: decoded, and without a difference between a plus sign and a space. */
export const comparablePath = (path: string): string => {
  const plain = decoded(path);
  return plain.includes('+') ? plain.replaceAll('+', ' ') : plain;
};
