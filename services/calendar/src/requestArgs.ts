import {
  anything,
  cappedInteger,
  type Invalid,
  integer,
  invalid,
  invalidParams,
  isObject,
  isWebAddress,
  text,
} from '@almanac/rest';
import { MAX_SEARCH_CHARACTERS } from '@almanac/text';

const idWords = { description: 'The id of the record.' } as const;

/** The id in the path of one record. */
export const idArgs = { id: integer({ ...idWords, required: true }) };

/** The id in the path, which the declared interface does not mark as required (docs/interface/server.md §13.2). */
export const unmarkedIdArgs = { id: integer({ ...idWords, inPath: true }) };

/** Values of arguments, any of which may be missing. */
export type OptionalValues<Values> = { readonly [Name in keyof Values]?: Values[Name] | undefined };

/** Returns the members that are not undefined. */
export const withoutUndefined = <Fields>(
  members: {
    readonly [Name in keyof Fields]?: Fields[Name] | undefined;
  },
): Partial<Fields> => {
  const sent: readonly (readonly unknown[])[] = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent);
};

/** The name or title of a record on create. */
export const requiredText = (description: string, maxLength?: number) =>
  text({
    description,
    ...(maxLength !== undefined && { maxLength }),
    required: true,
    check: (value) => (value.trim() === '' || value.trim() === '0' ? '{name} must not be empty.' : undefined),
  });

/** True for true, 1, and the texts `"true"`, `"1"`, `"yes"` and `"on"`. */
export const isTruthy = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === 'string' && /^(true|1|yes|on)$/i.test(value.trim()));

/** Accepts a web address or the empty text. */
export const webAddress = (value: unknown): string | Invalid => {
  if (typeof value !== 'string') return invalid('{name} is not an address.');
  const trimmed = value.trim();
  return trimmed === '' || isWebAddress(trimmed) ? trimmed : invalid('{name} is not an address.');
};

/** Returns the web address in a translated text. @throws DomainError 400 */
export const storedAddress = (text: string): string => {
  const read = webAddress(text);
  if (typeof read !== 'string') throw invalidParams({ website: read });
  return read;
};

/** Links a new record to the one it is a translation of (docs/interface/translation.md §5). */
export const translationArgs = {
  translation_of: integer({
    description:
      'The id of the record that this one translates into the language of the request. Fields that all versions share, such as dates, are copied from it.',
  }),
};

/** Page and size of a list; sizes above 50 are reduced to 50. */
export const pagingArgs = (perPage: number | (() => number)) => ({
  page: cappedInteger({ description: 'The page of the list.', minimum: 1, default: 1, words: { minimum: undefined } }),
  per_page: cappedInteger({
    description: 'The number of records per page, at most 50. Larger numbers count as 50.',
    minimum: 1,
    default: perPage,
    words: { minimum: undefined },
  }),
});

export const MAX_PAGE_SIZE = 50;

/** A search text that is not empty. */
export const searchText = (description: string) =>
  text({
    description,
    maxLength: MAX_SEARCH_CHARACTERS,
    words: { maxLength: undefined },
    check: (value) => (value.trim() === '' || value === '0' ? '{name} must not be empty.' : undefined),
  });

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0;

/** Returns a positive integer from a number or its text; undefined for any other value. */
export const idOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  return isId(number) ? number : undefined;
};

/** The maximum number of pieces of a list (docs/interface/server.md §6.2). */
const MAX_PIECES = 1_000;

/** Returns the members of an array, or of an object with numbers as keys (`{"0": …}`); else undefined. */
export const listedMembers = (value: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(value) : undefined;
};

/** Returns the pieces of a comma text or a list; undefined for any other value, and for too many pieces. */
export const piecesOf = (value: unknown): unknown[] | undefined => {
  const pieces = allPieces(value);
  return pieces === undefined || pieces.length > MAX_PIECES ? undefined : pieces;
};

const allPieces = (value: unknown): unknown[] | undefined => {
  const listed = listedMembers(value)?.slice(0, MAX_PIECES + 1);
  if (listed !== undefined) return listed.flatMap((item) => (typeof item === 'string' ? commaPieces(item) : [item]));
  if (typeof value === 'string') return commaPieces(value);
  return typeof value === 'number' ? [value] : undefined;
};

const commaPieces = (value: string): string[] =>
  value
    .split(',', MAX_PIECES + 2)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

/** Ids as comma text or list, at least one. */
export const idList = (description: string) =>
  anything({
    description,
    parse: (value): number[] | Invalid => {
      const ids = piecesOf(value)?.map(idOf);
      if (ids === undefined || ids.length === 0) return invalid('{name} is no list of ids.');
      return ids.every((id) => id !== undefined) ? ids : invalid('{name} is no list of ids.');
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

/** Returns the `id` of a record in the form that views show inside another; undefined for any other value. */
export const memberId = (value: unknown): unknown => (isObject(value) ? value.id : undefined);
