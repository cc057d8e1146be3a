import {
  InvalidRuleError,
  MAX_RECURRENCE_DATES,
  MAX_RULES,
  type Recurrence,
  readRecurrence,
  type SeriesStart,
} from '@almanac/dates/recurrence';
import { anything, type Invalid, invalid, invalidParams, text } from '@almanac/rest';
import { z } from 'zod';

const MAX_RULE_LENGTH = 500;
const MAX_DATE_LENGTH = 40;

const dates = z.array(z.string().max(MAX_DATE_LENGTH)).max(MAX_RECURRENCE_DATES).optional();

const sentRecurrence = z.strictObject({
  rules: z.array(z.string().max(MAX_RULE_LENGTH)).max(MAX_RULES).optional(),
  rdates: dates,
  exdates: dates,
});

/** A recurrence as sent: its values are not read yet. */
export type SentRecurrence = { readonly [Name in keyof Recurrence]?: readonly string[] | undefined };

const notRecurrence = invalid(
  '{name} must be an object with rules (at most 20), rdates and exdates (at most 1,000 each): lists of texts.',
);

/** The rules and dates by which an event recurs (docs/interface/series.md §1). */
export const recurrenceArg = anything({
  description: 'The rules, added dates and excluded dates by which the event recurs, as in RFC 5545.',
  parse: (value): SentRecurrence | Invalid => {
    const read = sentRecurrence.safeParse(value);
    return read.success ? read.data : notRecurrence;
  },
  words: { type: 'object' },
});

export const scopes = ['this', 'following', 'all'] as const;

export type Scope = (typeof scopes)[number];

/** The occurrences that a change of one of them concerns. */
export const scopeArg = text({
  description: 'The occurrences of a series that the change concerns: this one, this and the following ones, or all.',
  enum: scopes,
  default: 'this',
});

/** The occurrences of a series that a new translation translates. */
export const translatedScopeArg = text({
  description: 'The occurrences that a translation of an occurrence translates: this one, or all of its series.',
  enum: ['this', 'all'],
  default: 'this',
});

/** Reads a sent recurrence in the zone of its series. @throws DomainError 400 naming the part that is wrong */
export const recurrenceOf = (sent: SentRecurrence, series: SeriesStart): Recurrence =>
  refusingRules(() => {
    const { rules = [], rdates = [], exdates = [] } = sent;
    return readRecurrence({ rules, rdates, exdates }, series);
  });

/** Turns a refusal of a rule into one of the argument. @throws DomainError 400 */
export const refusingRules = <Result>(work: () => Result, argument = 'recurrence'): Result => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InvalidRuleError)) throw error;
    throw invalidParams({
      [argument]: invalid(
        '{name} is not a recurrence: {reason}.',
        'rest_invalid_param',
        { reason: error.message },
        {
          part: error.part ?? null,
        },
      ),
    });
  }
};
