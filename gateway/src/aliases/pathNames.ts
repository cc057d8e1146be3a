import { isLanguage } from '@almanac/i18n';
import type { Rename } from './jsonPlaces.ts';

/** Splits a path after its language segment, which may be empty. */
export const splitLanguage = (path: string): readonly [prefix: string, rest: string] => {
  const end = path.indexOf('/', 1);
  const first = path.slice(1, end === -1 ? undefined : end);
  return isLanguage(first) ? [`/${first}`, path.slice(first.length + 1)] : ['', path];
};

interface PathName {
  readonly from: string;
  readonly to: string;
  /** The path of a folder, without the slash at its end; undefined for a file. */
  readonly bare: string | undefined;
}

const pathName = ([from, to]: readonly [from: string, to: string]): PathName => ({
  from,
  to,
  bare: from.endsWith('/') ? from.slice(0, -1) : undefined,
});

/** Creates the function that renames a path outside the interface, by its first name that fits. */
export const createPathRenamer = (pairs: readonly (readonly [from: string, to: string])[]): Rename => {
  const names = pairs.map(pathName);
  return (path) => {
    for (const { from, to, bare } of names) {
      if (path === from || path === bare) return to;
      if (bare !== undefined && path.startsWith(from)) return to + path.slice(from.length);
    }
    return path;
  };
};

/** Matches the origin of an address, which may be missing, its path, and the rest. */
const ADDRESS = /^(https?:\/\/[^/?#]*)?(\/[^?#]*)(.*)$/is;

/** Creates the function that renames the path in the address of a page, which may begin with an origin and a language. */
export const createPageRenamer =
  (renamePath: Rename): Rename =>
  (address) => {
    const [, origin = '', whole, rest = ''] = ADDRESS.exec(address) ?? [];
    if (whole === undefined) return address;
    const [language, path] = splitLanguage(whole);
    return `${origin}${language}${renamePath(path)}${rest}`;
  };
