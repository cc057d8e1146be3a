import type { Documents, Filter } from '@almanac/documents';
import { ancestorsOf, readTree } from '@almanac/taxonomy';
import { i18nIn } from '@almanac/translations';
import { events } from '../events/eventKind.ts';
import { publishedOnly } from '../records/statuses.ts';
import type { Taxonomy, Term } from './term.ts';
import type { ShownTerm } from './termView.ts';

/** How many published events have each of the terms. */
export const countsOf = async (
  documents: Documents,
  taxonomy: Taxonomy,
  ids: readonly number[],
): Promise<ReadonlyMap<unknown, number>> =>
  ids.length === 0 ? new Map() : documents.countBy(events, taxonomy.plural, ids, publishedOnly);

/** Terms with what is shown of them beside their own values. */
export const shownTerms = async (
  documents: Documents,
  taxonomy: Taxonomy,
  terms: readonly Term[],
): Promise<ShownTerm[]> => {
  const counts = await countsOf(
    documents,
    taxonomy,
    terms.map((term) => term.id),
  );
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

/** A filter for terms that some published event has. */
export const usedBy = (taxonomy: Taxonomy): Filter => ({
  referencedBy: { collection: events, field: taxonomy.plural, filter: publishedOnly },
});
