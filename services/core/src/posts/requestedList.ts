import { type Collection, type Documents, type Filter, totalByPart } from '@almanac/documents';
import { slugOf } from '@almanac/text';
import { coreErrors } from '../errors.ts';
import { windowOf } from '../requestArgs.ts';
import type { ListQuery } from './readModels/orderedPage.ts';
import type { PostSearch } from './readModels/searchFilter.ts';

/** Arguments common to the lists of posts and of media. */
interface ListArgs {
  readonly page: number;
  readonly per_page: number;
  readonly offset?: number | undefined;
  readonly orderby: string;
  readonly order: 'asc' | 'desc';
  readonly include: readonly number[];
  readonly slug?: readonly string[] | undefined;
}

/** @throws DomainError 400 for an order without the argument it needs */
export const checkOrder = (
  { orderby, include }: Pick<ListArgs, 'orderby' | 'include'>,
  search: PostSearch | undefined,
): void => {
  if (orderby === 'include' && include.length === 0) throw coreErrors.orderWithoutInclude();
  if (orderby === 'relevance' && search === undefined) throw coreErrors.orderWithoutSearch();
};

export const requestedList = (args: ListArgs, filter: Filter, search: PostSearch | undefined): ListQuery => ({
  ...windowOf(args),
  filter,
  search,
  orderBy: args.orderby,
  direction: args.order,
  include: args.include,
  slugs: (args.slug ?? []).map(slugOf),
});

/**
 * Returns the total number of records.
 * @param found the number of records on the page
 * @throws DomainError 400 for a page beyond the end
 */
export const totalOf = async (
  documents: Documents,
  collection: Collection,
  { filter, limit, offset }: ListQuery,
  found: number,
): Promise<number> => {
  const total = totalByPart({ limit, offset, found }) ?? (await documents.count(collection, filter));
  if (total > 0 && offset >= total) throw coreErrors.unknownPostPage();
  return total;
};
