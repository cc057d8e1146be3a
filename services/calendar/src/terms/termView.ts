import type { I18nMember } from '@almanac/translations';
import { languagePath } from '../records/address.ts';
import { type Display, restAddress } from '../records/recordView.ts';
import type { Taxonomy, Term } from './term.ts';

const restAddresses = (taxonomy: Taxonomy, { id, parent }: Term, display: Pick<Display, 'apiRoot'>) => {
  const collection = restAddress(display, `/${taxonomy.plural}`);
  return {
    self: `${collection}/${id}`,
    collection,
    ...(parent > 0 && { up: `${collection}/${parent}` }),
  };
};

/** A term inside an event (docs/interface/calendar.md §5.6). */
export const embeddedTerm = (taxonomy: Taxonomy, term: Term, count: number, display: Pick<Display, 'apiRoot'>) => ({
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

export interface ShownTerm {
  readonly term: Term;
  readonly i18n: I18nMember;
  readonly count: number;
  /** The slugs of the categories above it, the topmost first. */
  readonly above: readonly string[];
}

/** A term by itself and in lists. */
export const termRecord = (
  taxonomy: Taxonomy,
  { term, count, above, i18n }: ShownTerm,
  display: Pick<Display, 'site' | 'apiRoot'> & { readonly defaultLanguage: string },
): Record<string, unknown> => ({
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
