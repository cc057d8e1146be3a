import { toWallClock } from '@almanac/dates';
import type { Filter } from '@almanac/documents';
import type { Calendar } from '../calendar.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { ItemKind } from '../content-items/itemKind.ts';
import type { ItemValues, ItemWriting } from '../content-items/writeItem.ts';
import { calendarErrors } from '../errors.ts';
import { collapsedTranslations } from '../events/collapsedSeries.ts';
import { type EventFields, eventKind } from '../events/event.ts';
import { collapsedSeriesMember } from '../events/seriesMember.ts';
import { writingOfLinked } from '../linked-items/linkedWriting.ts';
import { linkedOrganizers } from '../organizers/linkedOrganizers.ts';
import { type OrganizerFields, organizerKind } from '../organizers/organizer.ts';
import { withoutUndefined } from '../requestArgs.ts';
import { linkedVenues } from '../venues/linkedVenues.ts';
import { type VenueFields, venueKind } from '../venues/venue.ts';
import { eventMeta, type Meta, organizerMeta, type SentMeta, venueMeta } from './meta.ts';
import { eventValuesOf, postEventWriting } from './postEvents.ts';

/** A list with one occurrence of each series, and the members that its records have besides. */
interface CollapsedPosts<Fields extends ItemFields> {
  readonly filter: Filter;
  membersOf(state: ItemState & Fields): object;
}

/** A kind of record as post-type routes read and write it. */
export interface PostKind<Fields extends ItemFields> {
  readonly kind: ItemKind<Fields>;
  readonly writing: ItemWriting<Fields, ItemValues>;
  /** Returns the ids of a record's terms; absent for kinds without terms. */
  readonly terms?: (state: ItemState & Fields) => { readonly [Name in 'tags' | 'cal_events_cat']: readonly number[] };
  readonly summaries: Readonly<Record<'list' | 'create' | 'read' | 'change' | 'remove', string>>;
  /** Collapses the series of a list; absent for kinds without series. */
  collapse?(calendar: Calendar, list: Filter): Promise<CollapsedPosts<Fields>>;
  metaOf(state: ItemState & Fields): Meta;
  /** Returns the values of sent `meta` by their names in `cal/events/v1`. */
  valuesOf(meta: SentMeta, before: (ItemState & Fields) | undefined, calendar: Calendar): ItemValues;
}

/** Returns a kind that names a missing record as lists of posts do. */
const amongPosts = <Fields extends ItemFields>(kind: ItemKind<Fields>): ItemKind<Fields> => ({
  ...kind,
  notFound: () => calendarErrors.unknownPost(),
});

const eventsAmongPosts = amongPosts(eventKind);

export const postEvents: PostKind<EventFields> = {
  kind: eventsAmongPosts,
  writing: { ...postEventWriting, kind: eventsAmongPosts },
  terms: ({ tags, categories }) => ({ tags, cal_events_cat: categories }),
  summaries: {
    list: 'Lists events.',
    create: 'Creates an event.',
    read: 'Reads an event.',
    change: 'Changes an event.',
    remove: 'Moves an event to the trash, or deletes it.',
  },
  collapse: async ({ documents, now }, list) => {
    const { filter, moreOf } = await collapsedTranslations(documents, list, toWallClock(now().getTime(), 'UTC'));
    return { filter, membersOf: (event) => collapsedSeriesMember(event, moreOf) };
  },
  metaOf: eventMeta,
  valuesOf: eventValuesOf,
};

/** Returns the sent members of `meta` by other names. */
const renamed = (meta: SentMeta, names: Readonly<Record<string, string>>): ItemValues =>
  withoutUndefined<Record<string, unknown>>(
    Object.fromEntries(Object.entries(names).map(([name, own]) => [own, meta[name]])),
  );

const degrees = (sent: SentMeta[string]): number | null | undefined => {
  if (sent === undefined) return undefined;
  const number = Number(sent);
  return sent === '' || !Number.isFinite(number) ? null : number;
};

const venueWriting = writingOfLinked(linkedVenues);

const venuesAmongPosts = amongPosts(venueKind);

const VENUE_NAMES = {
  _VenueAddress: 'address',
  _VenueCity: 'city',
  _VenueCountry: 'country',
  _VenueProvince: 'province',
  _VenueState: 'state',
  _VenueZip: 'zip',
  _VenuePhone: 'phone',
  _VenueURL: 'website',
  _VenueStateProvince: 'stateprovince',
  _VenueShowMap: 'show_map',
  _VenueShowMapLink: 'show_map_link',
} as const;

export const postVenues: PostKind<VenueFields> = {
  kind: venuesAmongPosts,
  writing: {
    ...venueWriting,
    kind: venuesAmongPosts,
    // the map is not decided unless it is sent
    readFields: (values, reading) => ({
      ...(reading.before === undefined && { showMap: null, showMapLink: null }),
      ...venueWriting.readFields(values, reading),
    }),
  },
  summaries: {
    list: 'Lists venues.',
    create: 'Creates a venue.',
    read: 'Reads a venue.',
    change: 'Changes a venue.',
    remove: 'Moves a venue to the trash, or deletes it.',
  },
  metaOf: venueMeta,
  valuesOf: (meta) => ({
    ...renamed(meta, VENUE_NAMES),
    ...withoutUndefined<Record<string, unknown>>({
      _VenueLat: degrees(meta._VenueLat),
      _VenueLng: degrees(meta._VenueLng),
    }),
  }),
};

const ORGANIZER_NAMES = {
  _OrganizerEmail: 'email',
  _OrganizerPhone: 'phone',
  _OrganizerWebsite: 'website',
} as const;

const organizersAmongPosts = amongPosts(organizerKind);

export const postOrganizers: PostKind<OrganizerFields> = {
  kind: organizersAmongPosts,
  writing: { ...writingOfLinked(linkedOrganizers), kind: organizersAmongPosts },
  summaries: {
    list: 'Lists organizers.',
    create: 'Creates an organizer.',
    read: 'Reads an organizer.',
    change: 'Changes an organizer.',
    remove: 'Moves an organizer to the trash, or deletes it.',
  },
  metaOf: organizerMeta,
  valuesOf: (meta) => renamed(meta, ORGANIZER_NAMES),
};
