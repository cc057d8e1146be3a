import { splitLanguage } from '../address.ts';
import type { Rename } from './jsonPlaces.ts';

/** Returns the parts of a path before and after its language segment; the first is empty without one. */
export const aroundLanguage = (whole: string): readonly [prefix: string, path: string] => {
  const { segment, path } = splitLanguage(whole);
  return [segment === undefined ? '' : `/${segment}`, path];
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
    const [language, path] = aroundLanguage(whole);
    return `${origin}${language}${renamePath(path)}${rest}`;
  };
