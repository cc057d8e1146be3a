import { RRuleTemporal } from 'rrule-temporal';
import { InvalidEntryError } from './contentLine.ts';
import { DAY_MS } from './dateTime.ts';

/** Limits of the work for one rule: a rule that never occurs ends within a second. */
const RULE_LIMITS = { maxIterations: 20_000, maxCandidateEvaluations: 20_000 };

/** The numbers that a part of a rule takes (RFC 5545 §3.3.10); negative ones too if `signed`. */
const PART_NUMBERS: Readonly<Record<string, { readonly min: number; readonly max: number; readonly signed?: true }>> = {
  INTERVAL: { min: 1, max: 1_000_000 },
  COUNT: { min: 1, max: 1_000_000_000 },
  BYSECOND: { min: 0, max: 60 },
  BYMINUTE: { min: 0, max: 59 },
  BYHOUR: { min: 0, max: 23 },
  BYMONTHDAY: { min: 1, max: 31, signed: true },
  BYYEARDAY: { min: 1, max: 366, signed: true },
  BYWEEKNO: { min: 1, max: 53, signed: true },
  BYMONTH: { min: 1, max: 12 },
  BYSETPOS: { min: 1, max: 366, signed: true },
};

/** Parts that days have none of; RFC 5545 §3.3.10 ignores them there. */
const TIME_PARTS = ['BYHOUR', 'BYMINUTE', 'BYSECOND'];

/** A rule of recurrence (RRULE). */
export interface RecurrenceRule {
  /** As written. */
  readonly text: string;
  /** The value of UNTIL. */
  readonly until: string | undefined;
  /** The other parts by their names. */
  readonly parts: ReadonlyMap<string, string>;
}

/**
 * Reads the value of an RRULE.
 * @throws InvalidEntryError for an empty rule, one without FREQ, and numbers that a part does not take
 */
export const readRule = (text: string): RecurrenceRule => {
  if (text === '') throw new InvalidEntryError('its rule (RRULE) is empty');
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().split(';')) {
    const [name = '', value = ''] = part.split('=', 2).map((each) => each.trim());
    if (name === '') continue;
    if (parts.has(name)) throw new InvalidEntryError(`its rule ${text} has ${name} twice`);
    requireNumbers(text, name, value);
    parts.set(name, value);
  }
  const until = parts.get('UNTIL');
  if (until !== undefined && parts.has('COUNT'))
    throw new InvalidEntryError(`its rule ${text} has both COUNT and UNTIL`);
  parts.delete('UNTIL');
  // The last year that a date has stands for a rule without an end.
  return { text, until: until?.startsWith('9999') ? undefined : until, parts };
};

const requireNumbers = (text: string, name: string, value: string): void => {
  const range = Object.hasOwn(PART_NUMBERS, name) ? PART_NUMBERS[name] : undefined;
  if (range === undefined) return;
  for (const each of value.split(',')) {
    const number = range.signed ? Math.abs(Number(each)) : Number(each);
    const isNumber = /^[+-]?\d+$/.test(each) && number >= range.min && number <= range.max;
    if (!isNumber)
      throw new InvalidEntryError(`its rule ${text} is invalid: ${name} takes no ${each || 'empty value'}`);
  }
};

/** The start of a series, and the range that is wanted, as clock times: milliseconds as if in UTC. */
export interface RuleRange {
  readonly first: number;
  readonly isDay: boolean;
  /** The last possible start. */
  readonly until: number | undefined;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the starts of a rule in their order, as clock times in the zone of its series. Starts up to a day before and
 * after the range may be among them.
 * @throws InvalidEntryError for a rule that is invalid, that never occurs, or that exceeds the limits
 */
export const ruleStarts = ({ text, parts }: RecurrenceRule, { first, isDay, until, from, to }: RuleRange): number[] => {
  const used = [...parts].filter(([name]) => !(isDay && TIME_PARTS.includes(name)));
  const dtstart = inUtc(first);
  const rruleString = `RRULE:${used.map((part) => part.join('=')).join(';')}`;
  const ending = until === undefined ? {} : { until: inUtc(until) };
  const recurrence = within(text, 'is invalid', () => {
    return new RRuleTemporal({ rruleString, dtstart, strict: true, ...ending, ...RULE_LIMITS });
  });
  return within(text, 'occurs too often or never', () => {
    // Clock times in any two zones differ by a day at most.
    const found = recurrence.between(inUtc(from - DAY_MS), inUtc(to + DAY_MS), true);
    // A rule may end before its first start; one without an end has one.
    const isNever = found.length === 0 && until === undefined && recurrence.next(dtstart, true) === null;
    if (isNever) throw new Error('no occurrence');
    return found.map(({ epochMilliseconds }) => epochMilliseconds);
  });
};

const within = <Result>(text: string, fault: string, work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason = fault === 'is invalid' ? `: ${error.message}` : '';
    throw new InvalidEntryError(`its rule ${text} ${fault}${reason}`, { cause: error });
  }
};

const inUtc = (ms: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('UTC');
