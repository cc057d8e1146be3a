import type { Documents, Filter, Order } from '@almanac/documents';
import { rankedPage } from '../../posts/readModels/rankedPage.ts';
import { type PostSearch, relevanceRanks } from '../../posts/readModels/searchFilter.ts';
import { type Medium, media } from '../medium.ts';

export interface MediaQuery {
  readonly filter: Filter;
  readonly orderBy: string;
  readonly direction: 'asc' | 'desc';
  /** The order of `include`, and of `include_slugs`. */
  readonly include: readonly number[];
  readonly slugs: readonly string[];
  readonly search: PostSearch | undefined;
  readonly limit: number;
  readonly offset: number;
}

const FIELDS: Readonly<Record<string, string>> = {
  date: 'date',
  modified: 'modified',
  author: 'author',
  id: 'id',
  parent: 'parent',
  slug: 'slug',
  title: 'keys.title',
};

/** What posts call the columns of a search, and what media do. */
export const columns = { title: 'title', excerpt: 'caption', content: 'description' } as const;

/** The media of a page, in its order; ties go by id, in the same direction (decisions.md). */
export const pageOfMedia = async (documents: Documents, query: MediaQuery): Promise<Medium[]> => {
  const { filter, limit, offset, search, orderBy } = query;
  if (orderBy === 'include') return inGivenOrder(documents, query, ({ id }) => query.include.indexOf(id));
  if (orderBy === 'include_slugs' && query.slugs.length > 0) {
    return inGivenOrder(documents, query, ({ slug }) => query.slugs.indexOf(slug));
  }
  const direction = orderBy === 'include_slugs' ? 'asc' : query.direction;
  const order: Order[] = [{ field: FIELDS[orderBy] ?? 'date', direction }];
  const ranks = orderBy === 'relevance' && search !== undefined ? relevanceRanks(search, columns) : [];
  if (ranks.length > 0)
    return rankedPage<Medium>(documents, { collection: media, filter, ranks, order, limit, offset });
  return documents.find<Medium>(media, { filter, order, limit, offset });
};

const inGivenOrder = async (
  documents: Documents,
  { filter, limit, offset }: MediaQuery,
  place: (medium: Medium) => number,
): Promise<Medium[]> => {
  const all = await documents.find<Medium>(media, { filter });
  return all.toSorted((a, b) => place(a) - place(b) || a.id - b.id).slice(offset, offset + limit);
};

/** Those that are there. */
export const mediaById = (documents: Documents, ids: readonly number[]): Promise<Medium[]> =>
  documents.getMany<Medium>(media, [...new Set(ids)]);

/** A medium that is there; undefined otherwise. */
export const mediumById = async (documents: Documents, id: number): Promise<Medium | undefined> =>
  (await mediaById(documents, [id]))[0];

/** The medium to which a file belongs, itself or a version of it. */
export const mediumWithFile = async (documents: Documents, path: string): Promise<Medium | undefined> =>
  (await documents.find<Medium>(media, { filter: { field: 'paths', contains: [path] }, limit: 1 }))[0];
