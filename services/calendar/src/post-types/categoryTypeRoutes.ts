import { createdId, i18nSchema, minorEditArg, missingVersionArg, withoutVersion } from '@almanac/content-model';
import type { Filter } from '@almanac/documents';
import { recordVersion } from '@almanac/event-sourcing';
import {
  address,
  boolean,
  cappedInteger,
  corePaging,
  created,
  deleted,
  emptyList,
  forbidden,
  forUpdate,
  integer,
  type Link,
  linkSet,
  list,
  pagesOfRecords,
  type RestRequest,
  type Route,
  readOnly,
  recordSchema,
  requiredMember,
  route,
  text,
  type Values,
  writableMember,
} from '@almanac/rest';
import { MAX_SEARCH_CHARACTERS, slugOf } from '@almanac/text';
import { z } from 'zod';
import type { Calendar } from '../calendar.ts';
import { calendarErrors } from '../errors.ts';
import { translationArgs, unmarkedIdArgs } from '../requestArgs.ts';
import { type Category, categoryKind, categoryTaxonomy } from '../terms/category.ts';
import { changeCategory, createCategory, removeCategory } from '../terms/categoryRoutes.ts';
import { requireTerm } from '../terms/readTerms.ts';
import type { Term } from '../terms/term.ts';
import { categoryArgs } from '../terms/termArgs.ts';
import { withTermVersions } from '../terms/termLookup.ts';
import { inUse } from '../terms/termQuery.ts';
import { termRecord, termViews } from '../terms/termView.ts';
import { mayManage } from '../terms/termWriting.ts';
import { CATEGORY_ORDERS, categoryPage } from './categoryPage.ts';
import { contextArg } from './postArgs.ts';
import type { Context } from './postView.ts';

const namespace = 'core/v2';
const path = '/cal_events_cat';

/** Routes of event categories in the form of terms (docs/interface/calendar-post-types.md §4). */
export const categoryTypeRoutes = (calendar: Calendar): Route[] => [
  listRoute(calendar),
  createRoute(calendar),
  readRoute(calendar),
  changeRoute(calendar),
  removeRoute(calendar),
];

const { answered: category, published: schema } = recordSchema(
  'cal_events_cat',
  {
    id: readOnly(z.int(), 'vem'),
    count: readOnly(z.int().min(0), 've'),
    description: writableMember(categoryArgs.description, 've', z.string()),
    link: readOnly(address, 'vem'),
    name: requiredMember(writableMember(categoryArgs.name, 'vem', z.string())),
    slug: writableMember(categoryArgs.slug, 'vem', z.string()),
    taxonomy: readOnly(z.literal('cal_events_cat'), 'vem'),
    parent: writableMember(categoryArgs.parent, 've', z.int().min(0)),
    meta: { ...readOnly(z.looseObject({}), 've'), schema: emptyList },
  },
  { id: 'EventCategoryTerm', beyond: { i18n: i18nSchema.optional() } },
);

const missing = ['rest_term_invalid'];
const notSaved = ['empty_term_name', 'db_insert_error', 'duplicate_term_slug', 'term_exists'];

const listArgs = {
  context: contextArg,
  page: cappedInteger({ minimum: 1, default: 1, description: 'The page of the list.' }),
  per_page: integer({ minimum: 1, maximum: 100, default: 10, description: 'The number of records per page.' }),
  search: text({ maxLength: MAX_SEARCH_CHARACTERS, description: 'Text that occurs in the name or the slug.' }),
  include: list(integer(), { default: [], description: 'Only categories with these ids.' }),
  exclude: list(integer(), { default: [], description: 'No categories with these ids.' }),
  order: text({ enum: ['asc', 'desc'], default: 'asc', description: 'The direction of the order: asc or desc.' }),
  orderby: text({
    enum: CATEGORY_ORDERS,
    default: 'name',
    description: 'The field by which the list is ordered.',
  }),
  hide_empty: boolean({ default: false, description: 'True if terms without events are left out.' }),
  parent: integer({ minimum: 0, description: 'Only direct children of this category.' }),
  post: integer({ description: 'Terms of this event.' }),
  slug: list(text(), { default: [], description: 'Only categories with one of these slugs.' }),
  password: text({ description: 'The password of the event whose terms are listed.', queryOnly: true }),
  ...missingVersionArg,
};

type ListRequest = RestRequest<Values<typeof listArgs>>;

const mayWrite = ({ principal }: Pick<RestRequest, 'principal'>): boolean => mayManage(principal, categoryTaxonomy);

const checkContext = (request: Pick<RestRequest, 'principal'>, context: Context): true => {
  if (context !== 'edit' || mayWrite(request)) return true;
  throw forbidden(request.principal, calendarErrors.cannotEditPosts);
};

const filterOf = async (calendar: Calendar, request: ListRequest): Promise<Filter> => {
  const { documents, languages, linkingEvents } = calendar;
  const { args, language } = request;
  const { include, exclude, slug, parent, post } = args;
  const ofEvent = async (id: number): Promise<Filter> => {
    const links = await linkingEvents.linksOf({ argument: 'post', id }, request);
    return { field: 'id', in: await withTermVersions(documents, categoryTaxonomy, links.categories) };
  };
  return {
    all: [
      categoryTaxonomy.inListsOf(language, languages),
      ...withoutVersion(categoryTaxonomy.collection, args.i18n_missing),
      ...(args.search === undefined ? [] : [{ texts: ['name', 'slug'], words: [args.search] }]),
      ...(include.length === 0 ? [] : [{ field: 'id', in: include }]),
      ...(include.length > 0 || exclude.length === 0 ? [] : [{ not: { field: 'id', in: exclude } }]),
      ...(slug.length === 0 ? [] : [{ field: 'slug', in: slug.map(slugOf) }]),
      ...(parent === undefined ? [] : [{ field: 'parent', equals: parent }]),
      ...(post === undefined ? [] : [await ofEvent(post)]),
      ...(args.hide_empty && post === undefined ? [await inUse(calendar, categoryTaxonomy)] : []),
    ],
  };
};

const listRoute = (calendar: Calendar): Route =>
  route({
    namespace,
    path,
    methods: ['GET'],
    summary: 'Lists categories.',
    args: listArgs,
    answers: {
      200: pagesOfRecords(category),
      401: ['rest_forbidden_context'],
      403: ['rest_forbidden_context', 'event-password-protected'],
    },
    schema,
    batch: true,
    permission: (request) => checkContext(request, request.args.context),
    handle: async (request) => {
      const { page, per_page: perPage, orderby: orderBy, order: direction, include, slug, context } = request.args;
      const { found, total } = await categoryPage(calendar, {
        filter: await filterOf(calendar, request),
        orderBy,
        direction,
        include,
        slugs: slug.map(slugOf),
        limit: perPage,
        offset: (page - 1) * perPage,
      });
      const body = await render(calendar, request, found, { context });
      return { body, headers: corePaging(request, { total, perPage, page }) };
    },
  });

const createRoute = (calendar: Calendar): Route =>
  route({
    namespace,
    path,
    methods: ['POST'],
    summary: 'Creates a category.',
    args: { ...categoryArgs, ...translationArgs },
    answers: {
      201: created(category),
      400: notSaved,
      401: ['rest_cannot_create'],
      403: ['rest_cannot_create'],
      404: missing,
      409: ['i18n_group_conflict'],
    },
    batch: true,
    permission: (request) => {
      if (mayWrite(request)) return true;
      throw forbidden(request.principal, calendarErrors.cannotCreatePosts);
    },
    handle: async (request) => createdAnswer(calendar, request, await createCategory(calendar, request)),
    recover: async (request, commit) => {
      const term = await requireTerm<Category>(calendar, categoryTaxonomy, createdId(commit, 'CategoryCreated'));
      return createdAnswer(calendar, request, term);
    },
  });

const createdAnswer = async (calendar: Calendar, request: RestRequest<unknown>, term: Category) => ({
  ...(await answerOf(calendar, request, term, 'edit')),
  status: 201,
  headers: { Location: `${request.apiRoot}/${namespace}${path}/${term.id}` },
});

const answerOf = async (calendar: Calendar, request: RestRequest<unknown>, term: Term, context: Context) => {
  const [body] = await render(calendar, request, [term], { context });
  return { body, version: recordVersion(categoryKind.aggregate, term) };
};

const termOf = (calendar: Calendar, { captures }: Pick<RestRequest, 'captures'>): Promise<Category> =>
  requireTerm<Category>(calendar, categoryTaxonomy, Number(captures.id));

const readRoute = (calendar: Calendar): Route =>
  route({
    namespace,
    path: `${path}/{id:\\d+}`,
    methods: ['GET'],
    summary: 'Reads a category.',
    args: { ...unmarkedIdArgs, context: contextArg },
    answers: { 200: category, 401: ['rest_forbidden_context'], 403: ['rest_forbidden_context'], 404: missing },
    schema,
    batch: true,
    permission: async (request) => {
      await termOf(calendar, request);
      return checkContext(request, request.args.context);
    },
    handle: async (request) => answerOf(calendar, request, await termOf(calendar, request), request.args.context),
  });

const changeRoute = (calendar: Calendar): Route =>
  route({
    namespace,
    path: `${path}/{id:\\d+}`,
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Changes a category.',
    args: { ...unmarkedIdArgs, ...forUpdate(categoryArgs), ...minorEditArg },
    answers: {
      200: category,
      400: notSaved,
      401: ['rest_cannot_update'],
      403: ['rest_cannot_update'],
      404: missing,
    },
    batch: true,
    permission: async (request) => {
      await termOf(calendar, request);
      if (mayWrite(request)) return true;
      throw forbidden(request.principal, calendarErrors.cannotChangeTerms);
    },
    handle: async (request) => answerOf(calendar, request, await changeCategory(calendar, request), 'edit'),
  });

const removeRoute = (calendar: Calendar): Route =>
  route({
    namespace,
    path: `${path}/{id:\\d+}`,
    methods: ['DELETE'],
    summary: 'Deletes a category permanently.',
    args: {
      ...unmarkedIdArgs,
      force: boolean({ default: false, description: 'Required to be true: terms have no trash.' }),
    },
    answers: {
      200: deleted(category),
      401: ['rest_cannot_delete'],
      403: ['rest_cannot_delete'],
      404: missing,
      501: ['rest_trash_not_supported'],
    },
    batch: true,
    permission: async (request) => {
      await termOf(calendar, request);
      if (mayWrite(request)) return true;
      throw forbidden(request.principal, calendarErrors.cannotDeletePost);
    },
    handle: async (request) => {
      if (!request.args.force) throw calendarErrors.termsHaveNoTrash();
      const term = await termOf(calendar, request);
      const [previous] = await render(calendar, request, [term], { context: 'edit', links: false });
      await removeCategory(calendar, request, term.id);
      return { body: { deleted: true, previous } };
    },
  });

/** Returns categories in the form of terms, members in the order that clients expect. */
const render = async (
  calendar: Calendar,
  request: RestRequest<unknown>,
  terms: readonly Term[],
  { context, links = true }: { readonly context: Context; readonly links?: boolean },
): Promise<object[]> => {
  const { site, apiRoot } = request;
  const display = { site, apiRoot, defaultLanguage: calendar.languages.defaultLanguage };
  const shown = await termViews(calendar, categoryTaxonomy, terms);
  const isEmbedded = context === 'embed';
  return shown.map((each) => {
    const { id, count, description, name, slug, url, i18n } = termRecord(categoryTaxonomy, each, display);
    return {
      id,
      ...(!isEmbedded && { count, description }),
      link: url,
      name,
      slug,
      taxonomy: 'cal_events_cat',
      ...(!isEmbedded && { parent: each.term.parent, meta: [], i18n }),
      ...(links && request.wants('_links') && { _links: linksOf(request, each.term) }),
    };
  });
};

const linksOf = ({ apiRoot }: Pick<RestRequest, 'apiRoot'>, { id, parent }: Term) => {
  const root = `${apiRoot}/${namespace}`;
  const up: readonly Link[] = [{ embeddable: true, href: `${root}${path}/${parent}` }];
  return linkSet({
    self: [{ href: `${root}${path}/${id}` }],
    collection: [{ href: `${root}${path}` }],
    about: [{ href: `${root}/taxonomies/cal_events_cat` }],
    up: parent === 0 ? undefined : up,
    'core:post_type': [{ href: `${root}/cal_events?cal_events_cat=${id}` }],
  });
};
