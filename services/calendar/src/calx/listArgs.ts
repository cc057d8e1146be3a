import { boolean, cappedInteger, integer, list, text } from '@almanac/rest';
import { MAX_SEARCH_CHARACTERS } from '@almanac/text';
import { listPassword } from '../content-items/itemArgs.ts';
import { refusals } from '../content-items/itemFields.ts';
import { writableStatuses } from '../content-items/statuses.ts';
import { seriesArgs, ticketedArg } from '../events/eventListArgs.ts';
import { dateBound, positiveInteger } from './memberArgs.ts';

const MAX_PAGE_SIZE = 100;

/** Arguments of all lists (docs/interface/calendar-second-generation.md §4). */
const sharedArgs = (perPage: () => number) => ({
  page: cappedInteger({ description: 'The page of the list.', minimum: 1, default: 1, refusedAs: refusals.positive }),
  per_page: integer({
    description: 'The number of records per page.',
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
    default: perPage,
    refusedAs: refusals.positive,
  }),
  search: text({
    description: 'Words that occur in the texts of the record.',
    blankAbsent: true,
    maxLength: MAX_SEARCH_CHARACTERS,
    words: { maxLength: undefined },
  }),
  status: list(text({ enum: writableStatuses }), {
    description: 'The statuses to list, separated by commas.',
    default: ['publish'],
    minItems: 1,
    unique: true,
    words: { minItems: undefined },
  }),
  password: listPassword,
});

const ids = (description: string) =>
  list(integer({ minimum: 1 }), {
    description,
    minItems: 1,
    unique: true,
    refusedAs: refusals.positive,
    words: { items: { type: 'integer' }, minItems: undefined },
  });

const orders = ['date', 'event_date', 'title', 'menu_order', 'modified'] as const;

/** Arguments of the list of events. */
export const eventListArgs = (perPage: () => number) => ({
  ...sharedArgs(perPage),
  start_date: dateBound('Events that start at this time or later.'),
  end_date: dateBound('Events that end at this time or earlier.'),
  starts_before: dateBound('Events that start before this time.'),
  starts_after: dateBound('Events that start after this time.'),
  ends_before: dateBound('Events that end before this time.'),
  ends_after: dateBound('Events that end after this time.'),
  categories: ids('Events in any of these categories.'),
  tags: ids('Events with any of these tags.'),
  venue: ids('Events at any of these venues.'),
  organizer: ids('Events of any of these organizers.'),
  featured: boolean({ description: 'true: only featured events. false: only events that are not featured.' }),
  post_parent: integer({ description: 'Only events whose parent is this event.', refusedAs: refusals.integer }),
  ticketed: ticketedArg,
  ...seriesArgs,
  orderby: text({ description: 'The field by which the list is ordered.', enum: orders, default: 'event_date' }),
  order: text({ description: 'The direction of the order.', enum: ['ASC', 'DESC'], default: 'ASC' }),
});

/** Arguments of the lists of venues and organizers. */
export const linkedListArgs = (perPage: () => number) => ({
  ...sharedArgs(perPage),
  event: positiveInteger('Records that are linked to this event.'),
  has_events: boolean({ description: 'true: only records linked to events. false: only records without events.' }),
  only_with_upcoming: boolean({ description: 'Records that are linked to events that have not ended.' }),
});
