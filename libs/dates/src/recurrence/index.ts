export {
  type CalendarRecurrence,
  calendarRecurrence,
  lastTimeOf,
  MAX_RECURRENCE_DATES,
  MAX_RULES,
  movedRecurrence,
  type Recurrence,
  readRecurrence,
  recurrenceBefore,
  recurrenceFrom,
  type SeriesStart,
  startsInSlices,
  startsOf,
} from './recurrence.ts';
export { InvalidRuleError, readRule } from './rule.ts';
