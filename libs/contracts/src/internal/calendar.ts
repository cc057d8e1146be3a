import { z } from 'zod';
import { contractsAskedBy, noMembers } from './internalContract.ts';
import { mediumUses, namedMedium } from './mediumUses.ts';

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
      dates: z
        .object({ count: z.int(), url: z.string() })
        .nullable()
        .default(null)
        .meta({ description: 'The found dates of a series, of which this event is the nearest; null for one date.' }),
    }),
  ),
});

export const searchEventsOfCalendar = internalContract('calendar.search-events', {
  method: 'GET',
  path: '/internal/found-events',
  description:
    'Finds the next and the latest past events that visitors see, one for each series, for the page of a search.',
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

const recipient = z.union([
  z.object({ user: z.int().meta({ description: 'The id of a user.' }) }),
  z.object({ capability: z.string().meta({ description: 'All users who have this capability.' }) }),
  z.object({ address: z.string().meta({ description: 'The mail address of a person without an account.' }) }),
]);

export const readLetterOfCalendar = internalContract('calendar.read-letter', {
  method: 'POST',
  path: '/internal/letter',
  description: 'Writes the mail about a record; null if there is no longer a reason for it.',
  request: z.object({
    about: z.enum([
      'feed-failing',
      'suggestion-waiting',
      'suggestion-received',
      'suggestion-published',
      'suggestion-declined',
    ]),
    id: z.int().meta({ description: 'The id of the record.' }),
    base_url: z.string().max(500).meta({ description: 'The public address of the site, without a slash at its end.' }),
  }),
  answer: z.object({
    letter: z.object({ to: recipient, subject: z.string(), text: z.string() }).nullable(),
  }),
});

export const findMediumUsesOfCalendar = internalContract('calendar.find-medium-uses', {
  method: 'POST',
  path: '/internal/medium-uses',
  description: 'Finds the events, venues and organizers that use a medium, as far as the caller may know of them.',
  request: namedMedium,
  answer: mediumUses,
});

export const calendarInternals = [
  searchEventsOfCalendar,
  readFirstRecordOfCalendar,
  readLetterOfCalendar,
  findMediumUsesOfCalendar,
] as const;
