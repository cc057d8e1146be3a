/** The content of a date text, not yet relative to a time. */
export interface Reading {
  year?: number;
  /** 1 to 12. */
  month?: number;
  day?: number;
  hour?: number;
  minute?: number;
  second?: number;
  hasDate: boolean;
  hasTime: boolean;
  /** Milliseconds east of UTC, or a zone's name. */
  zone?: number | string;
  readonly relative: Relative;
}

/** The offsets that a date text adds. */
export interface Relative {
  years: number;
  months: number;
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
  /** A number of days, counting only Monday to Friday. */
  workingDays?: number;
  /** 0 Sunday to 6; negative counts back (`monday ago`). */
  weekday?: number;
  /** The start of the count: `monday` includes today, `next monday` does not, `monday next week` is of that week. */
  weekdayRule?: 'from today' | 'after today' | 'of the week';
  /** `first monday of` counts from the month's first day, `last monday of` back from the next month's. */
  weekdayOf?: 'month' | 'next month';
  dayOf?: 'first' | 'last';
}

export type Groups = Readonly<Record<string, string | undefined>>;

export const emptyReading = (): Reading => ({
  hasDate: false,
  hasTime: false,
  relative: { years: 0, months: 0, days: 0, hours: 0, minutes: 0, seconds: 0 },
});

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

const monthNumber = (text: string): number => {
  if (/^\d/.test(text)) return Number(text);
  const lower = text.toLowerCase();
  const roman = ROMAN.indexOf(lower);
  return roman === -1 ? MONTHS.indexOf(lower.slice(0, 3)) + 1 : roman + 1;
};

/** Expands a year: one or two digits are in 1970 to 2069. */
const fullYear = (text: string): number => {
  const year = Number(text);
  if (text.length > 3 || year > 99) return year;
  return year < 70 ? year + 2000 : year + 1900;
};

/** Sets the date; false if there is one already. */
export const setDate = (reading: Reading, { year, month, day }: Groups): boolean => {
  if (reading.hasDate) return false;
  reading.hasDate = true;
  if (year !== undefined) reading.year = fullYear(year);
  if (month !== undefined) reading.month = monthNumber(month);
  if (day !== undefined) reading.day = Number(day);
  else if (year !== undefined) reading.day = 1;
  return true;
};

/** Resets the time of day: `tomorrow`, `monday` are midnight unless a time follows. */
export const resetTime = (reading: Reading): void => {
  reading.hasTime = false;
  reading.hour = 0;
  reading.minute = 0;
  reading.second = 0;
};

const hour24 = (hour: number, meridian: string | undefined): number => {
  if (meridian === undefined) return hour;
  return (hour % 12) + (meridian.toLowerCase() === 'p' ? 12 : 0);
};

/** Sets the time of day; false if there is one already. */
export const setTime = (reading: Reading, { hour = '0', minute = '0', second = '0', meridian }: Groups): boolean => {
  if (reading.hasTime) return false;
  reading.hasTime = true;
  reading.hour = hour24(Number(hour), meridian);
  reading.minute = Number(minute);
  reading.second = Number(second);
  return true;
};
