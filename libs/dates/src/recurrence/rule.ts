import { createRequire } from 'node:module';
import type { RRuleTemporal } from 'rrule-temporal';

const require = createRequire(import.meta.url);

/** Returns the package that expands rules. It is loaded by the first rule, so that a site starts without it. */
const expander = (): typeof import('rrule-temporal') => require('rrule-temporal');

const DAY_MS = 86_400_000;

interface RuleLimits {
  readonly maxIterations: number;
  readonly maxCandidateEvaluations: number;
}

/** Limits of the work for one rule: a rule that never occurs ends within a second. */
const RULE_LIMITS: RuleLimits = { maxIterations: 20_000, maxCandidateEvaluations: 20_000 };

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

/** The reason why a rule of recurrence is refused, as the end of a sentence about it, and the part that is wrong. */
export class InvalidRuleError extends Error {
  /** Such as `BYDAY`; undefined if the rule as a whole is wrong. */
  readonly part: string | undefined;

  constructor(message: string, { part, cause }: { readonly part?: string; readonly cause?: Error } = {}) {
    super(message, { cause });
    this.part = part;
  }
}

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
 * @throws InvalidRuleError for an empty rule, one without FREQ, and numbers that a part does not take
 */
export const readRule = (text: string): RecurrenceRule => {
  if (text === '') throw new InvalidRuleError('is empty');
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().replaceAll(/\s/g, '').split(';')) {
    const [name = '', value = ''] = part.split('=', 2);
    if (name === '') continue;
    if (parts.has(name)) throw new InvalidRuleError(`has ${name} twice`, { part: name });
    requireNumbers(name, value);
    parts.set(name, value);
  }
  const until = parts.get('UNTIL');
  if (until !== undefined && parts.has('COUNT'))
    throw new InvalidRuleError('has both COUNT and UNTIL', { part: 'COUNT' });
  parts.delete('UNTIL');
  // The last year that a date has stands for a rule without an end.
  return { text, until: until?.startsWith('9999') ? undefined : until, parts };
};

const requireNumbers = (name: string, value: string): void => {
  const range = Object.hasOwn(PART_NUMBERS, name) ? PART_NUMBERS[name] : undefined;
  if (range === undefined) return;
  for (const each of value.split(',')) {
    const number = range.signed ? Math.abs(Number(each)) : Number(each);
    const isNumber = /^[+-]?\d+$/.test(each) && number >= range.min && number <= range.max;
    if (!isNumber) throw new InvalidRuleError(`is invalid: ${name} takes no ${each || 'empty value'}`, { part: name });
  }
};

/** The start of a series, as clock times: milliseconds as if in UTC. */
interface RuleBegin {
  readonly first: number;
  readonly isDay: boolean;
  /** The last possible start. */
  readonly until: number | undefined;
}

/** The start of a series, and the range that is wanted. */
export interface RuleRange extends RuleBegin {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the starts of a rule in their order, as clock times in the zone of its series. Starts up to a day before and
 * after the range may be among them.
 * @throws InvalidRuleError for a rule that is invalid, that never occurs, or that exceeds the limits
 */
export const ruleStarts = (rule: RecurrenceRule, range: RuleRange): number[] => {
  const found = startsWithin(rule, range);
  // A rule may end before its first start; one without an end has one.
  if (found.length === 0 && range.until === undefined) requireStart(rule, range);
  return found;
};

/** Does the same as `ruleStarts`, but finds no start of a rule that never occurs. */
export const startsWithin = (rule: RecurrenceRule, range: RuleRange): number[] => {
  const recurrence = expanded(rule, range);
  return within(TOO_OFTEN, () =>
    // Clock times in any two zones differ by a day at most.
    recurrence
      .between(inUtc(range.from - DAY_MS), inUtc(range.to + DAY_MS), true)
      .map(({ epochMilliseconds }) => epochMilliseconds),
  );
};

/** @throws InvalidRuleError for a rule that does not occur within the limits */
export const requireStart = (rule: RecurrenceRule, range: RuleBegin, limits: RuleLimits = RULE_LIMITS): void => {
  const recurrence = expanded(rule, range, limits);
  const next = within(TOO_OFTEN, () => recurrence.next(inUtc(range.first), true));
  if (next === null) throw new InvalidRuleError(TOO_OFTEN);
};

const TOO_OFTEN = 'occurs too often or never';

const expanded = (
  { parts }: RecurrenceRule,
  { first, isDay, until }: RuleBegin,
  limits = RULE_LIMITS,
): RRuleTemporal => {
  const used = [...parts].filter(([name]) => !(isDay && TIME_PARTS.includes(name)));
  const rruleString = `RRULE:${used.map((part) => part.join('=')).join(';')}`;
  const ending = until === undefined ? {} : { until: inUtc(until) };
  return within('is invalid', () => {
    return new (expander().RRuleTemporal)({ rruleString, dtstart: inUtc(first), strict: true, ...ending, ...limits });
  });
};

const within = <Result>(fault: string, work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason = fault === TOO_OFTEN ? '' : `: ${error.message}`;
    throw new InvalidRuleError(`${fault}${reason}`, { cause: error });
  }
};

const inUtc = (ms: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('UTC');
