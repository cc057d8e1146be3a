import { isLanguage, type Language } from './languages.ts';

/** Returns the language prefix of a path, `/{language}`; empty if the path has none or ends with it. */
export const languagePrefix = (path: string): string => {
  const end = path.indexOf('/', 1);
  return end !== -1 && isLanguage(path.slice(1, end)) ? path.slice(0, end) : '';
};

const isFile = (path: string): boolean => path.slice(path.lastIndexOf('/')).includes('.');

/** Returns the path of a page with a trailing slash, unless it names a file. */
export const canonicalPagePath = (path: string): string => {
  if (path.endsWith('/index.php') && path.slice(languagePrefix(path).length) === '/index.php')
    return path.slice(0, path.lastIndexOf('/') + 1);
  return isFile(path) || path.endsWith('/') ? path : `${path}/`;
};

/** Returns the canonical path of a page, without the segment of the site's own language except for the first page. */
export const canonicalPath = (path: string, siteLanguage: Language): string => {
  const named = canonicalPagePath(path);
  const own = `/${siteLanguage}/`;
  return named.startsWith(own) && named !== own ? named.slice(own.length - 1) : named;
};
