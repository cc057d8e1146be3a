import { contentTexts, fieldMember, type TranslatedField } from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import { plainText } from '@almanac/text';
import {
  absentItem,
  type ItemEvent,
  type ItemEventTypes,
  type ItemFields,
  type ItemState,
  itemAggregate,
} from '../content-items/contentItem.ts';
import { itemKind, type LinkedKindNames } from '../content-items/itemKind.ts';
import { storedAddress } from '../requestArgs.ts';

/** The plain texts of an address, and how to reach the venue. */
export const venueTexts = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone'] as const;

export type VenueTexts = Readonly<Record<(typeof venueTexts)[number], string>>;

export interface VenueFields extends ItemFields, VenueTexts {
  /** State or province, whichever the country has; derived where it is not given. */
  readonly stateProvince: string;
  readonly website: string;
  readonly showMap: boolean;
  readonly showMapLink: boolean;
  /** Degrees; null where they are not known. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export type VenueState = ItemState & VenueFields;

const absentVenue: VenueState = {
  ...absentItem,
  address: '',
  city: '',
  country: '',
  province: '',
  state: '',
  zip: '',
  phone: '',
  stateProvince: '',
  website: '',
  showMap: true,
  showMapLink: true,
  latitude: null,
  longitude: null,
};

const venueEventTypes = {
  created: 'VenueCreated',
  changed: 'VenueChanged',
  published: 'VenuePublished',
  scheduled: 'VenueScheduled',
  statusChanged: 'VenueStatusChanged',
  trashed: 'VenueTrashed',
  restored: 'VenueRestored',
  placedInTranslationGroup: 'VenuePlacedInTranslationGroup',
  listingLanguagesChanged: 'VenueListingLanguagesChanged',
  deleted: 'VenueDeleted',
  erased: 'VenueErased',
} as const satisfies ItemEventTypes;

export type VenueEvent = ItemEvent<typeof venueEventTypes, VenueFields>;

/** A venue: `venue-<id>`. Its name is the title of the record. */
const venue = itemAggregate<typeof venueEventTypes, VenueFields>({
  category: 'venue',
  eventTypes: venueEventTypes,
  initialState: absentVenue,
  projectionVersion: 2,
});

/** State or province of an address that does not say it in one (docs/interface/calendar.md §11). */
export const stateProvinceOf = (address: Pick<VenueTexts, 'country' | 'state' | 'province'>): string => {
  const american = ['', 'us', 'united states'].includes(address.country.trim().toLowerCase());
  return american && address.state !== '' ? address.state : address.province;
};

export const venues: Collection = {
  name: 'venues',
  projectionVersion: venue.projectionVersion,
  indexes: [
    ['status', 'language', 'date'],
    ['languages', 'status', 'date'],
    ['language', 'date'],
    ['latitude'],
    ['author'],
    ['status', 'dateUtc'],
    ['password'],
  ],
  arrays: ['languages'],
  texts: [
    'title',
    'content',
    'excerpt',
    'address',
    'city',
    'province',
    'state',
    'stateProvince',
    'country',
    'zip',
    'phone',
  ],
};

/** State or province; what follows from it goes along where it is copied. */
const regionField = (name: string, member: 'province' | 'state'): TranslatedField<VenueFields> => ({
  ...fieldMember<VenueFields>(name, member, plainText),
  copy: (from) => ({ [member]: from[member], stateProvince: from.stateProvince }),
});

export const venueKind = itemKind<VenueFields, LinkedKindNames>({
  aggregate: venue,
  eventTypes: venueEventTypes,
  collection: venues,
  type: 'cal_venue',
  noun: 'venue',
  plural: 'venues',
  titleMember: 'venue',
  messages: {
    notFound: 'Venue with ID {id} does not exist.',
    slugNotFound: 'Venue with slug {slug} does not exist.',
    notAccessible: 'The venue is not accessible.',
    inTrash: 'The venue is already in the trash.',
    pageNotFound: 'The requested page of venues does not exist.',
  },
  copied: ['zip', 'phone', 'country', 'showMap', 'showMapLink', 'latitude', 'longitude'],
  translated: [
    ...contentTexts(plainText),
    fieldMember('_VenueAddress', 'address', plainText),
    fieldMember('_VenueCity', 'city', plainText),
    regionField('_VenueProvince', 'province'),
    regionField('_VenueState', 'state'),
    fieldMember('_VenueURL', 'website', storedAddress),
  ],
});

/** The address of a venue in one line. */
export const placeText = ({ address, city, stateProvince, zip, country }: VenueState): string =>
  [address, city, [stateProvince, zip].filter(Boolean).join(' '), country].filter(Boolean).join(', ');

/** The address of a map with the venue; empty where nothing is known of its place. */
export const mapAddress = (venue: VenueState): string => {
  const { latitude, longitude } = venue;
  if (latitude !== null && longitude !== null) {
    return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
  }
  const place = placeText(venue);
  return place === '' ? '' : `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`;
};
