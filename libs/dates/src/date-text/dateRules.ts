import * as part from './fragments.ts';
import { type Groups, type Reading, setDate, setTime } from './reading.ts';
import { type Rule, rule } from './rule.ts';

const { DAY, DAY_TWO, HOUR24, HOUR24_TWO, LOOSE, MINUTE, MINUTE_TWO, MONTH, MONTH_TWO, SECOND, SECOND_TWO } = part;
const { MONTH_ABBREVIATION, MONTH_TEXT, SPACE, YEAR, YEAR_FOUR, YEAR_TWO } = part;

const dateAndTime = (reading: Reading, groups: Groups): boolean => setDate(reading, groups) && setTime(reading, groups);

const dayOfYear = (reading: Reading, { year, dayOfYear }: Groups): boolean =>
  setDate(reading, { year, month: '1', day: dayOfYear });

/** Sets a date by ISO 8601 week; the first week of a year holds 4 January. */
const dayOfWeek = (reading: Reading, { year, week, dayOfWeek = '1' }: Groups): boolean => {
  const fourth = (new Date(`${year}-01-04T00:00:00Z`).getUTCDay() + 6) % 7;
  return setDate(reading, { year, month: '1', day: String(Number(week) * 7 - 3 + Number(dayOfWeek) - fourth - 1) });
};

const dayAndMonth = `${MONTH_TEXT}${LOOSE}${DAY}(?:[,.stndrh\\t ]+|$)`;

/** Rules for dates; of equally long matches the first wins. */
export const dateRules: readonly Rule[] = [
  rule(`${MONTH}/${DAY}`, setDate),
  rule(`${MONTH}/${DAY}/${YEAR}`, setDate),
  rule(`${YEAR_FOUR}-${MONTH_TWO}-${DAY_TWO}`, setDate),
  rule(`${YEAR_FOUR}/${MONTH}/${DAY}/?`, setDate),
  rule(`${YEAR}-${MONTH}-${DAY}`, setDate),
  rule(`${YEAR_FOUR}-${MONTH}`, setDate),
  rule(`${DAY}${LOOSE}${MONTH_TEXT}${LOOSE}${YEAR}`, setDate),
  rule(`${DAY}[.\\t-]${MONTH}[.-]${YEAR_FOUR}`, setDate),
  rule(`${DAY}[.\\t]${MONTH}\\.${YEAR_TWO}`, setDate),
  rule(`${MONTH_TEXT}${LOOSE}${YEAR_FOUR}`, setDate),
  rule(`${YEAR_FOUR}${LOOSE}${MONTH_TEXT}`, setDate),
  rule(`${MONTH_TEXT}${LOOSE}${DAY}[,.stndrh\\t ]+${YEAR}`, setDate),
  rule(dayAndMonth, setDate),
  rule(`${DAY}${LOOSE}${MONTH_TEXT}`, setDate),
  rule(`${YEAR_FOUR}${MONTH_TWO}${DAY_TWO}`, setDate),
  rule(`${YEAR_FOUR}${MONTH_TWO}${DAY_TWO}T${HOUR24}:?${MINUTE_TWO}:?${SECOND_TWO}`, dateAndTime),
  rule(`${YEAR_FOUR}:${MONTH_TWO}:${DAY_TWO} ${HOUR24_TWO}:${MINUTE_TWO}:${SECOND_TWO}`, dateAndTime),
  rule(`${YEAR_FOUR}[.-]?${part.DAY_OF_YEAR}`, dayOfYear),
  rule(`${YEAR_FOUR}-?W${part.WEEK_OF_YEAR}(?:-?(?<dayOfWeek>[0-7]))?`, dayOfWeek),
  rule(`${MONTH_ABBREVIATION}-${DAY_TWO}-${YEAR}`, setDate),
  rule(`${YEAR}-${MONTH_ABBREVIATION}-${DAY_TWO}`, setDate),
  rule(
    `${DAY}/${MONTH_ABBREVIATION}/${YEAR_FOUR}:${HOUR24_TWO}:${MINUTE_TWO}:${SECOND_TWO}(?=${SPACE}[+-])`,
    dateAndTime,
  ),
  rule(part.MONTH_NAME, setDate),
  rule(`${dayAndMonth}t?${HOUR24}[:.]${MINUTE}(?:[:.]${SECOND})?`, dateAndTime),
  rule(
    `${dayAndMonth}${part.HOUR12}[:.]${MINUTE_TWO}(?:[:.]${SECOND_TWO})?${part.SPACES}${part.MERIDIAN}`,
    dateAndTime,
  ),
];
