import type { Documents } from '@almanac/documents';
import type { Principal } from '@almanac/identity';
import { picturedTexts } from '../content-items/picturedTexts.ts';
import type { EventState } from '../events/event.ts';
import { readRecords } from '../events/relatedRecords.ts';
import { imageViews } from '../images/images.ts';
import { type OrganizerState, organizerKind } from '../organizers/organizer.ts';
import { categoryTaxonomy } from '../terms/category.ts';
import { tagTaxonomy } from '../terms/tagCopies.ts';
import type { Taxonomy, Term } from '../terms/term.ts';
import { type VenueState, venueKind } from '../venues/venue.ts';
import type { PageMedia } from './recordView.ts';

/** The other records that the events of a page show, by id, as far as the caller may see them. */
export interface RelatedRecordsOfPage extends PageMedia {
  readonly venues: ReadonlyMap<number, VenueState>;
  readonly organizers: ReadonlyMap<number, OrganizerState>;
  readonly categories: ReadonlyMap<number, Term>;
  readonly tags: ReadonlyMap<number, Term>;
}

interface Reading {
  readonly documents: Documents;
  readonly principal: Principal;
  readonly site: string;
}

/** Reads the other records that events show, all at once. */
export const readSurroundings = async (
  reading: Reading,
  events: readonly EventState[],
): Promise<RelatedRecordsOfPage> => {
  const { documents, principal, site } = reading;
  const [venues, organizers, categories, tags] = await Promise.all([
    readRecords<VenueState>(
      reading,
      venueKind,
      events.flatMap((event) => event.venues),
    ),
    readRecords<OrganizerState>(
      reading,
      organizerKind,
      events.flatMap((event) => event.organizers),
    ),
    readTerms(documents, categoryTaxonomy, events),
    readTerms(documents, tagTaxonomy, events),
  ]);
  const records = [...events, ...venues.values(), ...organizers.values()];
  const [images, texts] = await Promise.all([
    imageViews(documents, records, { principal, site }),
    picturedTexts(documents, records, site),
  ]);
  return { venues, organizers, categories, tags, images, texts };
};

const readTerms = async (
  documents: Documents,
  { plural, collection }: Taxonomy,
  events: readonly EventState[],
): Promise<Map<number, Term>> => {
  const ids = [...new Set(events.flatMap((event) => event[plural]))];
  const terms = ids.length === 0 ? [] : await documents.getMany<Term>(collection, ids);
  return new Map(terms.map((term) => [term.id, term]));
};

/** Returns the existing records, in the order of the ids. */
export const existingRecords = <T>(ids: readonly number[], from: ReadonlyMap<number, T>): T[] =>
  ids.flatMap((id) => from.get(id) ?? []);
