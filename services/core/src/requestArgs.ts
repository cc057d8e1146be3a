import { type AnswerHeaders, cappedInteger, corePaging, integer, list, type RestRequest, text } from '@almanac/rest';
import { MAX_SEARCH_CHARACTERS } from '@almanac/text';

/** Arguments shared by the routes of `core/v2` (docs/interface/core.md §1). */
export const contextArg = text({
  enum: ['view', 'embed', 'edit'],
  default: 'view',
  description: 'The context, which determines the members of the answer: view, embed or edit.',
});

export type Context = 'view' | 'embed' | 'edit';

export const pageArg = cappedInteger({ minimum: 1, default: 1, description: 'The page of the list.' });

const perPageArg = integer({
  minimum: 1,
  maximum: 100,
  default: 10,
  description: 'The number of records per page.',
});

export const offsetArg = cappedInteger({ minimum: 0, description: 'The number of records to skip.' });

export const orderArg = (preset: 'asc' | 'desc') =>
  text({ enum: ['asc', 'desc'], default: preset, description: 'The direction of the order: asc or desc.' });

export const ids = (description: string) => list(integer(), { default: [], description });

export const includeArg = ids('Only records with these ids.');
export const excludeArg = ids('No records with these ids.');

export const searchArg = text({
  description: 'Only records that contain this text.',
  maxLength: MAX_SEARCH_CHARACTERS,
  words: { maxLength: undefined },
});

/** Arguments of every list. */
export const pagedArgs = { context: contextArg, page: pageArg, per_page: perPageArg, search: searchArg };

/** Returns limit and offset of a page; `offset` overrides `page`. */
export const windowOf = (args: {
  readonly page: number;
  readonly per_page: number;
  readonly offset?: number | undefined;
}): { readonly limit: number; readonly offset: number } => ({
  limit: args.per_page,
  offset: args.offset ?? (args.page - 1) * args.per_page,
});

/** Returns the headers of a list's page: the total number of records, and links to adjacent pages. */
export const pagingOf = (
  request: RestRequest<{ readonly page: number; readonly per_page: number }>,
  total: number,
): AnswerHeaders => corePaging(request, { total, perPage: request.args.per_page, page: request.args.page });
