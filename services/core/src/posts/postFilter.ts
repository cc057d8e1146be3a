import { groupsOf, inListsWithDrafts, readTree, withoutVersion } from '@almanac/content-model';
import type { Filter } from '@almanac/documents';
import { can } from '@almanac/identity';
import type { RestRequest } from '@almanac/rest';
import type { Core } from '../core.ts';
import { termsById } from '../terms/readModels/termList.ts';
import { categories, type Taxonomy, tags } from '../terms/term.ts';
import { dateFilters, memberFilters } from './memberFilters.ts';
import { ofType } from './post.ts';
import { type ListArgs, statusesOf } from './postListArgs.ts';
import type { PostVariant } from './postVariant.ts';
import { type PostSearch, searchFilter } from './readModels/searchFilter.ts';
import { type TermCondition, termCondition, termFilter, type VersionsOf } from './readModels/termFilters.ts';
import { visibleTo } from './readModels/visiblePosts.ts';
import { writableStatuses } from './statuses.ts';

export type ListRequest = RestRequest<ListArgs>;

/** Returns the filter of a requested list, limited to posts visible to the caller (docs/interface/core-posts.md §3). */
export const postFilter = async (
  core: Core,
  request: ListRequest,
  { variant, search }: { readonly variant: PostVariant; readonly search: PostSearch | undefined },
): Promise<Filter> => {
  const { args, principal, language } = request;
  const visible = visibleTo(principal, args.context, variant.type);
  const statuses = statusesInList(statusesOf(args.status));
  const taxonomic = await termFilters(core, request);
  return {
    all: [
      ofType(variant.type),
      ...withoutVersion(variant.listed.collection, args.i18n_missing),
      inListsWithDrafts(variant.listed, language, core.languages, { statuses, visible }),
      statusFilter(statuses),
      ...(visible === undefined ? [] : [visible]),
      ...dateFilters(args, core.settings.current().timezone),
      ...memberFilters(args),
      ...treeFilters(args),
      ...(args.sticky === undefined ? [] : [{ field: 'sticky', equals: args.sticky }]),
      ...(taxonomic === undefined ? [] : [taxonomic]),
      ...(search === undefined ? [] : [searchFilter(search)]),
    ],
  };
};

/** Returns the filters of pages by their place (docs/interface/core-pages.md §3). */
const treeFilters = ({ parent = [], parent_exclude: excluded = [], menu_order: order }: ListArgs): Filter[] => [
  ...(parent.length === 0 ? [] : [{ field: 'parent', in: parent }]),
  ...(excluded.length === 0 ? [] : [{ not: { field: 'parent', in: excluded } }]),
  ...(order === undefined ? [] : [{ field: 'menuOrder', equals: order }]),
];

/** Returns the listed statuses. `any` excludes the trash unless `trash` is named too. */
const statusesInList = (asked: readonly string[]): readonly string[] =>
  asked.includes('any') ? [...writableStatuses, ...asked.filter((each) => each === 'trash')] : asked;

const statusFilter = (statuses: readonly string[]): Filter => {
  const [only, ...more] = statuses;
  return only !== undefined && more.length === 0
    ? { field: 'status', equals: only }
    : { field: 'status', in: statuses };
};

const termConditions = ({ args }: ListRequest): [Taxonomy, TermCondition | undefined][] => [
  [categories, termCondition(args.categories, false)],
  [categories, termCondition(args.categories_exclude, true)],
  [tags, termCondition(args.tags, false)],
  [tags, termCondition(args.tags_exclude, true)],
];

/** Returns the filter of terms and format, combined by `tax_relation`; undefined without conditions. */
const termFilters = async (core: Core, request: ListRequest): Promise<Filter | undefined> => {
  const { args } = request;
  const conditions = termConditions(request);
  const deep = conditions.some(([, condition]) => condition?.includeChildren === true);
  const tree = deep ? await readTree(core.documents) : { parents: {} };
  const filters: Filter[] = [];
  for (const [taxonomy, condition] of conditions) {
    const versionsOf = (ids: readonly number[]) => allVersions(core, taxonomy, ids);
    if (condition !== undefined) filters.push(await termFilter(taxonomy, condition, { tree, versionsOf }));
  }
  if (args.format !== undefined && args.format.length > 0) filters.push({ field: 'format', in: args.format });
  if (filters.length === 0) return undefined;
  return args.tax_relation === 'OR' ? { any: filters } : { all: filters };
};

/** Reads all terms and all their versions at once. */
const allVersions = async ({ documents }: Core, taxonomy: Taxonomy, ids: readonly number[]): Promise<VersionsOf> => {
  const groups = await groupsOf(documents, taxonomy.slug, await termsById(documents, taxonomy, ids));
  const versions = new Map<number, readonly number[]>();
  for (const { members } of groups) {
    const all = Object.values(members).map(({ id }) => id);
    for (const id of all) versions.set(id, all);
  }
  return (id) => versions.get(id) ?? [id];
};

/** True for a list without filters that may start with sticky posts (docs/interface/core-posts.md §3.7). */
export const isPlain = (request: ListRequest): boolean => {
  const { format, sticky, include, search } = request.args;
  if (sticky !== undefined || include.length > 0 || (search ?? '') !== '') return false;
  if (format !== undefined && format.length > 0) return false;
  return termConditions(request).every(([, condition]) => condition === undefined);
};

/** Returns the requested statuses that the caller may not list (docs/interface/core-posts.md §3.3). */
export const forbiddenStatuses = ({ args, principal }: ListRequest, { capability }: PostVariant): readonly string[] =>
  statusesOf(args.status).filter((status) => {
    if (status === 'publish' || can(principal, capability('edit'))) return false;
    return status !== 'private' || !can(principal, capability('read_private'));
  });
