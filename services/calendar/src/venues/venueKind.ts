import type { Collection } from '@almanac/documents';
import { type LinkedKindNames, recordKind } from '../records/recordKind.ts';
import { type VenueFields, venue, venueEventTypes } from './venue.ts';

export const venues: Collection = {
  name: 'venues',
  fold: venue.fold,
  indexes: [
    ['status', 'language', 'date'],
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

export const venueKind = recordKind<VenueFields, LinkedKindNames>({
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
});
