import { firstRecord } from '@almanac/content-model';
import { readFirstRecordOfCalendar } from '@almanac/contracts';
import { type Route, route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { eventKind } from '../events/event.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { categoryKind } from '../terms/category.ts';
import { venueKind } from '../venues/venue.ts';

const kinds = [eventKind, venueKind, organizerKind, categoryKind].map(({ aggregate, collection }) => ({
  type: aggregate.category,
  collection,
}));

/** The route by which core reads whether the calendar has a record (docs/interface/translation.md §1). */
export const firstRecordRoute = ({ documents }: Pick<Calendar, 'documents'>): Route =>
  route({
    namespace: 'internal',
    path: '/first-record',
    methods: ['GET'],
    summary: readFirstRecordOfCalendar.description,
    hidden: true,
    args: {},
    permission: ({ principal }) => principal.kind === 'system',
    handle: async () => ({ body: { record: (await firstRecord(documents, kinds)) ?? null } }),
  });
