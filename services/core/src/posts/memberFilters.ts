import { parseDateTime } from '@almanac/dates';
import type { Filter } from '@almanac/documents';
import { slugOf } from '@almanac/text';

/** Filter arguments common to posts and media. */
interface FilterArgs {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly modified_after?: string | undefined;
  readonly modified_before?: string | undefined;
  readonly include: readonly number[];
  readonly exclude: readonly number[];
  readonly author: readonly number[];
  readonly author_exclude: readonly number[];
  readonly slug?: readonly string[] | undefined;
}

/** @param zone time zone of dates without one */
export const dateFilters = (args: FilterArgs, zone: string): Filter[] => {
  const clock = (value: string): string => parseDateTime(value, zone)?.wallClock ?? '';
  const filters: Filter[] = [];
  if (args.after !== undefined) filters.push({ field: 'date', after: clock(args.after) });
  if (args.before !== undefined) filters.push({ field: 'date', before: clock(args.before) });
  if (args.modified_after !== undefined) filters.push({ field: 'modified', after: clock(args.modified_after) });
  if (args.modified_before !== undefined) filters.push({ field: 'modified', before: clock(args.modified_before) });
  return filters;
};

/** `include` overrides `exclude`; all other arguments are combined by AND (docs/interface/core-posts.md §3.2). */
export const memberFilters = ({ include, exclude, author, author_exclude, slug }: FilterArgs): Filter[] => {
  const filters: Filter[] = [];
  if (include.length > 0) filters.push({ field: 'id', in: include });
  else if (exclude.length > 0) filters.push({ not: { field: 'id', in: exclude } });
  if (author.length > 0) filters.push({ field: 'author', in: author });
  if (author_exclude.length > 0) filters.push({ not: { field: 'author', in: author_exclude } });
  if (slug !== undefined && slug.length > 0) filters.push({ field: 'slug', in: slug.map(slugOf) });
  return filters;
};
