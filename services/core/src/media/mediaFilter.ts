import type { Filter } from '@almanac/documents';
import { can } from '@almanac/identity';
import type { RestRequest, Values } from '@almanac/rest';
import type { Core } from '../core.ts';
import { forbiddenStatus } from '../errors.ts';
import { dateFilters, memberFilters } from '../posts/memberFilters.ts';
import { type PostSearch, searchFilter } from '../posts/readModels/searchFilter.ts';
import { requestedSearch } from '../posts/requestedSearch.ts';
import type { listArgs } from './mediaListArgs.ts';
import { columns } from './readModels/mediaList.ts';
import { visibleTo } from './readModels/visibleMedia.ts';

export type ListRequest = RestRequest<Values<typeof listArgs>>;

/** Fields of the columns of a search. */
const MEMBERS: ReadonlyMap<string, string> = new Map(Object.entries<string>(columns));

/** Returns the search of a requested list. File names are always searched (docs/interface/core-media.md §2). */
export const mediaSearch = (args: ListRequest['args']): PostSearch | undefined => {
  const search = requestedSearch(args);
  if (search === undefined) return undefined;
  const named = search.columns.flatMap((name) => MEMBERS.get(name) ?? []);
  return { ...search, columns: [...named, 'file.path'] };
};

/** Returns the filter of a requested list, limited to media visible to the caller. */
export const mediaFilter = (core: Core, request: ListRequest, search: PostSearch | undefined): Filter => {
  const { args, principal } = request;
  const visible = visibleTo(principal, args.context);
  return {
    all: [
      { field: 'status', in: args.status.length === 0 ? ['inherit'] : args.status },
      ...(visible === undefined ? [] : [visible]),
      ...dateFilters(args, core.settings.current().timezone),
      ...memberFilters(args),
      ...parentFilters(request),
      ...typeFilters(request),
      ...(search === undefined ? [] : [searchFilter(search)]),
    ],
  };
};

const parentFilters = ({ args: { parent, parent_exclude } }: ListRequest): Filter[] => [
  ...(parent.length === 0 ? [] : [{ field: 'parent', in: parent }]),
  ...(parent_exclude.length === 0 ? [] : [{ not: { field: 'parent', in: parent_exclude } }]),
];

/**
 * Returns the filter of kinds and types, combined by OR. A type that nobody may upload finds nothing
 * (docs/interface/core-media.md §2).
 */
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

/** Refuses statuses other than `inherit` for callers who may not edit media. @throws DomainError 400 */
export const checkStatuses = ({ args, principal }: ListRequest): void => {
  const isAllowed = args.status.every((status) => status === 'inherit') || can(principal, 'edit_posts');
  if (!isAllowed) throw forbiddenStatus(principal);
};
