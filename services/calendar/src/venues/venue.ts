import { contentTexts, defaultsOf, type StoredFields } from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import type { WrittenRecord } from '@almanac/service';
import { plainText } from '@almanac/text';
import {
  absentItem,
  type ItemEvent,
  type ItemFields,
  type ItemState,
  itemAggregate,
  itemEventTypes,
} from '../content-items/contentItem.ts';
import { itemFields } from '../content-items/itemFields.ts';
import { itemKind, type LinkedKindNames } from '../content-items/itemKind.ts';
import { writtenItem } from '../content-items/writtenItem.ts';
import { venueFields } from './venueFields.ts';

const fields = { ...itemFields('venue', plainText), ...venueFields };

export interface VenueFields extends ItemFields, StoredFields<typeof venueFields> {}

export type VenueState = ItemState & VenueFields;

const eventTypes = itemEventTypes('Venue');

export type VenueEvent = ItemEvent<typeof eventTypes, VenueFields>;

/** A venue: `venue-<id>`. Its name is the title of the record. */
const venue = itemAggregate<VenueFields>({
  category: 'venue',
  eventTypes,
  fields,
  initialState: { ...absentItem, ...defaultsOf(fields) },
});

/** Returns the state or province of an address without that field (docs/interface/calendar.md §11). */
export const stateProvinceOf = (address: Pick<VenueFields, 'country' | 'state' | 'province'>): string => {
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
    ['image'],
    ['group'],
    ['status', 'dateUtc'],
    ['password'],
    ['sortTitle'],
    ['modifiedUtc'],
    ['slug'],
  ],
  arrays: ['languages', 'mediaInTexts'],
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

export const venueKind = itemKind<VenueFields, LinkedKindNames>({
  fields,
  aggregate: venue,
  eventTypes,
  collection: venues,
  type: 'cal_venue',
  noun: 'venue',
  plural: 'venues',
  titleMember: 'venue',
  texts: contentTexts(plainText),
});

/** A venue as operators see and restore it. */
export const writtenVenue: WrittenRecord<VenueState> = writtenItem(venueKind, venueFields);

/** Returns the address of a venue in one line. */
export const placeText = ({ address, city, stateProvince, zip, country }: VenueState): string =>
  [address, city, [stateProvince, zip].filter(Boolean).join(' '), country].filter(Boolean).join(', ');

/**
 * Returns the address of a map with the venue; empty if its place is unknown.
 * @param search the site's setting `map_search`, to which the place is appended
 */
export const mapAddress = (venue: VenueState, search: string): string => {
  const { address, city, stateProvince, zip, country, latitude, longitude } = venue;
  const parts = [address, city, stateProvince, zip, country].filter(Boolean).join(' ');
  const point = latitude === null || longitude === null ? '' : `${latitude},${longitude}`;
  const place = parts || point;
  return place === '' ? '' : `${search}${new URLSearchParams({ place }).toString().slice('place='.length)}`;
};
