import type { AnswerHeaders } from './answer.ts';
import type { RestRequest } from './route.ts';

export interface Page {
  readonly total: number;
  readonly perPage: number;
  readonly page: number;
}

/** How many pages a list has; none when it is empty. */
export const pagesOf = ({ total, perPage }: Pick<Page, 'total' | 'perPage'>): number => Math.ceil(total / perPage);

/** The address of a list with everything that was asked for, and some parameters set anew; null removes one. */
export const addressWith = (
  { apiRoot, path, query }: Pick<RestRequest, 'apiRoot' | 'path' | 'query'>,
  changes: Readonly<Record<string, string | number | null>>,
): string => {
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name);
    else params.set(name, String(value));
  }
  const text = params.toString();
  return `${apiRoot}${encodedPath(path)}${text === '' ? '' : `?${text}`}`;
};

/** A request's path is decoded but for its slashes. */
const encodedPath = (path: string): string => encodeURI(path).replaceAll('%252F', '%2F');

/**
 * The headers of a list in `core/v2`: totals, and links to the pages beside this one (docs/interface/server.md §10.4).
 */
export const corePaging = (request: RestRequest, page: Page): AnswerHeaders => {
  const pages = pagesOf(page);
  const previous = Math.min(page.page - 1, pages);
  const links = [
    ...(previous >= 1 ? [`<${addressWith(request, { page: previous })}>; rel="prev"`] : []),
    ...(page.page < pages ? [`<${addressWith(request, { page: page.page + 1 })}>; rel="next"`] : []),
  ];
  return {
    'X-Core-Total': page.total,
    'X-Core-TotalPages': pages,
    ...(links.length === 0 ? {} : { Link: links.join(', ') }),
  };
};
