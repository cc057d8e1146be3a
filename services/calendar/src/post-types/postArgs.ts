import { metaArg, missingVersionArg } from '@almanac/content-model';
import { boolean, cappedInteger, dateTime, integer, list, type SchemaKeywords, text } from '@almanac/rest';
import { MAX_SEARCH_CHARACTERS } from '@almanac/text';
import { featuredMedia, idList, publicationDate, requiredTitle, text as shown } from '../calx/memberArgs.ts';
import { readPassword } from '../content-items/itemArgs.ts';
import { listedStatuses, writableStatuses } from '../content-items/statuses.ts';
import { unmarkedIdArgs } from '../requestArgs.ts';

export const contextArg = text({
  enum: ['view', 'embed', 'edit'],
  default: 'view',
  description: 'The context, which determines the members of the answer: view, embed or edit.',
});

const ids = (description: string) => list(integer(), { default: [], description });

const ORDERS = ['date', 'id', 'include', 'title', 'slug', 'modified', 'author'] as const;

/** Arguments of every list of records in the form of posts. */
export const listArgs = {
  ...missingVersionArg,
  context: contextArg,
  page: cappedInteger({ minimum: 1, default: 1, description: 'The page of the list.' }),
  per_page: integer({ minimum: 1, maximum: 100, default: 10, description: 'The number of records per page.' }),
  offset: cappedInteger({ minimum: 0, description: 'The number of records to skip.' }),
  search: text({
    description: 'Words that occur in the texts of the record.',
    blankAbsent: true,
    maxLength: MAX_SEARCH_CHARACTERS,
    words: { maxLength: undefined },
  }),
  after: dateTime({ description: 'Only records published after this moment.' }),
  before: dateTime({ description: 'Only records published before this moment.' }),
  modified_after: dateTime({ description: 'Only records changed after this moment.' }),
  modified_before: dateTime({ description: 'Only records changed before this moment.' }),
  author: ids('Only records of these users.'),
  author_exclude: ids('No records of these users.'),
  include: ids('Only records with these ids.'),
  exclude: ids('No records with these ids.'),
  slug: list(text(), { description: 'Only records with one of these slugs.' }),
  status: list(text({ enum: [...listedStatuses, 'any'] }), {
    default: ['publish'],
    description: 'Only records with one of these statuses.',
  }),
  order: text({ enum: ['asc', 'desc'], default: 'desc', description: 'The direction of the order: asc or desc.' }),
  orderby: text({ enum: ORDERS, default: 'date', description: 'The field by which the list is ordered.' }),
};

/** Arguments of the list of events. */
export const termListArgs = {
  tags: ids('Only events with one of these tags.'),
  tags_exclude: ids('No events with one of these tags.'),
  cal_events_cat: ids('Only events in one of these categories.'),
  cal_events_cat_exclude: ids('No events in one of these categories.'),
  collapse_series: boolean({
    description: 'True to list only the next occurrence of each series, and occurrences with texts of their own.',
    default: false,
  }),
};

const textWords: SchemaKeywords = {
  type: ['string', 'object'],
  properties: {
    raw: { type: 'string', description: 'As stored.' },
    rendered: { type: 'string', description: 'As displayed; it cannot be written.' },
  },
};

/** Members of a record that clients write. */
export const writeArgs = {
  title: requiredTitle('The title of the record.', textWords),
  content: shown('The content of the record.', textWords),
  excerpt: shown('The excerpt of the record.', textWords),
  slug: text({ description: 'The slug of the record. Default: a slug made from the title.', apartFromPath: true }),
  status: text({ enum: writableStatuses, description: 'The status of the record.' }),
  author: integer({ minimum: 1, description: 'The id of the user who is the author.' }),
  date: publicationDate('The publication date, in local time of the site.'),
  date_gmt: publicationDate('The publication date in UTC.'),
  password: text({ description: 'The password that protects the record.' }),
  featured_media: featuredMedia,
  template: text({ description: 'The template with which clients render the record.', maxLength: 200 }),
  meta: metaArg,
};

/** The terms of an event. */
export const termArgs = {
  tags: idList('The tags of the event, by their ids.'),
  cal_events_cat: idList('The categories of the event, by their ids.'),
};

export const readArgs = { ...unmarkedIdArgs, context: contextArg, password: readPassword };

export const removeArgs = {
  ...unmarkedIdArgs,
  force: boolean({ description: 'Deletes the record permanently instead of moving it to the trash.', default: false }),
};
