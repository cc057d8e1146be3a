import { isWallClock, isZone } from '@almanac/dates';
import {
  anything,
  type Invalid,
  integer,
  invalid,
  isDateTime,
  isObject,
  type SchemaKeywords,
  wrongType,
} from '@almanac/rest';
import { readableDate } from '../content-items/dateTexts.ts';
import { refusals } from '../content-items/itemFields.ts';
import { idOf, memberId, piecesOf } from '../requestArgs.ts';

/** A whole number from 1, as a number or its text. */
export const positiveInteger = (description: string) =>
  integer({ description, minimum: 1, refusedAs: refusals.positive });

/** A bound of a list: a date text, or seconds from 1970. */
export const dateBound = (description: string) =>
  anything({
    description,
    parse: readableDate,
    refusedAs: refusals.dateTime,
    words: { type: 'string', format: 'date-time' },
  });

const notClock = invalid('{name} is not a date with time: YYYY-MM-DD HH:MM:SS.');

/** A wall clock, `YYYY-MM-DD HH:MM:SS`, without a zone. */
const wallClock = (value: unknown): string | Invalid =>
  typeof value === 'string' && value[10] === ' ' && isWallClock(value) ? value : notClock;

const clockOptions = {
  parse: wallClock,
  refusedAs: refusals.dateTime,
  words: { type: 'string', format: 'date-time', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' },
} as const;

export const clock = (description: string) => anything({ ...clockOptions, description });

/** A wall clock that is required unless one of the other arguments is sent. */
export const requiredClock = (description: string, requiredUnless: readonly string[]) =>
  anything({ ...clockOptions, description, required: true, requiredUnless });

/** A publication date, with `T` or a space and an optional offset (docs/interface/dates.md §1). */
export const publicationDate = (description: string) =>
  anything({
    description,
    parse: (value): string | Invalid => (typeof value === 'string' && isDateTime(value) ? value : notClock),
    refusedAs: refusals.dateTime,
    words: { type: ['string', 'null'], format: 'date-time' },
  });

/** Returns the text of a member that is sent as text, or as an object with `raw` or `rendered`. */
const shownText = (value: unknown): string | Invalid => {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return wrongType('string');
  const member = (value.raw ?? undefined) === undefined ? 'rendered' : 'raw';
  const text = value[member];
  return typeof text === 'string' ? text : wrongType('string', member);
};

const textWords: SchemaKeywords = { type: 'string' };

export const text = (description: string, words = textWords) => anything({ description, parse: shownText, words });

/** The title of a new record. */
export const requiredTitle = (description: string, words = textWords) =>
  anything({
    description,
    required: true,
    parse: (value): string | Invalid => {
      const sent = shownText(value);
      return typeof sent === 'string' && ['', '0'].includes(sent.trim()) ? invalid('{name} must not be empty.') : sent;
    },
    words,
  });

const idWords: SchemaKeywords = { type: 'array', items: { type: 'integer' } };

/** Records by their ids, or as answers show them; the empty text and the empty list mean none. */
export const idList = (description: string) =>
  anything({
    description,
    parse: (value): readonly { readonly id: number }[] | Invalid => {
      const ids = piecesOf(value)?.map((piece) => idOf(memberId(piece) ?? piece));
      return ids?.every((id) => id !== undefined) ? ids.map((id) => ({ id })) : invalid('{name} is no list of ids.');
    },
    refusedAs: refusals.positive,
    words: idWords,
  });

const EMPTY_VALUES: readonly unknown[] = ['', 0, '0', false];

/** A stored picture by its id; 0 and the empty text remove it. */
export const featuredMedia = anything({
  description: 'The id of the featured image; 0 for none.',
  parse: (value): { readonly id: number } | null | Invalid => {
    if (EMPTY_VALUES.includes(value)) return null;
    const id = idOf(value);
    return id === undefined ? invalid('{name} is not the id of a stored image.') : { id };
  },
  refusedAs: refusals.positive,
  words: { type: 'integer' },
});

/** A zone by its name, or an offset such as `+03:00`, which means `UTC+03:00`; empty for the site's zone. */
export const zone = (description: string) =>
  anything({
    description,
    parse: (value): string | Invalid => {
      const name = typeof value === 'string' && /^[+-]/.test(value) ? `UTC${value}` : value;
      return typeof name === 'string' && (name === '' || isZone(name)) ? name : invalid('{name} is not a time zone.');
    },
    words: textWords,
  });
