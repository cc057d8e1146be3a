/** Returns the path of a page of the site. Pages of other languages than the default one start with their language. */
export const pagePath = (language: string, defaultLanguage: string, segments: readonly string[]): string =>
  `/${[...(language === defaultLanguage ? [] : [language]), ...segments].join('/')}/`;

/** Returns the address of a user's author page. */
export const authorAddress = (site: string, slug: string): string => `${site}/author/${slug}/`;
