import { type RecordVersion, recordVersion } from '@almanac/event-sourcing';
import {
  corePaging,
  integer,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
  text,
  type Values,
} from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import type { PostVariant } from '../posts/postVariant.ts';
import { countRevisions, listRevisions, type RevisionQuery, revisionById } from '../posts/readModels/revisionList.ts';
import { searchFilter } from '../posts/readModels/searchFilter.ts';
import { checkOrder } from '../posts/requestedList.ts';
import { requestedSearch } from '../posts/requestedSearch.ts';
import type { Revision } from '../posts/revision.ts';
import { contextArg, excludeArg, includeArg, offsetArg, orderArg, pageArg, searchArg } from '../requestArgs.ts';
import { autosave, autosaveId } from './autosave.ts';
import { checkRead, parentOf } from './revisionAccess.ts';
import { revisionAnswers, revisionSchema } from './revisionSchema.ts';
import { renderRevision, renderRevisions } from './revisionView.ts';

const ORDERS = ['date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title'] as const;

export const parentArg = integer({ description: 'The id of the post.' });
export const idArg = integer({ description: 'The id of the revision.' });

const listArgs = {
  parent: parentArg,
  context: contextArg,
  page: pageArg,
  per_page: integer({ minimum: 1, maximum: 100, description: 'The number of records per page. Default: all records.' }),
  search: searchArg,
  exclude: excludeArg,
  include: includeArg,
  offset: offsetArg,
  order: orderArg('desc'),
  orderby: text({ enum: ORDERS, default: 'date', description: 'The field by which the list is ordered.' }),
};

export const readRevisions = (core: Core, variant: PostVariant): Route[] => [
  listRoute(core, variant),
  itemRoute(core, variant),
];

const listRoute = (core: Core, variant: PostVariant): Route =>
  route({
    namespace: 'core/v2',
    path: `/${variant.base}/{parent:\\d+}/revisions`,
    methods: ['GET'],
    summary: variant.summaries.revisions,
    args: listArgs,
    answers: revisionAnswers.list,
    schema: revisionSchema.published,
    permission: (request) => checkRead(core, request, variant),
    handle: (request) => list(core, variant, request),
  });

type ListRequest = RestRequest<Values<typeof listArgs>>;

const list = async (core: Core, variant: PostVariant, request: ListRequest): Promise<RestResponse> => {
  const { args } = request;
  const query = queryOf(request, (await parentOf(core, request, variant)).id);
  const total = await countRevisions(core.documents, query);
  checkWindow(args, total);
  const found = await listRevisions(core.documents, query);
  const perPage = args.per_page ?? Math.max(total, 1);
  return {
    body: await renderRevisions({ core, request, variant, context: args.context }, found),
    headers: corePaging(request, { total, perPage, page: args.per_page === undefined ? 1 : args.page }),
  };
};

const COLUMNS = { search_columns: [] };

const queryOf = ({ args, wants }: ListRequest, parent: number): RevisionQuery => {
  const search = requestedSearch({ ...args, ...COLUMNS });
  checkOrder(args, search);
  const { per_page: limit, page, offset } = args;
  return {
    parent,
    search: search === undefined ? undefined : searchFilter(search),
    include: args.include,
    exclude: args.exclude,
    orderBy: args.orderby,
    direction: args.order,
    limit,
    offset: offset ?? (page - 1) * (limit ?? 0),
    without: ['content', 'excerpt'].filter((member) => !wants(member)),
  };
};

/** Checks the page. An offset needs `per_page`, and replaces the page (docs/interface/core-revisions.md §3). */
const checkWindow = ({ per_page, page, offset }: Values<typeof listArgs>, total: number): void => {
  if (per_page === undefined) {
    if (page > 1 && total > 0) throw coreErrors.unknownRevisionPage();
    return;
  }
  if (offset !== undefined) {
    if (offset >= total) throw coreErrors.offsetBeyondEnd();
    return;
  }
  if (total > 0 && (page - 1) * per_page >= total) throw coreErrors.unknownRevisionPage();
};

/** Returns the revision named in the path. @throws DomainError 404 */
export const revisionOf = async (core: Core, request: RestRequest<unknown>): Promise<Revision> => {
  const parent = Number(request.captures.parent);
  const revision = await revisionById(core.documents, Number(request.captures.id));
  if (revision === undefined) throw coreErrors.unknownRevision();
  if (revision.parent !== parent) throw coreErrors.revisionOfOtherPost({ params: { parent } });
  return revision;
};

/** Returns the version for the ETag: a revision never changes, an autosave has its own stream. */
export const revisionVersion = ({ id, version, ...revision }: Revision): RecordVersion =>
  revision.autosave
    ? recordVersion(autosave, { id: autosaveId(revision.parent, revision.author), version })
    : recordVersion({ category: 'revision' }, { id, version });

const itemRoute = (core: Core, variant: PostVariant): Route =>
  route({
    namespace: 'core/v2',
    path: `/${variant.base}/{parent:\\d+}/revisions/{id:\\d+}`,
    methods: ['GET'],
    summary: variant.hierarchical ? 'Reads a revision of a page.' : 'Reads a revision.',
    args: { parent: parentArg, id: idArg, context: contextArg },
    answers: revisionAnswers.read,
    schema: revisionSchema.published,
    permission: (request) => checkRead(core, request, variant),
    handle: async (request) => {
      const revision = await revisionOf(core, request);
      const { context } = request.args;
      const body = await renderRevision({ core, request, variant, context }, revision);
      return { body, version: revisionVersion(revision) };
    },
  });
