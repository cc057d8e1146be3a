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
  slug: plain({ description: 'The slug of the record. Default: a slug made from the title.' }),
  status: plain({ description: 'The status to store.', enum: writableStatuses, words: { default: 'publish' } }),
  author: positiveInteger('The id of the user who is the author.'),
  date: publicationDate('The publication date, in local time of the site.'),
  date_gmt: publicationDate('The publication date in UTC.'),
  featured_media: featuredMedia,
  comment_status: plain({
    description: 'Comments are open or closed.',
    enum: openOrClosed,
    words: { default: 'open' },
  }),
  ping_status: plain({
    description: 'Pings of the record are open or closed.',
    enum: openOrClosed,
    words: { default: 'open' },
  }),
  format: plain({ description: 'The format of the record.', enum: formats, words: { default: 'standard' } }),
  template: plain({ description: 'The template with which clients render the record.', maxLength: 200 }),
};

/** Arguments that only events have. */
export const ownEventArgs = {
  start_date: requiredClock('The start of the event, in local time of its time zone.', [
    'start_date_utc',
    'translation_of',
  ]),
  end_date: requiredClock('The end of the event, in local time of its time zone.', [
    'end_date_utc',
    'duration',
    'translation_of',
  ]),
  start_date_utc: clock('The start of the event in UTC. Ignored if start_date is given.'),
  end_date_utc: clock('The end of the event in UTC. Ignored if end_date is given.'),
  timezone: zone('The time zone of the event. Default: the time zone of the site.'),
  duration: integer({
    description: 'The duration of the event in seconds, if the request has no end.',
    minimum: 0,
    refusedAs: refusals.positive,
  }),
  all_day: boolean({ description: 'True if the event lasts whole days.' }),
  ...argsOf(eventFieldsInOrder, 'calx'),
  cost: eventArgs.cost,
  tags: idList('The tags of the event, by their ids.'),
  cal_events_cat: idList('The categories of the event, by their ids.'),
  venues: idList('The venues of the event, by their ids.'),
  organizers: idList('The organizers of the event, by their ids.'),
};
