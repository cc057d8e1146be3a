import type { PageContext } from '../pageContext.ts';

/** Returns the segments of the path above the slug: those of a permalink, or the slug of a post above a file. */
export const segmentsAbove = ({ request }: Pick<PageContext, 'request'>): string[] =>
  (request.captures.above ?? '').split('/').filter(Boolean);

/** Returns the requested address in lower case. */
export const askedAddress = ({ request, renderContext }: PageContext): string => {
  const segments = [...segmentsAbove({ request }), request.captures.slug ?? ''];
  const own = renderContext.language === renderContext.site.default_language ? [] : [renderContext.language];
  return [renderContext.baseUrl, ...own, ...segments.map(encodeURIComponent), ''].join('/').toLowerCase();
};
