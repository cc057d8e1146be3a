import { ancestorsOf, type I18nMember, i18nIn, readTree } from '@almanac/content-model';
import type { Documents } from '@almanac/documents';
import { createComposer } from '@almanac/rest';
import { languagePath, restAddress } from '../addresses.ts';
import type { Calendar } from '../calendar.ts';
import type { Display } from '../rememberViews.ts';
import type { Taxonomy, Term } from './term.ts';

const restAddresses = (taxonomy: Taxonomy, { id, parent }: Term, display: Pick<Display, 'apiRoot'>) => {
  const collection = restAddress(display, `/${taxonomy.plural}`);
  return {
    self: `${collection}/${id}`,
    collection,
    ...(parent > 0 && { up: `${collection}/${parent}` }),
  };
};

type EmbeddedTerm = ReturnType<typeof termInEvent>;

const composed = createComposer<EmbeddedTerm>();

/** Returns the view of a term inside an event (docs/interface/calendar.md §5.6). */
export const embeddedTerm = (
  taxonomy: Taxonomy,
  term: Term,
  count: number,
  display: Pick<Display, 'apiRoot'>,
): EmbeddedTerm =>
  composed(term, [taxonomy, count, display.apiRoot], () => termInEvent(taxonomy, term, count, display));

const termInEvent = (taxonomy: Taxonomy, term: Term, count: number, display: Pick<Display, 'apiRoot'>) => ({
  name: term.name,
  slug: term.slug,
  term_group: 0,
  term_taxonomy_id: term.id,
  taxonomy: taxonomy.slug,
  description: term.description,
  parent: term.parent,
  count,
  filter: 'raw',
  id: term.id,
  urls: restAddresses(taxonomy, term, display),
});

interface TermView {
  readonly term: Term;
  readonly i18n: I18nMember;
  readonly count: number;
  /** The slugs of the categories above it, the topmost first. */
  readonly above: readonly string[];
}

/** The view of a term alone and in lists. */
export type TermRecord = ReturnType<typeof termRecord>;

/** Returns the view of a term alone and in lists. */
export const termRecord = (
  taxonomy: Taxonomy,
  { term, count, above, i18n }: TermView,
  display: Pick<Display, 'site' | 'apiRoot'> & { readonly defaultLanguage: string },
) => ({
  id: term.id,
  count,
  description: term.description,
  name: term.name,
  slug: term.slug,
  taxonomy: taxonomy.slug,
  ...(taxonomy.hierarchical && { parent: term.parent }),
  meta: [],
  url: [
    `${display.site}${languagePath(term.language, display.defaultLanguage)}/${taxonomy.segment}`,
    ...above,
    `${term.slug}/`,
  ].join('/'),
  urls: restAddresses(taxonomy, term, display),
  i18n,
});

/** Returns terms with the derived values that their views show. */
export const termViews = async (
  { documents, linkingEvents }: Pick<Calendar, 'documents' | 'linkingEvents'>,
  taxonomy: Taxonomy,
  terms: readonly Term[],
): Promise<TermView[]> => {
  const ids = terms.map(({ id }) => id);
  const counts = await linkingEvents.countsOf(taxonomy.plural, ids);
  const slugsAbove = await slugsAboveOf(documents, taxonomy, terms);
  const i18nOf = i18nIn(await taxonomy.groupsOf(documents, terms), true);
  return terms.map((term) => ({
    term,
    count: counts.get(term.id) ?? 0,
    above: slugsAbove(term),
    i18n: i18nOf(term),
  }));
};

const slugsAboveOf = async (documents: Documents, taxonomy: Taxonomy, terms: readonly Term[]) => {
  if (terms.every((term) => term.parent === 0)) return () => [];
  const tree = await readTree(documents);
  const above = new Set(terms.flatMap((term) => ancestorsOf(tree, term.id)));
  const found = await documents.getMany<Term>(taxonomy.collection, [...above]);
  const slugs = new Map(found.map((term) => [term.id, term.slug]));
  return (term: Term): string[] =>
    ancestorsOf(tree, term.id)
      .toReversed()
      .flatMap((id) => slugs.get(id) ?? []);
};
