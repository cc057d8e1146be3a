import { anything, type Invalid, integer, invalid, isWebAddress, list, text, type Words } from '@almanac/rest';
import { readableDate } from './dateTexts.ts';
import { imageReference } from './images.ts';
import type { Status } from './record.ts';
import { listedStatuses, writableStatuses } from './statuses.ts';

const withoutType = { type: undefined } as Words;

/** A text that must not be empty; `"0"` counts as empty (docs/interface/calendar.md §10.1). */
export const filled = (description: string) =>
  text({
    description,
    check: (value) => (value.trim() === '' || value.trim() === '0' ? '{name} must not be empty.' : undefined),
  });

/** The name or title of a record on create. */
export const requiredText = (description: string) =>
  text({
    description,
    required: true,
    check: (value) => (value.trim() === '' || value.trim() === '0' ? '{name} must not be empty.' : undefined),
  });

/** Date text or seconds from 1970, described as a text. */
export const dateText = (description: string) =>
  anything({ description, parse: readableDate, words: { type: 'string' } });

/** The same for `start_date` and `end_date` of a new event; a translation has those of its source. */
export const requiredDateText = (description: string) =>
  anything({
    description,
    parse: readableDate,
    required: true,
    requiredUnless: 'translation_of',
    words: { type: 'string' },
  });

/** Truthy text: `"true"`, `"1"`, `"yes"`, `"on"`; anything else is false. */
export const isTruthy = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === 'string' && /^(true|1|yes|on)$/i.test(value.trim()));

/** A web address or nothing. */
export const webAddress = (value: unknown): string | Invalid => {
  if (typeof value !== 'string') return invalid('{name} is not an address.');
  const trimmed = value.trim();
  return trimmed === '' || isWebAddress(trimmed) ? trimmed : invalid('{name} is not an address.');
};

/** A featured image. */
export const imageArg = anything({
  description: 'The id of a stored image, or the address of one to fetch.',
  parse: imageReference,
  default: null,
  words: { type: 'string' },
});

/** The members of every new record that are about its publication. */
export const publicationArgs = {
  author: integer({ description: 'The id of the user who is the author.', minimum: 1 }),
  date: dateText('The publication date, in the time zone given or that of the site.'),
  date_utc: dateText('The publication date in UTC.'),
  status: text({ description: 'The status to store.', enum: writableStatuses, words: { enum: undefined } }),
};

/** The password of a new or changed venue or organizer. */
export const passwordMember = { password: text({ description: 'The password that protects the record.' }) };

/** Links a new record to the one it is a translation of (docs/interface/translation.md §5). */
export const translationArgs = {
  translation_of: integer({
    description:
      'The id of the record that this one translates into the language of the request; what all versions have alike, such as dates, is taken from there.',
    minimum: 1,
  }),
};

const unknownStatus = invalid('{name} has a status that is none.');

/** Statuses as comma text or list. */
export const statusFilter = list(
  anything({
    parse: (value): Status | Invalid =>
      (listedStatuses as readonly unknown[]).includes(value) ? (value as Status) : unknownStatus,
  }),
  {
    description: 'The statuses to list, separated by commas.',
    minItems: 1,
    words: { ...withoutType, items: undefined, minItems: undefined, format: 'string' },
  },
);

/** Page and size of a list; sizes above 50 are lowered. */
export const pagingArgs = (perPage: number | (() => number)) => ({
  page: integer({ description: 'The page of the list.', minimum: 1, default: 1, words: { minimum: undefined } }),
  per_page: integer({
    description: 'How many records a page has; more than 50 are lowered to 50.',
    minimum: 1,
    default: perPage,
    words: { minimum: undefined },
  }),
});

export const LONGEST_PAGE = 50;

/** A search text that is not empty. */
export const searchText = (description: string) =>
  text({
    description,
    check: (value) => (value.trim() === '' || value === '0' ? '{name} must not be empty.' : undefined),
  });

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0;

/** A positive whole number, or its text. */
export const idOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  return isId(number) ? number : undefined;
};

/** Comma text or a list, cut into its pieces; undefined for what is neither. */
export const piecesOf = (value: unknown): unknown[] | undefined => {
  if (Array.isArray(value)) return value.flatMap((item) => (typeof item === 'string' ? commaPieces(item) : [item]));
  if (typeof value === 'string') return commaPieces(value);
  return typeof value === 'number' ? [value] : undefined;
};

const commaPieces = (value: string): string[] =>
  value
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

/** Ids as comma text or list, at least one. */
export const idList = (description: string) =>
  anything({
    description,
    parse: (value): number[] | Invalid => {
      const ids = piecesOf(value)?.map(idOf);
      if (ids === undefined || ids.length === 0) return invalid('{name} is no list of ids.');
      return ids.every((id) => id !== undefined) ? (ids as number[]) : invalid('{name} is no list of ids.');
    },
  });

/** Ids and slugs as comma text or list, at least one. */
export const termList = (description: string) =>
  anything({
    description,
    parse: (value): string[] | Invalid => {
      const pieces = piecesOf(value);
      if (pieces === undefined || pieces.length === 0) return invalid('{name} is no list of ids or slugs.');
      return pieces.every((piece) => typeof piece === 'string' || typeof piece === 'number')
        ? pieces.map(String)
        : invalid('{name} is no list of ids or slugs.');
    },
  });

/** The password of protected records in a list. */
export const listPassword = text({
  description: 'The password of protected records that are to be shown in full.',
});
