import { type AnswerHeaders, corePaging, integer, type RestRequest, text } from '@almanac/rest';

/** The arguments of every list (docs/interface/popup.md §2). */
export const pagedArgs = {
  page: integer({ minimum: 1, default: 1, description: 'The page of the list.' }),
  per_page: integer({ minimum: 1, maximum: 100, default: 10, description: 'How many records a page has.' }),
};

export const searchArg = text({ description: 'Only records that contain this text.' });

type Paged = { readonly page: number; readonly per_page: number };

/** The records of a page; those of a page too far off to be counted exactly begin at the last number that is. */
export const windowOf = ({ page, per_page }: Paged): { readonly limit: number; readonly offset: number } => ({
  limit: per_page,
  offset: Math.min((page - 1) * per_page, Number.MAX_SAFE_INTEGER),
});

/** The headers of a list's page: how many records the list has in all, and the pages beside this one. */
export const pagingOf = (request: RestRequest<Paged>, total: number): AnswerHeaders =>
  corePaging(request, { total, perPage: request.args.per_page, page: request.args.page });
