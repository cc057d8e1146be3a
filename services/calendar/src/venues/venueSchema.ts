import { schemasOf } from '@almanac/content-model';
import { linkedSchemas } from '../linked-items/linkedSchema.ts';
import { venueFields } from './venueFields.ts';

/** Venues within an event, and by themselves (docs/interface/calendar.md §5.2). */
export const { within: venueWithin, alone: venueSchema } = linkedSchemas(
  'Venue',
  'venue',
  schemasOf(venueFields, 'v1'),
);
