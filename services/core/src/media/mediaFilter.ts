import { slugOf } from '@almanac/content';
import { parseDateTime } from '@almanac/dates';
import type { Filter } from '@almanac/documents';
import { can } from '@almanac/identity';
import { authStatus, invalid, invalidParams, type RestRequest, type Values } from '@almanac/rest';
import type { Core } from '../core.ts';
import type { PostSearch } from '../posts/readModels/searchFilter.ts';
import { searchFilter } from '../posts/readModels/searchFilter.ts';
import { requestedSearch } from '../posts/requestedSearch.ts';
import type { listArgs } from './mediaListArgs.ts';
import { columns } from './readModels/mediaList.ts';
import { visibleTo } from './readModels/visibleMedia.ts';

export type ListRequest = RestRequest<Values<typeof listArgs>>;

/** The search that a list is asked for: file names are looked at whatever the columns are (core-adjacent.md §7.2). */
export const mediaSearch = (args: ListRequest['args']): PostSearch | undefined => {
  const search = requestedSearch(args);
  if (search === undefined) return undefined;
  const named = search.columns.flatMap((name) => columns[name as keyof typeof columns] ?? []);
  return { ...search, columns: [...named, 'file.path'] };
};

/** The media that a list is asked for, as far as the caller may see them. */
export const mediaFilter = (core: Core, request: ListRequest, search: PostSearch | undefined): Filter => {
  const { args, principal } = request;
  const visible = visibleTo(principal, args.context);
  return {
    all: [
      { field: 'status', in: args.status.length === 0 ? ['inherit'] : args.status },
      ...(visible === undefined ? [] : [visible]),
      ...dateFilters(request, core.site.timezone),
      ...memberFilters(request),
      ...typeFilters(request),
      ...(search === undefined ? [] : [searchFilter(search)]),
    ],
  };
};

const dateFilters = ({ args }: ListRequest, zone: string): Filter[] => {
  const clock = (value: string): string => parseDateTime(value, zone)?.wallClock ?? '';
  const { after, before, modified_after: changedAfter, modified_before: changedBefore } = args;
  return [
    ...(after === undefined ? [] : [{ field: 'date', after: clock(after) }]),
    ...(before === undefined ? [] : [{ field: 'date', before: clock(before) }]),
    ...(changedAfter === undefined ? [] : [{ field: 'modified', after: clock(changedAfter) }]),
    ...(changedBefore === undefined ? [] : [{ field: 'modified', before: clock(changedBefore) }]),
  ];
};

/** `include` wins over `exclude`; everything else holds beside everything (decisions.md, P-2). */
const memberFilters = ({ args }: ListRequest): Filter[] => {
  const { include, exclude, author, author_exclude, slug, parent, parent_exclude } = args;
  const filters: Filter[] = [];
  if (include.length > 0) filters.push({ field: 'id', in: include });
  else if (exclude.length > 0) filters.push({ not: { field: 'id', in: exclude } });
  if (author.length > 0) filters.push({ field: 'author', in: author });
  if (author_exclude.length > 0) filters.push({ not: { field: 'author', in: author_exclude } });
  if (parent.length > 0) filters.push({ field: 'parent', in: parent });
  if (parent_exclude.length > 0) filters.push({ not: { field: 'parent', in: parent_exclude } });
  if (slug !== undefined && slug.length > 0) filters.push({ field: 'slug', in: slug.map(slugOf) });
  return filters;
};

/** Kinds and types are joined (core-adjacent.md §7.2); a type that nobody may upload finds nothing (decisions.md). */
const typeFilters = ({ args }: ListRequest): Filter[] => {
  const kinds = args.media_type ?? [];
  const types = (args.mime_type ?? []).map((type) => type.toLowerCase());
  if (kinds.length === 0 && types.length === 0) return [];
  return [
    {
      any: [
        ...(kinds.length === 0 ? [] : [{ field: 'kind', in: kinds }]),
        ...(types.length === 0 ? [] : [{ field: 'mimeType', in: types }]),
      ],
    },
  ];
};

/** Statuses but `inherit` are for those who edit. @throws DomainError 400 */
export const checkStatuses = ({ args, principal }: ListRequest): void => {
  const isAllowed = args.status.every((status) => status === 'inherit') || can(principal, 'edit_posts');
  if (isAllowed) return;
  const status = authStatus(principal);
  throw invalidParams({
    status: invalid('{name}: you may not list these.', 'rest_forbidden_status', {}, { status }),
  });
};
