/** The path of a page of the site: pages of other languages than the default one are below their language. */
export const pagePath = (language: string, defaultLanguage: string, segments: readonly string[]): string =>
  `/${[...(language === defaultLanguage ? [] : [language]), ...segments].join('/')}/`;

/** The author page of a user. */
export const authorAddress = (site: string, slug: string): string => `${site}/author/${slug}/`;
