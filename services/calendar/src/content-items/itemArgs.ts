import { anything, type Invalid, integer, invalid, list, type SchemaKeywords, text } from '@almanac/rest';
import type { Status } from './contentItem.ts';
import { readableDate } from './dateTexts.ts';
import { listedStatuses, writableStatuses } from './statuses.ts';

const withoutType: SchemaKeywords = { type: undefined };

/** Date text or seconds from 1970, described as a text. */
const dateText = (description: string) => anything({ description, parse: readableDate, words: { type: 'string' } });

/** A required date text for `start_date` and `end_date` of a new event; a translation has those of its source. */
export const requiredDateText = (description: string) =>
  anything({
    description,
    parse: readableDate,
    required: true,
    requiredUnless: 'translation_of',
    words: { type: 'string' },
  });

/** The publication arguments of every new record. */
export const publicationArgs = {
  author: integer({ description: 'The id of the user who is the author.', minimum: 1 }),
  date: dateText('The publication date, in the given time zone or in the time zone of the site.'),
  date_utc: dateText('The publication date in UTC.'),
  status: text({ description: 'The status to store.', enum: writableStatuses, words: { enum: undefined } }),
};

/** The password of a new or changed venue or organizer. */
export const passwordMember = { password: text({ description: 'The password that protects the record.' }) };

const unknownStatus = invalid('{name} contains an unknown status.');

/** Statuses as comma text or list. */
export const statusFilter = list(
  anything({
    parse: (value): Status | Invalid => listedStatuses.find((status) => status === value) ?? unknownStatus,
  }),
  {
    description: 'The statuses to list, separated by commas.',
    minItems: 1,
    words: { ...withoutType, items: undefined, minItems: undefined, format: 'string' },
  },
);

/** The password of protected records in a list. */
export const listPassword = text({
  description: 'The password with which protected records are shown in full.',
  queryOnly: true,
});

/** The password that opens a protected record. */
export const readPassword = text({ description: 'The password of a protected record.', queryOnly: true });
