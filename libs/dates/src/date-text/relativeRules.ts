import * as part from './fragments.ts';
import { type Groups, type Reading, type Relative, resetTime } from './reading.ts';
import { type Rule, rule } from './rule.ts';

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
];

const weekdayNumber = (text: string): number => WEEKDAYS.indexOf(text.toLowerCase().slice(0, 3));

const amountOf = (which: string): number => {
  const word = which.toLowerCase();
  if (word === 'this') return 0;
  if (word === 'next') return 1;
  if (word === 'last' || word === 'previous') return -1;
  return word === 'eight' ? 8 : ORDINALS.indexOf(word) + 1;
};

const UNITS: readonly (readonly [
  RegExp,
  keyof Relative & ('years' | 'months' | 'days' | 'hours' | 'minutes' | 'seconds'),
  number,
])[] = [
  [/^sec/, 'seconds', 1],
  [/^min/, 'minutes', 1],
  [/^hour/, 'hours', 1],
  [/^day/, 'days', 1],
  [/^weeks?$/, 'days', 7],
  [/^fort/, 'days', 14],
  [/^month/, 'months', 1],
  [/^year/, 'years', 1],
];

interface Step {
  readonly amount: number;
  readonly unit: string;
  /** True if the weekday may be today: `+1 monday`, `this monday`. */
  readonly fromToday: boolean;
}

const addWeekdays = ({ relative }: Reading, { amount, unit, fromToday }: Step): void => {
  relative.days += (amount > 0 ? amount - 1 : amount) * 7;
  relative.weekday = weekdayNumber(unit);
  relative.weekdayRule = fromToday ? 'from today' : 'after today';
};

const add = (reading: Reading, step: Step): void => {
  const unit = step.unit.toLowerCase();
  const { relative } = reading;
  const known = UNITS.find(([pattern]) => pattern.test(unit));
  if (known !== undefined) relative[known[1]] += step.amount * known[2];
  else if (unit.startsWith('weekday')) relative.workingDays = (relative.workingDays ?? 0) + step.amount;
  else addWeekdays(reading, step);
};

const number = (reading: Reading, { signs = '', amount = '0', unit = '' }: Groups): boolean => {
  const sign = (signs.split('-').length - 1) % 2 === 0 ? 1 : -1;
  add(reading, { amount: sign * Number(amount), unit, fromToday: true });
  return true;
};

/** Applies `next month` and `+1 monday`, which keep the time of day; `next monday` and `next weekday` reset it. */
const word = (reading: Reading, { which = '', unit = '' }: Groups): boolean => {
  if (/^(?:weekday|sun|mon(?!th)|tue|wed|thu|fri|sat)/i.test(unit)) resetTime(reading);
  add(reading, { amount: amountOf(which), unit, fromToday: which.toLowerCase() === 'this' });
  return true;
};

/** Applies `next week`; its default day is Monday. */
const week = (reading: Reading, { which = '' }: Groups): boolean => {
  const { relative } = reading;
  relative.days += amountOf(which) * 7;
  relative.weekdayRule = 'of the week';
  relative.weekday ??= 1;
  return true;
};

const weekday = (reading: Reading, { weekday = '' }: Groups): boolean => {
  resetTime(reading);
  const { relative } = reading;
  relative.weekday = weekdayNumber(weekday);
  if (relative.weekdayRule !== 'of the week') relative.weekdayRule = 'from today';
  return true;
};

const weekdayOfMonth = (reading: Reading, { which = '', weekday = '' }: Groups): boolean => {
  const amount = amountOf(which);
  resetTime(reading);
  addWeekdays(reading, { amount, unit: weekday, fromToday: true });
  reading.relative.weekdayOf = amount > 0 ? 'month' : 'next month';
  return true;
};

const dayOfMonth = (reading: Reading, { end = '' }: Groups): boolean => {
  reading.relative.dayOf = end.toLowerCase() === 'first' ? 'first' : 'last';
  return true;
};

/** Negates all offsets added before. */
const ago = ({ relative }: Reading): boolean => {
  for (const unit of ['years', 'months', 'days', 'hours', 'minutes', 'seconds'] as const) {
    relative[unit] = 0 - relative[unit];
  }
  if (relative.workingDays !== undefined) relative.workingDays *= -1;
  if (relative.weekday !== undefined) relative.weekday = relative.weekday === 0 ? -7 : -relative.weekday;
  return true;
};

/** Rules for offsets from now; of equally long matches the first wins. */
export const relativeRules: readonly Rule[] = [
  rule('(?<end>first|last) day of', dayOfMonth),
  rule(`${part.WHICH_OR_ORDINAL}${part.SPACE}${part.WEEKDAY}${part.SPACE}of`, weekdayOfMonth),
  rule('ago', ago),
  rule(part.WEEKDAY, weekday),
  rule(`${part.WHICH}${part.SPACE}week`, week),
  rule(`${part.WHICH_OR_ORDINAL}${part.SPACE}${part.UNIT}`, word),
  rule(
    `(?<signs>[+-]*)${part.SPACES}(?<amount>\\d{1,13})${part.SPACES}(?:${part.UNIT}|(?<week>week))`,
    (reading, groups) => number(reading, { ...groups, unit: groups.unit ?? groups.week }),
  ),
];
