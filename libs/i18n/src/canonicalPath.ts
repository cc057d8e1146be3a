import { type Language, languageCodes } from './languages.ts';

const INDEX = new RegExp(`^(/(?:${languageCodes.join('|')}))?/index\\.php$`);

const isFile = (path: string): boolean => path.slice(path.lastIndexOf('/')).includes('.');

/** Returns the path of a page with a trailing slash, unless it names a file. */
export const canonicalPagePath = (path: string): string => {
  if (INDEX.test(path)) return path.slice(0, path.lastIndexOf('/') + 1);
  return isFile(path) || path.endsWith('/') ? path : `${path}/`;
};

/** Returns the canonical path of a page, without the segment of the site's own language except for the first page. */
export const canonicalPath = (path: string, siteLanguage: Language): string => {
  const named = canonicalPagePath(path);
  const own = `/${siteLanguage}/`;
  return named.startsWith(own) && named !== own ? named.slice(own.length - 1) : named;
};
