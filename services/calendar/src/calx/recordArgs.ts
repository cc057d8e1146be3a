import { argsOf } from '@almanac/content-model';
import { boolean, integer, text as plain } from '@almanac/rest';
import { refusals } from '../content-items/itemFields.ts';
import { writableStatuses } from '../content-items/statuses.ts';
import { eventArgs } from '../events/eventArgs.ts';
import { eventFieldsInOrder } from './eventView.ts';
import {
  clock,
  featuredMedia,
  idList,
  positiveInteger,
  publicationDate,
  requiredClock,
  requiredTitle,
  text,
  zone,
} from './memberArgs.ts';

const openOrClosed = ['open', 'closed'] as const;

/** The formats that clients may send; they are stored, but this site does not use them. */
const formats = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'] as const;

/** Arguments of every kind of record (docs/interface/calendar-second-generation.md §6). */
export const commonArgs = {
  title: requiredTitle('The title of the record.'),
  content: text('The content of the record.'),
  excerpt: text('The excerpt of the record.'),
  slug: plain({ description: 'The slug of the record; empty for one made of the title.' }),
  status: plain({ description: 'The status to store.', enum: writableStatuses, words: { default: 'publish' } }),
  author: positiveInteger('The id of the user who is the author.'),
  date: publicationDate('The publication date, on the clocks of the site.'),
  date_gmt: publicationDate('The publication date in UTC.'),
  featured_media: featuredMedia,
  comment_status: plain({
    description: 'Whether comments are open.',
    enum: openOrClosed,
    words: { default: 'open' },
  }),
  ping_status: plain({
    description: 'Whether the record can be pinged.',
    enum: openOrClosed,
    words: { default: 'open' },
  }),
  format: plain({ description: 'The format of the record.', enum: formats, words: { default: 'standard' } }),
  template: plain({ description: 'The template that clients show the record with.', maxLength: 200 }),
};

/** Arguments that only events have. */
export const ownEventArgs = {
  start_date: requiredClock('When the event starts, on the clocks of its time zone.', [
    'start_date_utc',
    'translation_of',
  ]),
  end_date: requiredClock('When the event ends, on the clocks of its time zone.', [
    'end_date_utc',
    'duration',
    'translation_of',
  ]),
  start_date_utc: clock('When the event starts, in UTC; start_date wins.'),
  end_date_utc: clock('When the event ends, in UTC; end_date wins.'),
  timezone: zone('The time zone of the event; without one that of the site.'),
  duration: integer({
    description: 'How long the event lasts, in seconds, where its end is not sent.',
    minimum: 0,
    refusedAs: refusals.positive,
  }),
  all_day: boolean({ description: 'Whether the event lasts whole days.' }),
  ...argsOf(eventFieldsInOrder, 'calx'),
  cost: eventArgs.cost,
  tags: idList('The tags of the event, by their ids.'),
  cal_events_cat: idList('The categories of the event, by their ids.'),
  venues: idList('The venues of the event, by their ids.'),
  organizers: idList('The organizers of the event, by their ids.'),
};
