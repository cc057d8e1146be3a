import { isDeepStrictEqual } from 'node:util';
import { inListsOf, type ListedKind } from '@almanac/content-model';
import type { Documents, Filter } from '@almanac/documents';
import type { Principal } from '@almanac/identity';
import { searchTerms } from '@almanac/text';
import type { Core } from '../../core.ts';
import { ofType, type Post, posts } from '../../posts/post.ts';
import { variants } from '../../posts/postVariant.ts';
import { type Columns, type PostSearch, relevanceRanks, searchFilter } from '../../posts/readModels/searchFilter.ts';
import { locksOfPosts } from '../../posts/readModels/visiblePosts.ts';
import type { PostSubtype } from '../searchArgs.ts';
import { type EventTitle, eventTitles, listedEventTitles } from '../searchCopies.ts';
import { checkDepth, type FoundRecord, mergedPage, type SortedSource } from './mergedPage.ts';

export interface PostsQuery {
  readonly principal: Principal;
  readonly language: string;
  readonly search: string;
  readonly subtypes: readonly PostSubtype[];
  readonly include: readonly number[];
  readonly exclude: readonly number[];
  readonly limit: number;
  readonly offset: number;
}

export interface FoundPage<Found> {
  readonly found: readonly FoundRecord<Found>[];
  readonly total: number;
}

type SearchedCore = Pick<Core, 'documents' | 'languages'>;

const published: Filter = { field: 'status', equals: 'publish' };
const nothing: Filter = { field: 'id', in: [] };

/** A collection that is searched, with the ranks of the found records. */
interface SearchSource {
  readonly source: SortedSource<Post | EventTitle>;
  readonly ranks: readonly Filter[];
}

/**
 * Returns a page of public posts, pages and events: by relevance, hits in titles first, then the newest first. Of events
 * only titles are searched. Protected records are found by signed-in users only, by their titles.
 * @throws DomainError 400 if the page is too deep
 */
export const foundPosts = async (core: SearchedCore, query: PostsQuery): Promise<FoundPage<Post | EventTitle>> => {
  const searched = [postsOf(core, query), eventsOf(core, query)].flatMap((each) => each ?? []);
  const total = await countOf(
    core.documents,
    searched.map(({ source }) => source),
  );
  checkDepth(query.offset, total);
  const found: FoundRecord<Post | EventTitle>[] = [];
  const ranks = Math.max(0, ...searched.map((each) => each.ranks.length));
  let { limit, offset } = query;
  for (let rank = 0; rank <= ranks && limit > 0 && query.offset < total; rank += 1) {
    const sources = searched.map(({ source, ranks }) => ({ ...source, filter: ofRank(source.filter, ranks, rank) }));
    const page = await mergedPage(core.documents, sources, { limit, offset });
    found.push(...page);
    limit -= page.length;
    // a rank that fills a part of the page ends on it
    if (page.length > 0) offset = 0;
    else if (offset > 0 && rank < ranks) offset -= await countOf(core.documents, sources);
  }
  return { found, total };
};

/** Returns the records that match a rank and none before it; after the last rank, those that match none. */
const ofRank = (filter: Filter, ranks: readonly Filter[], rank: number): Filter => ({
  all: [filter, ...ranks.slice(rank, rank + 1), ...ranks.slice(0, rank).map((not) => ({ not }))],
});

const countOf = async (documents: Documents, sources: readonly SortedSource<Post | EventTitle>[]): Promise<number> => {
  const counts = await Promise.all(sources.map(({ collection, filter }) => documents.count(collection, filter)));
  return counts.reduce((sum, count) => sum + count, 0);
};

/** Returns the filter of the asked ids. */
export const idsFilter = ({ include, exclude }: Pick<PostsQuery, 'include' | 'exclude'>): Filter[] => {
  if (include.length > 0) return [{ field: 'id', in: include }];
  return exclude.length > 0 ? [{ not: { field: 'id', in: exclude } }] : [];
};

const termsOf = ({ search }: PostsQuery) => searchTerms(search);

const ranksOf = (search: PostSearch | undefined, columns: Columns): Filter[] =>
  search === undefined ? [] : relevanceRanks(search, columns);

const postsOf = (core: SearchedCore, query: PostsQuery): SearchSource | undefined => {
  const types = Object.values(variants).filter(({ type }) => query.subtypes.includes(type));
  if (types.length === 0) return undefined;
  const terms = termsOf(query);
  const locks = locksOfPosts(query.principal);
  const search = terms && { ...terms, exact: false, columns: ['title', 'excerpt', 'content'], locks };
  const isVisitor = query.principal.kind !== 'user';
  const filter: Filter = {
    all: [
      published,
      ofTypes(core, query.language, types),
      ...(isVisitor ? [{ field: 'password', equals: '' }] : []),
      ...idsFilter(query),
      ...(search === undefined ? [] : [searchFilter(search)]),
    ],
  };
  return {
    source: {
      kind: 'post',
      collection: posts,
      filter,
      order: { field: 'dateUtc', direction: 'desc' },
      without: ['content', 'excerpt'],
      keyOf: (record) => ('dateUtc' in record ? (record.dateUtc ?? '') : ''),
    },
    ranks: ranksOf(search, { title: 'title', excerpt: 'excerpt', content: 'content' }),
  };
};

/** Returns the filter of types in the lists of a language: one filter if they agree, which the store serves faster. */
const ofTypes = (
  { languages }: SearchedCore,
  language: string,
  types: readonly { readonly type: Post['type']; readonly listed: ListedKind }[],
): Filter => {
  const filters = types.map(({ listed }) => inListsOf(listed, language, languages));
  const [first = nothing, ...others] = filters;
  if (others.every((each) => isDeepStrictEqual(each, first)))
    return types.length === Object.keys(variants).length
      ? first
      : { all: [{ field: 'type', in: types.map(({ type }) => type) }, first] };
  return { any: types.map(({ type }, index) => ({ all: [ofType(type), filters[index] ?? nothing] })) };
};

const eventsOf = ({ languages }: SearchedCore, query: PostsQuery): SearchSource | undefined => {
  if (!query.subtypes.includes('cal_events')) return undefined;
  const terms = termsOf(query);
  const search = terms && { ...terms, exact: false, columns: ['title'] };
  const filter: Filter = {
    all: [
      published,
      inListsOf(listedEventTitles, query.language, languages),
      ...(query.principal.kind === 'user' ? [] : [{ field: 'protected', equals: false }]),
      ...idsFilter(query),
      ...(search === undefined ? [] : [searchFilter(search)]),
    ],
  };
  return {
    source: {
      kind: 'cal_events',
      collection: eventTitles,
      filter,
      order: { field: 'created', direction: 'desc' },
      keyOf: (record) => ('created' in record ? record.created : ''),
    },
    ranks: ranksOf(search, { title: 'title', excerpt: 'title', content: 'title' }),
  };
};
