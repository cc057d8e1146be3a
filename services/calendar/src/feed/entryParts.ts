import { anonymous } from '@almanac/identity';
import { plain } from '@almanac/pages';
import type { RestRequest } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { prepareTexts } from '../content-items/renderedTexts.ts';
import type { EventState } from '../events/event.ts';
import { byName, readRecords, unprotectedItems } from '../events/relatedRecords.ts';
import { type OrganizerState, organizerKind } from '../organizers/organizer.ts';
import { categoryTaxonomy } from '../terms/category.ts';
import { tagTaxonomy } from '../terms/tagCopies.ts';
import type { Taxonomy, Term } from '../terms/term.ts';
import { type VenueState, venueKind } from '../venues/venue.ts';
import type { EntryParts } from './eventComponent.ts';

type Documents = Calendar['documents'];

/** Returns a function for the names of an event's terms, in their order. */
const readNames = async (
  documents: Documents,
  { collection, plural }: Taxonomy,
  shown: readonly EventState[],
): Promise<(event: EventState) => string[]> => {
  const ids = new Set(shown.flatMap((event) => event[plural]));
  const terms = new Map((await documents.getMany<Term>(collection, [...ids])).map((term) => [term.id, term]));
  return (event) => {
    const own = event[plural].flatMap((id) => terms.get(id) ?? []);
    return own.sort(byName).map(({ name }) => plain(name));
  };
};

/**
 * Returns a function for the parts of the entries of some events, whose texts are prepared. It reads only what entries
 * show: the views of linked records, with the counts of their events, would take most of the time of a feed.
 */
export const entryPartsOf = async (
  { documents }: Calendar,
  { site }: Pick<RestRequest, 'site'>,
  shown: readonly EventState[],
): Promise<(event: EventState) => EntryParts> => {
  const reading = { documents, principal: anonymous };
  const idsOf = (name: 'venues' | 'organizers') => shown.flatMap((event) => event[name]);
  const [venues, organizers, categories, tags] = await Promise.all([
    readRecords<VenueState>(reading, venueKind, idsOf('venues')),
    readRecords<OrganizerState>(reading, organizerKind, idsOf('organizers')),
    readNames(documents, categoryTaxonomy, shown),
    readNames(documents, tagTaxonomy, shown),
  ]);
  for (const event of shown) await prepareTexts(event);
  return (event) => ({
    site,
    venues: unprotectedItems(event.venues, venues),
    organizer: unprotectedItems(event.organizers, organizers)[0],
    categories: [...categories(event), ...tags(event)],
  });
};
