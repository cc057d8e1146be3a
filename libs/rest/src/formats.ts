import { isLocalWithinYears, isWithinYears } from '@almanac/dates/years';
import { z } from 'zod';
import { type ArgOf, type ArgOptions, argument, type Invalid, invalid } from './arg.ts';
import { messages } from './messages.ts';

export interface FormatOptions extends ArgOptions<string> {
  /** True to accept the empty text, which clears the value. */
  readonly allowEmpty?: boolean;
}

const formatted = <const O extends FormatOptions>(
  format: string,
  refusalOf: (value: string) => Invalid | undefined,
  options: FormatOptions = {},
): ArgOf<string, O> => {
  const { allowEmpty, check } = options;
  const both = (value: string) => {
    if (value === '' && allowEmpty) return undefined;
    return refusalOf(value) ?? check?.(value);
  };
  return argument<string, O>(() => z.string(), { type: 'string', format }, { ...options, check: both });
};

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(Z|[+-]\d{2}(?::\d{2})?)?$/;

/**
 * True if a text is a date with time as docs/interface/dates.md §1 defines it, and the date exists.
 * Its year must be from 1 to 9999 in every time zone in which it may be read or shown.
 */
export const isDateTime = (value: string): boolean => {
  const match = SHAPE.exec(value);
  if (match === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= lastDay && hour < 24 && minute < 60 && second < 60;
  return exists && isKnownYear(value, match[7]);
};

const isKnownYear = (value: string, offset: string | undefined): boolean => {
  const local = Date.parse(`${value.slice(0, 10)}T${value.slice(11, 19)}Z`);
  if (offset === undefined) return isLocalWithinYears(local);
  const [hours = 0, minutes = 0] = offset === 'Z' ? [] : offset.slice(1).split(':').map(Number);
  return isWithinYears(local + (hours * 60 + minutes) * (offset.startsWith('-') ? 60_000 : -60_000));
};

/**
 * Declares a date with time, passed on as text: `2031-05-05T08:00:00`, with or without an offset
 * (docs/interface/dates.md §1).
 */
export const dateTime = <const O extends FormatOptions>(options?: O): ArgOf<string, O> =>
  formatted<O>(
    'date-time',
    (value) => (isDateTime(value) ? undefined : invalid(messages.notDateTime, 'rest_invalid_date')),
    options,
  );

const EMAIL = z.email();

/** Declares an e-mail address. */
export const email = <const O extends FormatOptions>(options?: O): ArgOf<string, O> =>
  formatted<O>(
    'email',
    (value) => (EMAIL.safeParse(value).success ? undefined : invalid(messages.notEmail, 'rest_invalid_email')),
    options,
  );

export interface UriOptions extends FormatOptions {
  /** True to accept only http and https addresses with a host; otherwise any text passes, as in core's `uri`. */
  readonly web?: boolean;
}

/** Declares an address. */
export const uri = <const O extends UriOptions>(options?: O): ArgOf<string, O> =>
  formatted<O>(
    'uri',
    (value) => (!options?.web || isWebAddress(value) ? undefined : invalid(messages.notAddress, 'rest_invalid_uri')),
    options,
  );

/** True if a text is an absolute http or https address. */
export const isWebAddress = (value: string): boolean =>
  /^https?:\/\/[^\s/?#]/i.test(value) && !/\s/.test(value) && URL.canParse(value);
