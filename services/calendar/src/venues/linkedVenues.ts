import type { Values } from '@almanac/rest';
import type { LinkedKind } from '../records/linkedWriting.ts';
import type { VenueFields } from './venue.ts';
import type { venueArgs } from './venueArgs.ts';
import { completeAddress, venueFields } from './venueFields.ts';
import { venueKind } from './venueKind.ts';

/** Venues as events link them. */
export const linkedVenues: LinkedKind<VenueFields, Values<typeof venueArgs>> = {
  kind: venueKind,
  argument: 'venue',
  fields: venueFields,
  derive: completeAddress,
};
