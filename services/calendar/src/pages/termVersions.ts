import type { Documents, Filter } from '@almanac/documents';
import { i18nMembers } from '@almanac/translations';
import { categoryTaxonomy } from '../categories/categoryTaxonomy.ts';
import type { Taxonomy, Term } from '../terms/term.ts';

/** A term with its translations. Groups of categories are the calendar's; copies of tags say which group they are in. */
export const translatedTerms = async (documents: Documents, taxonomy: Taxonomy, term: Term): Promise<Term[]> => {
  if (term.group === null) return [term];
  if (taxonomy.hierarchical) {
    const i18n = await i18nMembers(documents, NOUN, [term], false);
    return documents.getMany<Term>(categoryTaxonomy.collection, Object.values(i18n(term).translations));
  }
  const filter: Filter = { field: 'group', equals: term.group };
  return documents.find<Term>(taxonomy.collection, { filter });
};

/** What groups of categories are called. */
const NOUN = 'category';
