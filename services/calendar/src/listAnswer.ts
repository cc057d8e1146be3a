import { addressWith, pagesOf, type RestRequest, type RestResponse } from '@almanac/rest';
import { LONGEST_PAGE } from './requestArgs.ts';

export interface Paging {
  readonly page: number;
  readonly perPage: number;
  readonly offset: number;
}

/** The part of a list that was asked for; pages above 50 are lowered. */
export const pagingOf = ({ page, per_page }: { readonly page: number; readonly per_page: number }): Paging => {
  const perPage = Math.min(per_page, LONGEST_PAGE);
  return { page, perPage, offset: (page - 1) * perPage };
};

export interface ListPage extends Paging {
  /** The envelope's member: `events`. */
  readonly plural: string;
  readonly items: readonly object[];
  readonly total: number;
  /**
   * Arguments that took effect without being given as they are: defaults, bounds moved to their day. Lists of records
   * name all of them, the page too; lists of terms only what was given.
   */
  readonly effective: Readonly<Record<string, string | number>>;
}

/** The envelope of a list with its addresses and headers (docs/interface/calendar.md §6). */
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

/** `venue[]=1&venue[]=2` as `venue=1,2`. */
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
