import {
  absentRecord,
  type RecordEvent,
  type RecordEventTypes,
  type RecordFields,
  type RecordState,
  recordAggregate,
} from '../records/record.ts';

/** The plain texts of an address and how to reach a place. */
export const venueTexts = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone'] as const;

export type VenueTexts = Readonly<Record<(typeof venueTexts)[number], string>>;

export interface VenueFields extends RecordFields, VenueTexts {
  /** State or province, whichever the country has; derived where it is not given. */
  readonly stateProvince: string;
  readonly website: string;
  readonly showMap: boolean;
  readonly showMapLink: boolean;
  /** Degrees; null where nobody has said. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export type VenueState = RecordState & VenueFields;

const absentVenue: VenueState = {
  ...absentRecord,
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

export const venueEventTypes = {
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
} as const satisfies RecordEventTypes;

export type VenueEvent = RecordEvent<typeof venueEventTypes, VenueFields>;

/** A venue: `venue-<id>`. Its name is the title of the record. */
export const venue = recordAggregate<typeof venueEventTypes, VenueFields>({
  category: 'venue',
  eventTypes: venueEventTypes,
  initialState: absentVenue,
  fold: 1,
});

/** State or province of an address that does not say it in one (docs/interface/calendar.md §11). */
export const stateProvinceOf = (address: Pick<VenueTexts, 'country' | 'state' | 'province'>): string => {
  const american = ['', 'us', 'united states'].includes(address.country.trim().toLowerCase());
  return american && address.state !== '' ? address.state : address.province;
};
