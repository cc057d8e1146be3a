import type { AnswerHeaders } from './answer.ts';
import type { RestRequest } from './route.ts';

export interface Page {
  readonly total: number;
  readonly perPage: number;
  readonly page: number;
}

/** Returns the number of pages of a list; 0 if it is empty. */
export const pagesOf = ({ total, perPage }: Pick<Page, 'total' | 'perPage'>): number => Math.ceil(total / perPage);

/** Returns the address of a list with its query, and some parameters replaced; null removes one. */
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

/** Encodes a request's path, which is decoded except for its slashes. */
const encodedPath = (path: string): string => encodeURI(path).replaceAll('%252F', '%2F');

/**
 * Returns the headers of a list in `core/v2`: totals, and links to the adjacent pages (docs/interface/server.md §10.4).
 */
export const corePaging = (request: RestRequest<unknown>, page: Page): AnswerHeaders => {
  const pages = pagesOf(page);
  const previous = Math.min(page.page - 1, pages);
  return {
    ...totals(page),
    ...neighbours(request, {
      prev: previous >= 1 ? { page: previous } : undefined,
      next: page.page < pages ? { page: page.page + 1 } : undefined,
    }),
  };
};

/** A part of a list from an offset on. */
export interface Part {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

/** Returns the same headers for a list with `limit` and `offset`. */
export const offsetPaging = (request: RestRequest<unknown>, { total, limit, offset }: Part): AnswerHeaders => {
  const last = Math.max(0, pagesOf({ total, perPage: limit }) - 1) * limit;
  return {
    ...totals({ total, perPage: limit }),
    ...neighbours(request, {
      prev: offset > 0 && total > 0 ? { offset: Math.min(Math.max(0, offset - limit), last) } : undefined,
      next: offset + limit < total ? { offset: offset + limit } : undefined,
    }),
  };
};

const totals = (list: Pick<Page, 'total' | 'perPage'>) => ({
  'X-Core-Total': list.total,
  'X-Core-TotalPages': pagesOf(list),
});

type Neighbour = Readonly<Record<string, number>> | undefined;

const neighbours = (request: RestRequest<unknown>, beside: { readonly prev: Neighbour; readonly next: Neighbour }) => {
  const links = Object.entries(beside).flatMap(([rel, changes]) =>
    changes === undefined ? [] : [`<${addressWith(request, changes)}>; rel="${rel}"`],
  );
  return links.length === 0 ? {} : { Link: links.join(', ') };
};
