import { languageTag } from '../../shell/site.ts';

/** A rule of recurrence as the editor knows it. */
export interface Rule {
  readonly frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly interval: number;
  /** Days of the week: `TU`. */
  readonly days: readonly string[];
  /** The last day, `2027-12-21`. */
  readonly until?: string | undefined;
  readonly count?: number | undefined;
}

export const DAYS: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The parts of rules that the editor knows. */
const KNOWN = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'UNTIL', 'COUNT', 'WKST']);
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;

/** Returns the rule of an RRULE; undefined if it has parts that the editor does not know. */
export const readRule = (text: string): Rule | undefined => {
  const parts = new Map(
    text.split(';').map((part): [string, string] => [part.split('=')[0] ?? '', part.split('=')[1] ?? '']),
  );
  const frequency = FREQUENCIES.find((each) => each === parts.get('FREQ'));
  const days = (parts.get('BYDAY') ?? '').split(',').filter(Boolean);
  const isKnown = [...parts.keys()].every((name) => KNOWN.has(name)) && days.every((day) => DAYS.includes(day));
  if (frequency === undefined || !isKnown) return undefined;
  const until = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(parts.get('UNTIL') ?? '');
  const count = Number(parts.get('COUNT') ?? 0);
  return {
    frequency,
    interval: Number(parts.get('INTERVAL') ?? 1),
    days,
    ...(until && { until: until.slice(1).join('-') }),
    ...(count > 0 && { count }),
  };
};

/** Returns the RRULE of a rule. */
export const writeRule = ({ frequency, interval, days, until, count }: Rule): string =>
  [
    `FREQ=${frequency}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(frequency === 'WEEKLY' && days.length > 0 ? [`BYDAY=${days.join(',')}`] : []),
    ...(until ? [`UNTIL=${until.replaceAll('-', '')}T235959`] : []),
    ...(count && !until ? [`COUNT=${count}`] : []),
  ].join(';');

/** Returns the name of a day of the week: "Tuesday". */
export const dayName = (day: string): string => {
  // 4 January 2027 is a Monday
  const date = new Date(2027, 0, 4 + DAYS.indexOf(day));
  return new Intl.DateTimeFormat(languageTag, { weekday: 'long' }).format(date);
};

type Translate = (text: string, values?: Record<string, unknown>) => string;

const EVERY = { DAILY: 'Every day', WEEKLY: 'Every week', MONTHLY: 'Every month', YEARLY: 'Every year' } as const;
const EVERY_MANY = {
  DAILY: 'Every %{n} days',
  WEEKLY: 'Every %{n} weeks',
  MONTHLY: 'Every %{n} months',
  YEARLY: 'Every %{n} years',
} as const;

/** Returns a rule in words: "Every week on Tuesday, until December 21, 2027". */
export const ruleInWords = ({ frequency, interval, days, until, count }: Rule, translate: Translate): string => {
  const every = interval > 1 ? translate(EVERY_MANY[frequency], { n: interval }) : translate(EVERY[frequency]);
  const list = new Intl.ListFormat(languageTag).format(days.map(dayName));
  const on = frequency === 'WEEKLY' && days.length > 0 ? ` ${translate('on %{days}', { days: list })}` : '';
  const last = until && new Intl.DateTimeFormat(languageTag, { dateStyle: 'long' }).format(new Date(`${until}T12:00`));
  const end = last ? translate('until %{day}', { day: last }) : count ? translate('%{n} times', { n: count }) : '';
  return `${every}${on}${end && `, ${end}`}`;
};
