import { z } from 'zod';
import { contractsAskedBy, noMembers } from './internalContract.ts';

const internalContract = contractsAskedBy('core');

// Requests of core's pages to the calendar. For a search: the events with its words.

const foundEvents = z.object({
  total: z.int(),
  events: z.array(
    z.object({
      title: z.string(),
      url: z.string(),
      language: z.string(),
      start: z.string(),
      all_day: z.boolean(),
    }),
  ),
});

export const searchEventsOfCalendar = internalContract('calendar.search-events', {
  method: 'GET',
  path: '/internal/found-events',
  description: 'Finds the next and the latest past events that visitors see, for the page of a search.',
  request: z.object({ search: z.string() }),
  answer: z.object({ upcoming: foundEvents, past: foundEvents }),
});

export const readFirstRecordOfCalendar = internalContract('calendar.read-first-record', {
  method: 'GET',
  path: '/internal/first-record',
  description: 'Names a record of the calendar; the default language of a site changes only while there is none.',
  request: noMembers,
  answer: z.object({ record: z.object({ type: z.string(), id: z.int() }).nullable() }),
});

export const calendarInternals = [searchEventsOfCalendar, readFirstRecordOfCalendar] as const;
