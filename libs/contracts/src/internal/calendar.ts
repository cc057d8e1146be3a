import { z } from 'zod';
import { contractsAskedBy, noMembers } from './internalContract.ts';

const internalContract = contractsAskedBy('core');

// Requests of core's pages to the calendar. For a search: the events with its words.

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

export const calendarInternals = [findEventsOfCalendar, readFirstRecordOfCalendar] as const;
