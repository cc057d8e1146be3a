import {
  corePaging,
  type Links,
  linkSet,
  pagesOfRecords,
  type RestRequest,
  type Route,
  readOnly,
  recordSchema,
  route,
  type Values,
  viewsOf,
} from '@almanac/rest';
import { displayTitle } from '@almanac/text';
import { z } from 'zod';
import type { Core } from '../core.ts';
import type { Post } from '../posts/post.ts';
import { linkPath } from '../posts/postPath.ts';
import { variants } from '../posts/postVariant.ts';
import { windowOf } from '../requestArgs.ts';
import { type Term, taxonomies } from '../terms/term.ts';
import { termPaths } from '../terms/termRecord.ts';
import { wantsLinks } from '../wantsLinks.ts';
import { eventCategoryPaths } from './eventCategoryPaths.ts';
import { foundPosts } from './readModels/foundPosts.ts';
import { foundTerms } from './readModels/foundTerms.ts';
import type { FoundRecord } from './readModels/mergedPage.ts';
import { POST_SUBTYPES, searchArgs, TERM_SUBTYPES } from './searchArgs.ts';
import type { EventCategoryName, EventTitle } from './searchCopies.ts';

type SearchRequest = RestRequest<Values<typeof searchArgs>>;

/** A found record or term, in the order of its members. */
const schema = recordSchema(
  'search-result',
  {
    id: readOnly(z.int(), 'vem'),
    title: readOnly(z.string(), 'vem'),
    url: readOnly(z.string(), 'vem'),
    type: readOnly(z.string(), 'vem'),
    subtype: { ...readOnly(z.string(), 'vem'), schema: z.string().optional() },
  },
  { id: 'SearchResult' },
);

/** Searches posts, pages and events, or terms (docs/interface/core-search.md). */
export const searchRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/search',
    methods: ['GET'],
    summary: 'Searches records or terms.',
    args: searchArgs,
    answers: { 200: pagesOfRecords(schema.answered), 400: ['rest_search_too_deep'] },
    schema: schema.published,
    permission: () => true,
    handle: async (request) => {
      await core.waitForCopies(request);
      const { shown, total } = await found(core, request);
      // a page past the end says that nothing is found
      const paging = { total: shown.length === 0 ? 0 : total, perPage: request.args.per_page, page: request.args.page };
      return { body: shown, headers: corePaging(request, paging) };
    },
  });

const found = async (
  core: Core,
  request: SearchRequest,
): Promise<{ readonly shown: readonly object[]; readonly total: number }> => {
  const { args, language, principal } = request;
  const { search = '', include, exclude, type } = args;
  const query = { search, include, exclude, language, ...windowOf(args) };
  if (type === 'post-format') return { shown: [], total: 0 };
  if (type === 'post') {
    const page = await foundPosts(core, { ...query, principal, subtypes: among(args.subtype, POST_SUBTYPES) });
    return { shown: await viewsOf(page.found, (each) => postView(core, request, each)), total: page.total };
  }
  const page = await foundTerms(core, { ...query, subtypes: among(args.subtype, TERM_SUBTYPES) });
  const pathOf = await pathsOfTerms(core, page.found);
  return { shown: await viewsOf(page.found, async (each) => termView(request, each, pathOf(each))), total: page.total };
};

/** Returns the asked subtypes of a type; all of them for `any`, and if none of them is asked for. */
const among = <Subtype extends string>(asked: readonly string[], known: readonly Subtype[]): readonly Subtype[] => {
  const chosen = known.filter((subtype) => asked.includes(subtype));
  return asked.includes('any') || chosen.length === 0 ? known : chosen;
};

const postView = async (
  core: Core,
  request: RestRequest<unknown>,
  { record }: FoundRecord<Post | EventTitle>,
): Promise<object> => {
  const { id, title } = record;
  const isPost = 'revisions' in record;
  const subtype = isPost ? record.type : 'cal_events';
  const base = isPost ? variants[record.type].base : 'cal_events';
  const path = isPost ? linkPath(record, core) : (record.path ?? `/?p=${id}`);
  return {
    id,
    title: isPost ? displayTitle(title) : title,
    url: `${request.site}${path}`,
    type: 'post',
    subtype,
    ...links(request, { self: `${base}/${id}`, about: `types/${subtype}` }),
  };
};

const termView = (
  request: RestRequest<unknown>,
  { kind, record: { id, name } }: FoundRecord<Term | EventCategoryName>,
  path: string,
): object => {
  const base = taxonomies.find(({ slug }) => slug === kind)?.base ?? kind;
  return {
    id,
    title: name,
    url: `${request.site}${path}`,
    type: kind,
    ...links(request, { self: `${base}/${id}`, about: `taxonomies/${kind}` }),
  };
};

const links = (
  request: RestRequest<unknown>,
  { self, about }: { readonly self: string; readonly about: string },
): { readonly _links?: Links } => {
  if (!wantsLinks(request)) return {};
  const root = `${request.apiRoot}/core/v2`;
  return {
    _links: linkSet({
      self: [{ embeddable: true, href: `${root}/${self}` }],
      about: [{ href: `${root}/${about}` }],
      collection: [{ href: `${root}/search` }],
    }),
  };
};

/** Returns a function from term to the path of its page. */
const pathsOfTerms = async (
  core: Core,
  all: readonly FoundRecord<Term | EventCategoryName>[],
): Promise<(found: FoundRecord<Term | EventCategoryName>) => string> => {
  const paths = new Map<object, string>();
  for (const taxonomy of taxonomies) {
    const own = all.flatMap(({ kind, record }) => (kind === taxonomy.slug && 'languages' in record ? [record] : []));
    const pathOf = await termPaths(core, taxonomy, own);
    for (const term of own) paths.set(term, pathOf(term));
  }
  const categories = all.flatMap(({ kind, record }) => (kind === 'cal_events_cat' ? [record] : []));
  const pathOf = await eventCategoryPaths(core, categories);
  for (const category of categories) paths.set(category, pathOf(category));
  return ({ record }) => paths.get(record) ?? '/';
};
