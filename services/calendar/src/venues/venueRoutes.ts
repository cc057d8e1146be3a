import type { Route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { linkedRoutes } from '../linked-items/linkedRoutes.ts';
import type { Readable } from '../linked-items/readLinked.ts';
import type { Writable } from '../linked-items/writeLinked.ts';
import { linkedVenues, venueArgs } from './linkedVenues.ts';
import { type VenueFields, venueKind } from './venue.ts';
import { placeJsonLd, venueRecord, venueSchema } from './venueView.ts';

const readable: Readable<VenueFields> = {
  kind: venueKind,
  record: venueRecord,
  jsonLd: placeJsonLd,
  schema: venueSchema,
  summaries: { list: 'Lists venues.', read: 'Reads a venue.' },
};

const writable: Writable<VenueFields> = {
  linked: linkedVenues,
  readable,
  args: venueArgs,
  summaries: {
    create: 'Creates a venue.',
    change: 'Changes a venue.',
    trash: 'Moves a venue to the trash.',
  },
};

export const venueRoutes = (calendar: Calendar): Route[] => linkedRoutes(calendar, writable);
