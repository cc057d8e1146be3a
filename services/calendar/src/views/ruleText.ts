import { dateTimeFormat, firstDayEnding } from '@almanac/dates';
import { lastTimeOf, readRule, type SeriesStart } from '@almanac/dates/recurrence';
import { dayText, numberText, type RenderContext, sentenceList, weekdayText } from '@almanac/pages';
import { type SeriesState, seriesStart } from '../events/seriesAggregate.ts';

type Parts = ReadonlyMap<string, string>;

/** Monday first. */
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const A_MONDAY = Temporal.PlainDate.from('2024-01-01');

/** The parts of rules that have words. */
const WORDED = new Set(['FREQ', 'INTERVAL', 'COUNT', 'WKST', 'BYDAY', 'BYMONTHDAY', 'BYMONTH']);

const listed = (parts: Parts, name: string): string[] => parts.get(name)?.split(',') ?? [];

const weekday = (code: string, where: RenderContext): string =>
  weekdayText(A_MONDAY.add({ days: WEEKDAYS.indexOf(code) }), 'long', where);

/** Returns `the first Tuesday`; undefined for a number without words. */
const numberedWeekday = (day: string, where: RenderContext): string | undefined => {
  const name = { weekday: weekday(day.slice(-2), where) };
  switch (Number(day.slice(0, -2))) {
    case 1:
      return where.text('the first {weekday}', name);
    case 2:
      return where.text('the second {weekday}', name);
    case 3:
      return where.text('the third {weekday}', name);
    case 4:
      return where.text('the fourth {weekday}', name);
    case 5:
      return where.text('the fifth {weekday}', name);
    case -1:
      return where.text('the last {weekday}', name);
    case -2:
      return where.text('the second to last {weekday}', name);
    default:
      return undefined;
  }
};

const dayOfMonth = (day: string, where: RenderContext): string | undefined => {
  const number = Number(day);
  if (number === -1) return where.text('the last day');
  if (number < 0) return undefined;
  const ending = number === 1 ? firstDayEnding(where.language) : '';
  return where.text('day {number}', { number: `${numberText(number, where)}${ending}` });
};

/** Returns a list of words; undefined if a value has none. */
const inList = (texts: readonly (string | undefined)[], where: RenderContext): string | undefined => {
  const words = texts.filter((text) => text !== undefined);
  return words.length < texts.length ? undefined : sentenceList(words, where);
};

const daysOfMonth = (parts: Parts, start: string, where: RenderContext): string | undefined => {
  const weekdays = listed(parts, 'BYDAY');
  const days = listed(parts, 'BYMONTHDAY');
  if (weekdays.length > 0 && days.length > 0) return undefined;
  if (weekdays.length > 0)
    return inList(
      weekdays.map((day) => numberedWeekday(day, where)),
      where,
    );
  return inList(
    (days.length > 0 ? days : [start.slice(8, 10)]).map((day) => dayOfMonth(day, where)),
    where,
  );
};

const monthsOf = (parts: Parts, where: RenderContext): string | undefined => {
  const months = listed(parts, 'BYMONTH');
  const format = dateTimeFormat(where.language, { month: 'long' });
  return months.length === 0
    ? undefined
    : sentenceList(
        months.map((month) => format.format(Date.UTC(2024, Number(month) - 1, 15))),
        where,
      );
};

/** A rule in words without its months and its end. */
type Wording = (parts: Parts, start: string, where: RenderContext) => string | undefined;

const intervalOf = (parts: Parts): number => Number(parts.get('INTERVAL') ?? 1);

const weekly: Wording = (parts, start, where) => {
  const days = listed(parts, 'BYDAY');
  const codes = days.length > 0 ? days : [WEEKDAYS[Temporal.PlainDate.from(start.slice(0, 10)).dayOfWeek - 1] ?? ''];
  const inOrder = WEEKDAYS.filter((code) => codes.includes(code));
  if (inOrder.length < codes.length || parts.has('BYMONTHDAY')) return undefined;
  const names = sentenceList(
    inOrder.map((code) => weekday(code, where)),
    where,
  );
  const interval = intervalOf(parts);
  if (interval === 1) return where.text('Every {days}', { days: names });
  return where.text('Every {count} weeks on {days}', { count: numberText(interval, where), days: names });
};

const daily: Wording = (parts, start, where) => {
  const interval = intervalOf(parts);
  if (parts.has('BYDAY')) return interval === 1 ? weekly(parts, start, where) : undefined;
  if (parts.has('BYMONTHDAY')) return undefined;
  if (interval === 1) return where.text('Every day');
  return where.text('Every {count} days', { count: numberText(interval, where) });
};

const monthly: Wording = (parts, start, where) => {
  const days = daysOfMonth(parts, start, where);
  if (days === undefined) return undefined;
  const interval = intervalOf(parts);
  if (interval === 1) return where.text('Every month on {days}', { days });
  return where.text('Every {count} months on {days}', { count: numberText(interval, where), days });
};

const yearly: Wording = (parts, start, where) => {
  const interval = intervalOf(parts);
  const count = numberText(interval, where);
  if (!['BYDAY', 'BYMONTH', 'BYMONTHDAY'].some((name) => parts.has(name))) {
    const format = dateTimeFormat(where.language, { month: 'long', day: 'numeric' });
    const day = format.format(new Date(`${start.slice(0, 10)}T00:00:00Z`));
    return interval === 1
      ? where.text('Every year on {day}', { day })
      : where.text('Every {count} years on {day}', { count, day });
  }
  const months = monthsOf(parts, where);
  const days = daysOfMonth(parts, start, where);
  if (months === undefined || days === undefined) return undefined;
  return interval === 1
    ? where.text('Every year in {months} on {days}', { months, days })
    : where.text('Every {count} years in {months} on {days}', { count, months, days });
};

const WORDINGS: ReadonlyMap<string, Wording> = new Map([
  ['DAILY', daily],
  ['WEEKLY', weekly],
  ['MONTHLY', monthly],
  ['YEARLY', yearly],
]);

const worded = (rule: string, series: SeriesStart, last: string | undefined, where: RenderContext): string => {
  const { parts } = readRule(rule);
  const frequency = parts.get('FREQ') ?? '';
  const isWorded = [...parts.keys()].every((name) => WORDED.has(name));
  const text = isWorded ? WORDINGS.get(frequency)?.(parts, series.start, where) : undefined;
  if (text === undefined) return where.text('On several dates');
  const months = frequency === 'YEARLY' ? undefined : monthsOf(parts, where);
  const whole = months === undefined ? text : where.text('{rule} in {months}', { rule: text, months });
  const end = parts.has('COUNT') ? last : lastTimeOf(rule, series);
  return end === undefined ? whole : where.text('{rule} until {day}', { rule: whole, day: dayText(end, where) });
};

/** Returns the rules of a series in words: `Every Tuesday until 21 December 2027`. */
export const ruleText = (series: SeriesState, where: RenderContext): string => {
  const { recurrence, dueUtc, occurrences } = series;
  const last = dueUtc === null ? occurrences.at(-1)?.[0] : undefined;
  const texts = recurrence.rules.map((rule) => worded(rule, seriesStart(series), last, where));
  return [...new Set(texts.length === 0 ? [where.text('On several dates')] : texts)].join('; ');
};
