import {
  ancestorsOf,
  type CategoryTree,
  inListsOf,
  readTree,
  type SiteLanguages,
  withoutVersion,
} from '@almanac/content-model';
import { type Documents, type Filter, findPage, type Order } from '@almanac/documents';
import { foldText, plainName, slugOf } from '@almanac/text';
import type { Core } from '../../core.ts';
import type { Taxonomy, Term } from '../term.ts';

/** The collections that lists of terms query: the terms, and the posts that name them. */
type TermSources = Pick<Core, 'documents' | 'namingPosts'>;

/** Returns the filter of categories with published posts, also in descendants (docs/interface/core-terms.md §6). */
const usedCategories = async (
  { documents, namingPosts }: TermSources,
  taxonomy: Taxonomy,
  tree: CategoryTree,
): Promise<Filter> => {
  const used = await documents.find<Term>(taxonomy.collection, { filter: namingPosts.namedByPublished(taxonomy.base) });
  const ids = new Set(used.flatMap(({ id }) => [id, ...ancestorsOf(tree, id)]));
  return { field: 'id', in: [...ids] };
};

export interface TermQuery {
  readonly language: string;
  readonly site: SiteLanguages;
  readonly search: string;
  readonly include: readonly number[];
  readonly exclude: readonly number[];
  /** Cleaned slugs. */
  readonly slugs: readonly string[] | undefined;
  readonly parent: number | undefined;
  /** Terms of a post: limits the list to them in any case. */
  readonly among: readonly number[] | undefined;
  /** Only terms without a version in this language. */
  readonly missing: string | undefined;
  readonly hideEmpty: boolean;
  readonly orderBy: string;
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

export interface TermPage {
  readonly terms: readonly Term[];
  readonly total: number;
}

/** Returns one page of terms and their total (docs/interface/core-terms.md §2). */
export const listTerms = async (sources: TermSources, taxonomy: Taxonomy, query: TermQuery): Promise<TermPage> => {
  const { documents } = sources;
  const filter = await filterOf(sources, taxonomy, query);
  const { limit, offset } = query;
  const order = storedOrder(query);
  if (order !== undefined) {
    const query = { filter, order: [order], limit, offset };
    const { found: terms, total } = await findPage<Term>(documents, taxonomy.collection, query);
    return { terms, total };
  }
  const all = await documents.find<Term>(taxonomy.collection, { filter });
  const sorted = await sortedBy(sources, taxonomy, query, all);
  return { terms: sorted.slice(offset, offset + limit), total: all.length };
};

const filterOf = async (sources: TermSources, taxonomy: Taxonomy, query: TermQuery): Promise<Filter> => {
  const all: Filter[] = withoutVersion(taxonomy.collection, query.missing);
  const { include, exclude, slugs, parent, among, search } = query;
  if (among !== undefined) all.push({ field: 'id', in: among });
  else all.push(inListsOf({ type: taxonomy.slug, collection: taxonomy.collection }, query.language, query.site));
  if (include.length > 0) all.push({ field: 'id', in: include });
  else if (exclude.length > 0) all.push({ not: { field: 'id', in: exclude } });
  if (slugs !== undefined) all.push({ field: 'slug', in: slugs });
  if (parent !== undefined) all.push({ field: 'parent', equals: parent });
  if (search !== '') all.push({ texts: ['name', 'slug'], words: [search] });
  if (query.hideEmpty && among === undefined) all.push(await used(sources, taxonomy));
  return { all };
};

const used = async (sources: TermSources, taxonomy: Taxonomy): Promise<Filter> =>
  taxonomy.hierarchical
    ? usedCategories(sources, taxonomy, await readTree(sources.documents))
    : sources.namingPosts.namedByPublished(taxonomy.base);

const FIELDS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    id: 'id',
    name: 'keys.name',
    slug: 'slug',
    description: 'keys.description',
    term_group: 'id',
  }),
);

/** Returns the order for the store; undefined if terms are sorted here. An order without its list means the name. */
const storedOrder = ({ orderBy, direction, include, slugs }: TermQuery): Order | undefined => {
  if (orderBy === 'count') return undefined;
  if (orderBy === 'include' && include.length > 0) return undefined;
  if (orderBy === 'include_slugs' && slugs !== undefined) return undefined;
  return { field: FIELDS.get(orderBy) ?? 'keys.name', direction };
};

const sortedBy = async (
  { namingPosts }: TermSources,
  taxonomy: Taxonomy,
  { orderBy, direction, include, slugs }: TermQuery,
  terms: readonly Term[],
): Promise<Term[]> => {
  if (orderBy === 'include') return terms.toSorted((a, b) => include.indexOf(a.id) - include.indexOf(b.id));
  if (orderBy === 'include_slugs' && slugs !== undefined) {
    return terms.toSorted((a, b) => slugs.indexOf(a.slug) - slugs.indexOf(b.slug));
  }
  const counts = await namingPosts.countsOf(
    taxonomy.base,
    terms.map(({ id }) => id),
  );
  const sign = direction === 'asc' ? 1 : -1;
  const countOf = ({ id }: Term): number => counts.get(id) ?? 0;
  return terms.toSorted((a, b) => sign * (countOf(a) - countOf(b) || a.id - b.id));
};

/** Returns the existing terms with these ids. */
export const termsById = (documents: Documents, taxonomy: Taxonomy, ids: readonly number[]): Promise<Term[]> =>
  documents.getMany<Term>(taxonomy.collection, [...new Set(ids)]);

/** Returns the term with this id, or with this slug or name in the language; undefined if it is missing. */
export const findTerm = async (
  documents: Documents,
  taxonomy: Taxonomy,
  language: string,
  reference: number | string,
): Promise<Term | undefined> => {
  if (typeof reference === 'number') return (await termsById(documents, taxonomy, [reference]))[0];
  const inLanguage: Filter = { field: 'languages', contains: [language] };
  for (const named of [
    { field: 'slug', equals: slugOf(reference) },
    { field: 'keys.name', equals: foldText(plainName(reference)) },
  ] satisfies Filter[]) {
    const found = await documents.find<Term>(taxonomy.collection, { filter: { all: [named, inLanguage] }, limit: 50 });
    const own = found.find((term) => term.language === language) ?? found[0];
    if (own !== undefined) return own;
  }
  return undefined;
};
