import { z } from 'zod';
import { ownMembers } from '../content-items/itemSchema.ts';
import { linkedMembers } from '../linked-items/linkedSchema.ts';

const text = z.string().optional();

/** A venue within an event (docs/interface/calendar.md §5.2). */
export const venueWithin = z
  .strictObject({
    ...linkedMembers,
    venue: text,
    address: text,
    city: text,
    country: text,
    province: text,
    state: text,
    zip: text,
    stateprovince: text,
    geo_lat: z.number().optional(),
    geo_lng: z.number().optional(),
    show_map: z.boolean().nullable(),
    show_map_link: z.boolean().nullable(),
  })
  .meta({ id: 'VenueOfEvent' });

/** A venue by itself and in lists. */
export const venueSchema = z.strictObject({ ...venueWithin.shape, ...ownMembers }).meta({ id: 'Venue' });
