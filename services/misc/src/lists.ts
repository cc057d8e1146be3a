import { type Collection, type Documents, type Filter, findPage } from '@almanac/documents';
import {
  type AnswerHeaders,
  cappedInteger,
  corePaging,
  integer,
  type RestRequest,
  type RestResponse,
  text,
} from '@almanac/rest';
import { MAX_SEARCH_CHARACTERS } from '@almanac/text';

/** Arguments of every list (docs/interface/popup.md §2). */
export const pagedArgs = {
  page: cappedInteger({ minimum: 1, default: 1, description: 'The page of the list.' }),
  per_page: integer({ minimum: 1, maximum: 100, default: 10, description: 'The number of records per page.' }),
};

export const searchArg = text({
  description: 'Only records that contain this text.',
  maxLength: MAX_SEARCH_CHARACTERS,
});

type PageArgs = { readonly page: number; readonly per_page: number };

/** Returns limit and offset of a page. */
export const windowOf = ({ page, per_page }: PageArgs): { readonly limit: number; readonly offset: number } => ({
  limit: per_page,
  offset: (page - 1) * per_page,
});

/** Returns the headers of a list's page: the total number of records, and links to adjacent pages. */
export const pagingOf = (request: RestRequest<PageArgs>, total: number): AnswerHeaders =>
  corePaging(request, { total, perPage: request.args.per_page, page: request.args.page });

/** Returns a page of a complete list. */
export const pageOf = (request: RestRequest<PageArgs>, all: readonly unknown[]): RestResponse => {
  const { offset, limit } = windowOf(request.args);
  return { body: all.slice(offset, offset + limit), headers: pagingOf(request, all.length) };
};

/** Returns one page of a collection, newest first, and its headers. */
export const newestOf = async <Found>(
  { documents }: { readonly documents: Documents },
  request: RestRequest<PageArgs>,
  collection: Collection,
  filter: Filter = { all: [] },
): Promise<{ readonly found: Found[]; readonly headers: AnswerHeaders }> => {
  const order = [
    { field: 'created', direction: 'desc' },
    { field: 'id', direction: 'desc' },
  ] as const;
  const query = { filter, order, ...windowOf(request.args) };
  const { found, total } = await findPage<Found>(documents, collection, query);
  return { found, headers: pagingOf(request, total) };
};
