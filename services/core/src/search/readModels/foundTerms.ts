import { inListsOf } from '@almanac/content-model';
import type { Filter } from '@almanac/documents';
import { plainText } from '@almanac/text';
import type { Core } from '../../core.ts';
import { type Term, taxonomies } from '../../terms/term.ts';
import type { TermSubtype } from '../searchArgs.ts';
import { type EventCategoryName, eventCategoryNames } from '../searchCopies.ts';
import { type FoundPage, idsFilter, type PostsQuery } from './foundPosts.ts';
import { checkDepth, mergedPage, type SortedSource } from './mergedPage.ts';

export interface TermsQuery extends Omit<PostsQuery, 'subtypes' | 'principal'> {
  readonly subtypes: readonly TermSubtype[];
}

const searchedTaxonomies = [
  ...taxonomies.map(({ slug, collection }) => ({ type: slug, collection })),
  { type: 'cal_events_cat', collection: eventCategoryNames } as const,
];

/**
 * Returns a page of terms by their names, with or without records. Names and slugs are searched.
 * @throws DomainError 400 if the page is too deep
 */
export const foundTerms = async (
  core: Pick<Core, 'documents' | 'languages'>,
  query: TermsQuery,
): Promise<FoundPage<Term | EventCategoryName>> => {
  const words = plainText(query.search);
  const searched: readonly Filter[] = words === '' ? [] : [{ texts: ['name', 'slug'], words: [words] }];
  const sources: SortedSource<Term | EventCategoryName>[] = searchedTaxonomies
    .filter(({ type }) => query.subtypes.includes(type))
    .map((kind) => ({
      kind: kind.type,
      collection: kind.collection,
      filter: { all: [languageFilter(core, kind, query.language), ...idsFilter(query), ...searched] },
      order: { field: 'keys.name', direction: 'asc' },
      keyOf: ({ keys }) => keys.name,
    }));
  const counts = await Promise.all(sources.map(({ collection, filter }) => core.documents.count(collection, filter)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  checkDepth(query.offset, total);
  return { found: query.offset < total ? await mergedPage(core.documents, sources, query) : [], total };
};

/** Copies of event categories name no lists of languages: a search shows those of its language. */
const languageFilter = (
  { languages }: Pick<Core, 'languages'>,
  kind: (typeof searchedTaxonomies)[number],
  language: string,
): Filter =>
  kind.type === 'cal_events_cat' ? { field: 'language', equals: language } : inListsOf(kind, language, languages);
