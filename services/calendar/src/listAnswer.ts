import { addressWith, pagesOf, type RestRequest, type RestResponse } from '@almanac/rest';
import { MAX_PAGE_SIZE } from './requestArgs.ts';

export interface Paging {
  readonly page: number;
  readonly perPage: number;
  readonly offset: number;
}

/** Returns the requested part of a list; page sizes above 50 are reduced to 50. */
export const pagingOf = ({ page, per_page }: { readonly page: number; readonly per_page: number }): Paging => {
  const perPage = Math.min(per_page, MAX_PAGE_SIZE);
  return { page, perPage, offset: (page - 1) * perPage };
};

export interface ListPage extends Paging {
  /** The name of the list in the envelope: `events`. */
  readonly plural: string;
  readonly items: readonly object[];
  readonly total: number;
  /**
   * Effective values that differ from the given arguments: defaults, and bounds moved to their day. Lists of records
   * name all of them, including the page; lists of terms name only given arguments.
   */
  readonly effective: Readonly<Record<string, string | number>>;
}

/** Returns the envelope of a list with its addresses and headers (docs/interface/calendar.md §6). */
export const listAnswer = (request: RestRequest, list: ListPage): RestResponse => {
  const pages = pagesOf(list);
  const changes = { ...asCommaText(request), ...list.effective };
  const address = (page: number | null) => addressWith(request, { ...changes, page });
  return {
    body: {
      [list.plural]: list.items,
      rest_url: address('per_page' in list.effective || request.given.has('page') ? list.page : null),
      ...(list.page < pages && { next_rest_url: address(list.page + 1) }),
      ...(list.page > 1 && { previous_rest_url: address(list.page === 2 ? null : list.page - 1) }),
      total: list.total,
      total_pages: pages,
    },
    headers: { 'X-Cal-Total': list.total, 'X-Cal-TotalPages': pages },
  };
};

/** Returns the query with comma texts in place of lists: `venue[]=1&venue[]=2` becomes `venue=1,2`. */
const asCommaText = ({ query }: RestRequest): Record<string, string | null> => {
  const params = new URLSearchParams(query);
  const lists = [...new Set(params.keys())].filter((name) => /\[\d*\]$/.test(name));
  const texts = new Map<string, string | null>();
  for (const name of lists) {
    const plain = name.slice(0, name.lastIndexOf('['));
    texts.set(plain, [texts.get(plain), ...params.getAll(name)].filter((part) => part != null).join(','));
    texts.set(name, null);
  }
  return Object.fromEntries(texts);
};
