import type { Route, Values } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { personJsonLd } from '../events/jsonLd.ts';
import { linkedRoutes } from '../records/linkedRoutes.ts';
import type { Readable } from '../records/readLinked.ts';
import type { Writable } from '../records/writeLinked.ts';
import { linkedOrganizers } from './linkedOrganizers.ts';
import type { OrganizerFields } from './organizer.ts';
import { organizerArgs } from './organizerArgs.ts';
import { organizerKind } from './organizerKind.ts';
import { organizerRecord } from './organizerView.ts';

const readable: Readable<OrganizerFields> = {
  kind: organizerKind,
  record: organizerRecord,
  jsonLd: personJsonLd,
  summaries: { list: 'Lists organizers.', read: 'Reads an organizer.' },
};

const writable: Writable<OrganizerFields, Values<typeof organizerArgs>> = {
  linked: linkedOrganizers,
  readable,
  args: organizerArgs,
  summaries: {
    create: 'Creates an organizer.',
    change: 'Changes an organizer.',
    trash: 'Puts an organizer into the trash.',
  },
};

export const organizerRoutes = (calendar: Calendar): Route[] => linkedRoutes(calendar, writable);
