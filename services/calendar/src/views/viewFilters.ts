import { withAllVersions } from '@almanac/content-model';
import type { Filter } from '@almanac/documents';
import { type Html, html, plain, trusted } from '@almanac/pages';
import { slugOf } from '@almanac/text';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { LinkedKindNames } from '../content-items/itemKind.ts';
import { renderedTitle } from '../content-items/renderedTexts.ts';
import { searchedBy } from '../events/eventQuery.ts';
import { readRecords } from '../events/relatedRecords.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { categoryTaxonomy } from '../terms/category.ts';
import { tagTaxonomy } from '../terms/tagCopies.ts';
import type { Taxonomy } from '../terms/term.ts';
import { eventsWithTerms, namingOf, termsBySlug } from '../terms/termLookup.ts';
import { venueKind } from '../venues/venue.ts';
import { type FilterName, filterNames, type ViewFilters } from './askedView.ts';
import type { PageContext } from './pageContext.ts';

/** An active filter as pages show it. */
export interface Chip {
  readonly name: FilterName;
  readonly label: string;
  /** The description of a term. */
  readonly about?: Html | undefined;
}

export interface ReadFilters {
  readonly filters: readonly Filter[];
  readonly chips: readonly Chip[];
}

/** The filter of an unknown name, which matches no event. */
const MATCH_NOTHING: Filter = { any: [] };

type FilterReading = Omit<Chip, 'name'> & { readonly filters: readonly Filter[] };

const byTerm = async (
  { calendar, renderContext }: PageContext,
  taxonomy: Taxonomy,
  given: string,
): Promise<FilterReading> => {
  const { documents } = calendar;
  const naming = namingOf(calendar, renderContext.language);
  const term = (await termsBySlug(documents, taxonomy, [slugOf(given)], naming)).get(slugOf(given));
  if (term === undefined) return { filters: [MATCH_NOTHING], label: given };
  const filters = [await eventsWithTerms(documents, taxonomy, [term.id])];
  const about = term.description === '' ? undefined : html`<div class="content">${trusted(term.description)}</div>\n`;
  return { filters, label: plain(term.name), about };
};

/** Reads the filter for events at a venue, or of an organizer, in any language version. */
const byLinked = async (
  { calendar, request }: PageContext,
  kind: LinkedKindNames,
  given: string,
): Promise<FilterReading> => {
  const { documents } = calendar;
  const ids = /^\d{1,15}$/.test(given) ? [Number(given)] : [];
  const record = (await readRecords<ItemState & ItemFields>({ documents, ...request }, kind, ids)).get(Number(given));
  if (record === undefined) return { filters: [MATCH_NOTHING], label: given };
  const versions = await withAllVersions(documents, kind.noun, [record]);
  return { filters: [{ field: kind.plural, contains: versions }], label: plain(renderedTitle(record.title)) };
};

const readers: Readonly<Record<FilterName, (context: PageContext, given: string) => Promise<FilterReading>>> = {
  search: async ({ request }, given) => ({ filters: searchedBy(given, request.principal), label: `“${given}”` }),
  category: (context, given) => byTerm(context, categoryTaxonomy, given),
  tag: (context, given) => byTerm(context, tagTaxonomy, given),
  venue: (context, given) => byLinked(context, venueKind, given),
  organizer: (context, given) => byLinked(context, organizerKind, given),
  featured: async ({ renderContext }) => ({
    filters: [{ field: 'featured', equals: true }],
    label: renderContext.text('Featured events'),
  }),
  series: async ({ renderContext }, given) => ({
    filters: [/^\d{1,15}$/.test(given) ? { field: 'series', equals: Number(given) } : MATCH_NOTHING],
    label: renderContext.text('Dates of one series'),
  }),
};

/** Returns the filters of an address, for the query and as pages show them. */
export const readFilters = async (context: PageContext, filters: ViewFilters): Promise<ReadFilters> => {
  const read = await Promise.all(
    filterNames.flatMap((name) => {
      const value = filters[name];
      return value === undefined ? [] : [readers[name](context, value).then((reading) => ({ name, ...reading }))];
    }),
  );
  return {
    filters: read.flatMap((each) => each.filters),
    chips: read.map(({ filters: _, ...chip }) => chip),
  };
};
