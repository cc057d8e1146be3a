import type { Documents } from '@almanac/documents';
import type { Principal } from '@almanac/identity';
import { createComposer, viewsOf } from '@almanac/rest';
import { foldText } from '@almanac/text';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { KindNames } from '../content-items/itemKind.ts';
import { mayReadItem } from '../content-items/itemRights.ts';
import { type PicturedTexts, picturedTexts } from '../content-items/picturedTexts.ts';
import { imageViews, type ShownImages } from '../images/images.ts';
import { maskLinked, withImage } from '../linked-items/linkedView.ts';
import { type OrganizerState, organizerKind } from '../organizers/organizer.ts';
import { organizerRecord } from '../organizers/organizerView.ts';
import type { Display } from '../rememberViews.ts';
import { categoryTaxonomy } from '../terms/category.ts';
import { tagTaxonomy } from '../terms/tagCopies.ts';
import type { Taxonomy, Term } from '../terms/term.ts';
import { embeddedTerm } from '../terms/termView.ts';
import { type VenueState, venueKind } from '../venues/venue.ts';
import { venueRecord } from '../venues/venueView.ts';
import type { EventState } from './event.ts';
import type { RelatedViews } from './eventView.ts';
import { countsOf } from './linkingEvents.ts';

type Linking = Pick<EventState, 'categories' | 'tags' | 'venues' | 'organizers' | 'image' | 'content' | 'excerpt'>;

/** The records that the events of a page refer to, as far as the caller may see them; read at once by id. */
export interface RelatedRecords {
  readonly venues: ReadonlyMap<number, VenueState>;
  readonly organizers: ReadonlyMap<number, OrganizerState>;
  /** By id. */
  readonly images: ShownImages;
  /** The displayed texts of the events and of the related records. */
  readonly texts: PicturedTexts;
  of(event: Linking): RelatedViews;
}

export interface Reading {
  readonly documents: Documents;
  readonly principal: Principal;
  readonly display: Display;
}

/** Reads the records that events refer to, without deleted and trashed ones. */
export const readRelated = async (reading: Reading, events: readonly Linking[]): Promise<RelatedRecords> => {
  const { display, documents, principal } = reading;
  const ids = (name: 'venues' | 'organizers') => events.flatMap((event) => event[name]);
  const [venues, organizers, categories, tags] = await Promise.all([
    readRecords<VenueState>(reading, venueKind, ids('venues')),
    readRecords<OrganizerState>(reading, organizerKind, ids('organizers')),
    readTerms(reading, categoryTaxonomy, events),
    readTerms(reading, tagTaxonomy, events),
  ]);
  const records = [...events, ...venues.values(), ...organizers.values()];
  const [images, texts] = await Promise.all([
    imageViews(documents, records, { principal, site: display.site }),
    picturedTexts(documents, records, display.site),
  ]);
  const venueViews = await renderOnce(venues, { images, texts }, (venue) => venueRecord(venue, display));
  const organizerViews = await renderOnce(organizers, { images, texts }, (organizer) =>
    organizerRecord(organizer, display),
  );
  return {
    venues,
    organizers,
    images,
    texts,
    of: (event) => ({
      image: images.get(event.image),
      texts: texts.members(event),
      categories: pick(event.categories, categories).sort(byName),
      tags: pick(event.tags, tags).sort(byName),
      venues: pick(event.venues, venueViews),
      organizers: pick(event.organizers, organizerViews),
    }),
  };
};

/** Returns linked items by their ids, outside the trash and as far as the caller may see them. */
export const readRecords = async <State extends ItemState & ItemFields>(
  { documents, principal }: Pick<Reading, 'documents' | 'principal'>,
  kind: KindNames,
  ids: readonly number[],
): Promise<Map<number, State>> => {
  if (ids.length === 0) return new Map();
  const found = await documents.getMany<State>(kind.collection, [...new Set(ids)]);
  const view = found.filter((state) => state.status !== 'trash' && mayReadItem(principal, kind, state));
  return new Map(view.map((state) => [state.id, state]));
};

type EmbeddedTerm = ReturnType<typeof embeddedTerm>;

const readTerms = async (
  { documents, display }: Reading,
  taxonomy: Taxonomy,
  events: readonly Linking[],
): Promise<Map<number, EmbeddedTerm>> => {
  const ids = [...new Set(events.flatMap((event) => event[taxonomy.plural]))];
  if (ids.length === 0) return new Map();
  const terms = await documents.getMany<Term>(taxonomy.collection, ids);
  const counts = await countsOf(documents, taxonomy.plural, ids);
  return new Map(terms.map((term) => [term.id, embeddedTerm(taxonomy, term, counts.get(term.id) ?? 0, display)]));
};

/** Renders each record once; protected records are blanked. */
const renderOnce = async <State extends ItemState & ItemFields>(
  states: ReadonlyMap<number, State>,
  { images, texts }: Pick<RelatedRecords, 'images' | 'texts'>,
  show: (state: State) => Readonly<Record<string, unknown>>,
): Promise<Map<number, object>> => {
  const views = await viewsOf([...states], async ([id, state]) => {
    await texts.prepare(state);
    const [shown, pictured, image] = [show(state), texts.members(state), images.get(state.image)];
    const view = composed(state, [shown, pictured.description, pictured.excerpt, image], () =>
      withImage({ ...shown, ...pictured }, image),
    );
    return [id, state.password === '' ? view : maskLinked(view)] as const;
  });
  return new Map(views);
};

const composed = createComposer<Readonly<Record<string, unknown>>>();

const pick = <T>(ids: readonly number[], from: ReadonlyMap<number, T>): T[] =>
  ids.flatMap((id) => {
    const found = from.get(id);
    return found === undefined ? [] : [found];
  });

/** Compares terms by their folded names. */
export const byName = (a: Pick<Term, 'name'>, b: Pick<Term, 'name'>): number => {
  const [left, right] = [foldText(a.name), foldText(b.name)];
  return left < right ? -1 : left > right ? 1 : 0;
};

/** Returns the unprotected linked items, in the order of the ids. */
export const unprotectedItems = <State extends ItemState>(
  ids: readonly number[],
  from: ReadonlyMap<number, State>,
): State[] => pick(ids, from).filter(({ password }) => password === '');
