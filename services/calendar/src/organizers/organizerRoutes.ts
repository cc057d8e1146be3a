import type { Route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { linkedRoutes } from '../linked-items/linkedRoutes.ts';
import type { Readable } from '../linked-items/readLinked.ts';
import type { Writable } from '../linked-items/writeLinked.ts';
import { linkedOrganizers, organizerArgs } from './linkedOrganizers.ts';
import { type OrganizerFields, organizerKind } from './organizer.ts';
import { organizerRecord, organizerSchema, personJsonLd } from './organizerView.ts';

const readable: Readable<OrganizerFields> = {
  kind: organizerKind,
  record: organizerRecord,
  jsonLd: personJsonLd,
  schema: organizerSchema,
  summaries: { list: 'Lists organizers.', read: 'Reads an organizer.' },
};

const writable: Writable<OrganizerFields> = {
  linked: linkedOrganizers,
  readable,
  args: organizerArgs,
  summaries: {
    create: 'Creates an organizer.',
    change: 'Changes an organizer.',
    trash: 'Moves an organizer to the trash.',
  },
};

export const organizerRoutes = (calendar: Calendar): Route[] => linkedRoutes(calendar, writable);
