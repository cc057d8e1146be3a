import {
  InvalidRuleError,
  type RecurrenceRule,
  type RuleRange,
  readRule as ruleOf,
  ruleStarts,
} from '../recurrence/rule.ts';
import { InvalidEntryError } from './contentLine.ts';

/** Reads the value of an RRULE. @throws InvalidEntryError */
export const readRule = (text: string): RecurrenceRule => inEntry(text, () => ruleOf(text));

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
