import { z } from 'zod';
import { ownMembers } from '../content-items/itemSchema.ts';
import { linkedMembers } from '../linked-items/linkedSchema.ts';

/** An organizer within an event (docs/interface/calendar.md §5.3). */
export const organizerWithin = z
  .strictObject({ ...linkedMembers, organizer: z.string().optional(), email: z.string().optional() })
  .meta({ id: 'OrganizerOfEvent' });

/** An organizer by itself and in lists. */
export const organizerSchema = z.strictObject({ ...organizerWithin.shape, ...ownMembers }).meta({ id: 'Organizer' });
