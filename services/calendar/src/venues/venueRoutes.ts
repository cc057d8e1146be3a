import type { Route, Values } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { placeJsonLd } from '../events/jsonLd.ts';
import { linkedRoutes } from '../records/linkedRoutes.ts';
import type { Readable } from '../records/readLinked.ts';
import type { Writable } from '../records/writeLinked.ts';
import { linkedVenues } from './linkedVenues.ts';
import type { VenueFields } from './venue.ts';
import { venueArgs } from './venueArgs.ts';
import { venueKind } from './venueKind.ts';
import { venueRecord } from './venueView.ts';

const readable: Readable<VenueFields> = {
  kind: venueKind,
  record: venueRecord,
  jsonLd: placeJsonLd,
  summaries: { list: 'Lists venues.', read: 'Reads a venue.' },
};

const writable: Writable<VenueFields, Values<typeof venueArgs>> = {
  linked: linkedVenues,
  readable,
  args: venueArgs,
  summaries: {
    create: 'Creates a venue.',
    change: 'Changes a venue.',
    trash: 'Puts a venue into the trash.',
  },
};

export const venueRoutes = (calendar: Calendar): Route[] => linkedRoutes(calendar, writable);
