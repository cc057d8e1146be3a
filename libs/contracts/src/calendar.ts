import { z } from 'zod';
import { eventContract, personalContract } from './eventContract.ts';
import {
  author,
  changed,
  erased,
  group,
  id,
  instant,
  language,
  onlyId,
  recordFacts,
  slug,
  status,
  texts,
  title,
} from './facts.ts';
import { refusedTranslation, writtenTranslation } from './sources.ts';

/** A local date and time without a zone. */
const wallClock = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);

/**
 * Members of an event that resolving, embedding, redirecting and lists of coming events need. Older published events
 * lack the members from `startClock` on.
 */
export const eventFacts = recordFacts.extend({
  start: instant.meta({ description: 'When it starts, UTC.' }),
  end: instant.meta({ description: 'When it ends, UTC.' }),
  startClock: wallClock.meta({ description: 'When it starts, as clocks of its own zone show it.' }),
  endClock: wallClock.meta({ description: 'When it ends, as clocks of its own zone show it.' }),
  allDay: z.boolean().meta({ description: 'It takes whole days; its times are not shown.' }),
  hidden: z.boolean().meta({ description: 'It is left out of lists.' }),
  tags: z.array(id).meta({ description: 'The ids of its tags.' }),
  languages: z.array(z.string()).meta({ description: 'The languages in whose lists it shows.' }),
});
export type EventFacts = z.infer<typeof eventFacts>;

/** Members of a venue that resolving, embedding and redirecting need. */
export const venueFacts = recordFacts;

/** Members of an organizer that resolving, embedding and redirecting need. */
export const organizerFacts = recordFacts;

/** Members of a category. Its public address follows from its slug and those of its ancestors. */
export const categoryFacts = z.object({
  id,
  name: z.string().min(1),
  slug,
  description: z.string(),
  parent: z.int().nonnegative().meta({ description: 'The category above it; 0 at the top.' }),
  language,
  group,
  texts,
});

/** The state of a record when it was moved to the trash. Restoring it publishes a `…-changed` event with its status. */
const trashed = z.object({
  id,
  from: status.meta({ description: 'The status that it had.' }),
  slug: slug.meta({ description: 'The slug that it has in the trash.' }),
});

export const eventChanged = eventContract(
  'calendar.event-changed.v1',
  'An event was made, changed or restored.',
  changed(eventFacts),
);
export const eventTrashed = eventContract('calendar.event-trashed.v1', 'An event went to the trash.', trashed);
export const eventDeleted = eventContract('calendar.event-deleted.v1', 'An event is gone for good.', onlyId);
export const venueChanged = eventContract(
  'calendar.venue-changed.v1',
  'A venue was made, changed or restored.',
  changed(venueFacts),
);
export const venueTrashed = eventContract('calendar.venue-trashed.v1', 'A venue went to the trash.', trashed);
export const venueDeleted = eventContract('calendar.venue-deleted.v1', 'A venue is gone for good.', onlyId);
/** The digests of an organizer's texts are personal too: a name is short enough to be guessed from its digest. */
export const organizerChanged = personalContract(
  'calendar.organizer-changed.v1',
  'An organizer was made, changed or restored.',
  changed(organizerFacts),
  { members: ['title', 'slug', 'path', 'texts'] },
);
export const organizerTrashed = personalContract(
  'calendar.organizer-trashed.v1',
  'An organizer went to the trash.',
  trashed,
  { members: ['slug'] },
);
export const organizerDeleted = eventContract(
  'calendar.organizer-deleted.v1',
  'An organizer is gone for good.',
  onlyId,
);
export const categoryChanged = eventContract(
  'calendar.category-changed.v1',
  'A category of events was made or changed.',
  changed(categoryFacts),
);
export const categoryDeleted = eventContract(
  'calendar.category-deleted.v1',
  'A category of events is gone; records lose it.',
  onlyId,
);

const recurrenceValues = z.array(z.string());

/** Members of a series that a copy of its rules needs. Each occurrence has events of its own (`calendar.event-…`). */
export const seriesChanged = eventContract(
  'calendar.series-changed.v1',
  'A series of events was made or changed.',
  changed(
    z.object({
      id,
      status,
      language,
      title,
      author,
      recurrence: z
        .object({ rules: recurrenceValues, rdates: recurrenceValues, exdates: recurrenceValues })
        .meta({ description: 'Rules, added and excluded dates, as values of RFC 5545.' }),
      start: wallClock.meta({ description: 'The first start, local time in the zone.' }),
      timezone: z.string().meta({ description: 'The zone of the series.' }),
      allDay: z.boolean().meta({ description: 'Occurrences take whole days.' }),
    }),
  ),
);
export const seriesDeleted = eventContract(
  'calendar.series-deleted.v1',
  'A series of events is gone; its occurrences go to the trash or are deleted.',
  onlyId,
);

/** Its address is left out: addresses of feeds are often secrets. */
export const followedFeedChanged = eventContract(
  'calendar.followed-feed-changed.v1',
  'A followed feed was made or changed, is failing, or no longer is.',
  changed(
    z.object({
      id,
      name: z.string().meta({ description: 'The name of the feed.' }),
      paused: z.boolean().meta({ description: 'It runs only when somebody asks for it.' }),
      problem: z.string().nullable().meta({ description: 'Why it is failing, in English; null if it is not.' }),
    }),
  ),
);
export const followedFeedDeleted = eventContract(
  'calendar.followed-feed-deleted.v1',
  'A feed is no longer followed. Its events stay.',
  onlyId,
);

/** Nothing about the sender is in it; a letter about it is read from the calendar (`calendar.read-letter`). */
export const suggestionChanged = eventContract(
  'calendar.suggestion-changed.v1',
  'A visitor has suggested an event, or an editor has published or declined a suggestion.',
  z.object({
    id: id.meta({ description: 'The id of the suggestion and of its event.' }),
    state: z.enum(['received', 'published', 'declined']),
  }),
);

export const calendarErased = eventContract(
  'calendar.erased.v1',
  'What is personal of a record was erased for good: copies drop theirs.',
  erased,
);

export const calendarTranslationWritten = personalContract(
  'calendar.translation-written.v1',
  'A finished translation was written: it is a version of its source.',
  writtenTranslation,
  {
    members: ['path'],
    personOf: ({ data }) => {
      const { source, id: version } = data;
      return source.type === 'post_cal_organizer' ? `organizer-${version}` : undefined;
    },
  },
);
export const calendarTranslationRefused = eventContract(
  'calendar.translation-refused.v1',
  'A finished translation cannot be written.',
  refusedTranslation,
);

export const calendarTranslationEvents = [calendarTranslationWritten, calendarTranslationRefused] as const;

export const calendarEvents = [
  eventChanged,
  eventTrashed,
  eventDeleted,
  venueChanged,
  venueTrashed,
  venueDeleted,
  organizerChanged,
  organizerTrashed,
  organizerDeleted,
  categoryChanged,
  categoryDeleted,
  seriesChanged,
  seriesDeleted,
  followedFeedChanged,
  followedFeedDeleted,
  suggestionChanged,
  calendarErased,
  ...calendarTranslationEvents,
] as const;
