import { schemasOf } from '@almanac/content-model';
import { linkedSchemas } from '../linked-items/linkedSchema.ts';
import { organizerFields } from './organizerFields.ts';

/** Organizers within an event, and by themselves (docs/interface/calendar.md §5.3). */
export const { within: organizerWithin, alone: organizerSchema } = linkedSchemas(
  'Organizer',
  'organizer',
  schemasOf(organizerFields, 'v1'),
);
