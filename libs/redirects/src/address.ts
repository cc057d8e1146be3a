import { decoded } from './text.ts';

const SITE = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Returns the index of the query: of its question mark, or of the backslash before an escaped one; -1 for none. */
const queryStart = (url: string): number => {
  const mark = url.indexOf('?');
  return mark > 0 && url[mark - 1] === '\\' ? mark - 1 : mark;
};

/** Returns the path of an address, without scheme, host and query. */
export const pathOf = (url: string): string => {
  const local = url.startsWith('/') ? url : url.replace(SITE, '');
  const end = queryStart(local);
  return end === -1 ? local : local.slice(0, end);
};

/** Returns the query of an address, without its question mark; empty for none. */
export const queryOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
};

/** Removes one slash at the end of a path; `/` and `//` stay. */
export const withoutTrailingSlash = (path: string): string =>
  path.endsWith('/') && !/^\/+$/.test(path) ? path.slice(0, -1) : path;

/** Returns a path in the form for comparisons: decoded, with spaces for plus signs. */
export const comparablePath = (path: string): string => {
  const plain = decoded(path);
  return plain.includes('+') ? plain.replaceAll('+', ' ') : plain;
};
