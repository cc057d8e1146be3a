import { z } from 'zod';
import { contractsAskedBy, noMembers } from './internalContract.ts';

const internalContract = contractsAskedBy('core');

// Requests of core's pages to the calendar. For writing, in the name of the user: the stored fields of records; changes
// go to the routes of `cal/events/v1` (consoleEvents.ts). For a search: the events with its words.

const kind = z.enum(['event', 'venue', 'organizer']);
const named = z.object({ id: z.int(), name: z.string() });
const status = z.enum(['publish', 'pending', 'draft', 'future', 'private', 'trash']);

export const listWrittenOfCalendar = internalContract('calendar.list-written', {
  method: 'POST',
  path: '/internal/written-records/list',
  description: 'Lists the records of a kind, in the language of the request, that the caller may read, newest first.',
  request: z.object({
    kind,
    status: status.optional().meta({ description: 'Without it all but those in the trash.' }),
    search: z.string().max(200).optional(),
    mine: z.boolean().meta({ description: 'Whether only those of the caller are listed.' }),
    page: z.int().min(1).max(1_000_000),
    per_page: z.int().min(1).max(100),
  }),
  answer: z.object({
    records: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        status: z.string(),
        url: z.string().meta({ description: 'Of its page.' }),
        modified_utc: z.string().nullable(),
        start: z.string().nullable().meta({ description: 'Of an event, on its clocks.' }),
      }),
    ),
    total: z.int(),
  }),
});

export const readWrittenOfCalendar = internalContract('calendar.read-written', {
  method: 'POST',
  path: '/internal/written-records/read',
  description: 'Reads the writable members of a record that the caller may edit, as stored.',
  request: z.object({ kind, id: z.int().min(1) }),
  answer: z.object({
    id: z.int(),
    language: z.string(),
    url: z.string(),
    members: z.record(z.string(), z.unknown()).meta({ description: 'By the names of `cal/events/v1`.' }),
    cost: z.string().meta({ description: 'As it is shown.' }),
    tags: z.array(named),
    linked: z
      .array(named)
      .default([])
      .meta({ description: 'The venues and organizers that it names, as far as the caller may see them.' }),
    translations: z
      .record(z.string(), z.int())
      .default({})
      .meta({ description: 'The ids of its versions by language, its own included.' }),
  }),
});

export const findEventsOfCalendar = internalContract('calendar.find-events', {
  method: 'GET',
  path: '/cal/events/v1/events',
  description: 'Finds events for the page of a search.',
  request: z.object({
    search: z.string(),
    per_page: z.int().min(1).max(50),
    ends_after: z.literal('now'),
    strict_dates: z.literal(true),
  }),
  answer: z.object({
    total: z.int(),
    events: z.array(z.object({ title: z.string(), url: z.string(), start_date: z.string(), all_day: z.boolean() })),
  }),
});

export const readFirstRecordOfCalendar = internalContract('calendar.read-first-record', {
  method: 'GET',
  path: '/internal/first-record',
  description: 'Names a record of the calendar; the default language of a site changes only while there is none.',
  request: noMembers,
  answer: z.object({ record: z.object({ type: z.string(), id: z.int() }).nullable() }),
});

export const calendarInternals = [
  listWrittenOfCalendar,
  readWrittenOfCalendar,
  findEventsOfCalendar,
  readFirstRecordOfCalendar,
] as const;
