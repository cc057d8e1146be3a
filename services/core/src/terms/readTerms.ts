import { recordVersion } from '@almanac/event-sourcing';
import {
  forbidden,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
  type Values,
  withVersions,
} from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import type { PostTerms } from '../ports.ts';
import { type Context, contextArg, pagingOf, windowOf } from '../requestArgs.ts';
import { listTerms, termsById } from './readModels/termList.ts';
import { mayManageTerms, type Taxonomy, type Term } from './term.ts';
import { idArg, listArgsOf, queryArgs } from './termArgs.ts';
import { renderTerm, renderTerms } from './termRecord.ts';
import { termAnswers, termSchema } from './termSchema.ts';

/** Allows the context `edit` only to callers who manage terms. */
const checkContext = ({ principal }: Pick<RestRequest, 'principal'>, context: Context): void => {
  if (context !== 'edit' || mayManageTerms(principal)) return;
  throw forbidden(principal, coreErrors.cannotListEditableTerms);
};

/** Returns the term named in the path, loaded once a request. @throws DomainError 404 */
export const termOf = async (core: Core, taxonomy: Taxonomy, request: RestRequest<unknown>): Promise<Term> => {
  const id = Number(request.captures.id);
  const [term] = await request.remember(`${taxonomy.slug}:${id}`, () => termsById(core.documents, taxonomy, [id]));
  if (term === undefined) throw coreErrors.unknownTerm();
  return term;
};

export const readTerms = (core: Core, taxonomy: Taxonomy): Route[] => [
  listRoute(core, taxonomy),
  itemRoute(core, taxonomy),
];

const listRoute = (core: Core, taxonomy: Taxonomy): Route =>
  route({
    namespace: 'core/v2',
    path: `/${taxonomy.base}`,
    methods: ['GET'],
    summary: taxonomy.hierarchical ? 'Lists categories.' : 'Lists tags.',
    args: listArgsOf(taxonomy),
    answers: termAnswers(taxonomy).list,
    schema: termSchema(taxonomy).published,
    batch: true,
    permission: async (request) => {
      checkContext(request, request.args.context);
      await postOfList(core, request);
      return true;
    },
    handle: (request) => list(core, taxonomy, request),
  });

type ListRequest = RestRequest<Values<ReturnType<typeof listArgsOf>>>;

const list = async (core: Core, taxonomy: Taxonomy, request: ListRequest): Promise<RestResponse> => {
  const { args } = request;
  const post = await postOfList(core, request);
  const page = await listTerms(core, taxonomy, {
    ...queryArgs(args),
    ...windowOf(args),
    language: request.language,
    site: core.languages,
    include: args.include,
    exclude: args.exclude,
    parent: 'parent' in args ? args.parent : undefined,
    among: post?.[taxonomy.base],
    missing: args.i18n_missing,
    hideEmpty: args.hide_empty,
    orderBy: args.orderby,
    direction: args.order,
  });
  const body = await renderTerms({ core, request, taxonomy, context: args.context }, page.terms);
  return { body, headers: pagingOf(request, page.total) };
};

/**
 * Returns the terms of the requested post. @throws DomainError 400 if it is missing, 401 or 403 if it is not readable
 */
const postOfList = async (
  core: Core,
  request: RestRequest<{ readonly post?: number | undefined }>,
): Promise<PostTerms | undefined> => {
  const { post: id } = request.args;
  if (id === undefined) return undefined;
  const post = await core.namingPosts.termsOf(request, id);
  if (post === undefined) throw coreErrors.unknownPostOfTerms();
  if (post.isReadable) return post;
  throw forbidden(request.principal, coreErrors.cannotReadTermsOfPost);
};

const itemRoute = (core: Core, taxonomy: Taxonomy): Route =>
  route({
    namespace: 'core/v2',
    path: `/${taxonomy.base}/{id:\\d+}`,
    methods: ['GET'],
    summary: taxonomy.hierarchical ? 'Reads a category.' : 'Reads a tag.',
    args: { id: idArg, context: contextArg },
    answers: termAnswers(taxonomy).read,
    schema: termSchema(taxonomy).published,
    batch: true,
    permission: async (request) => {
      await termOf(core, taxonomy, request);
      checkContext(request, request.args.context);
      return true;
    },
    handle: async (request) => {
      const term = await termOf(core, taxonomy, request);
      const body = await renderTerm({ core, request, taxonomy, context: request.args.context }, term);
      const answer = { body, version: recordVersion(taxonomy.aggregate, term) };
      const { defaultLanguage } = core.languages;
      const collection = `core/v2/${taxonomy.base}`;
      return withVersions(answer, { request, collection, language: term.language, defaultLanguage });
    },
  });
