import {
  InvalidRuleError,
  type RecurrenceRule,
  type RuleRange,
  readRule as ruleOf,
  ruleStarts,
} from '../recurrence/rule.ts';
import { InvalidEntryError } from './contentLine.ts';

/** The parts that choose dates (RFC 5545 §3.3.10). */
const BY_PART = /^BY(?:SECOND|MINUTE|HOUR|DAY|MONTHDAY|YEARDAY|WEEKNO|MONTH|SETPOS)$/;

/** Reads the value of an RRULE. @throws InvalidEntryError, also for an unknown part that chooses dates (`BYEASTER`) */
export const readRule = (text: string): RecurrenceRule =>
  inEntry(text, () => {
    const rule = ruleOf(text);
    const unknown = rule.parts.keys().find((name) => name.startsWith('BY') && !BY_PART.test(name));
    if (unknown !== undefined) throw new InvalidRuleError(`has the unknown part ${unknown}`, { part: unknown });
    return rule;
  });

/** Returns the starts of a rule of an entry; see `ruleStarts`. @throws InvalidEntryError */
export const startsOf = (rule: RecurrenceRule, range: RuleRange): number[] =>
  inEntry(rule.text, () => ruleStarts(rule, range));

const inEntry = <Result>(text: string, work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InvalidRuleError)) throw error;
    throw new InvalidEntryError(`its rule ${text || '(RRULE)'} ${error.message}`, { cause: error });
  }
};
