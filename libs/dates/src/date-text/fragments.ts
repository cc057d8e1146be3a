/** Parts of date texts, as sources of regular expressions with named groups. */

export const SPACE = '[ \\t]+';
export const SPACES = '[ \\t]*';

export const HOUR24 = '(?<hour>2[0-4]|[01]?\\d)';
export const HOUR24_TWO = '(?<hour>2[0-4]|[01]\\d)';
export const HOUR12 = '(?<hour>1[0-2]|0?[1-9])';
export const MINUTE = '(?<minute>[0-5]?\\d)';
export const MINUTE_TWO = '(?<minute>[0-5]\\d)';
export const SECOND = '(?<second>60|[0-5]?\\d)';
export const SECOND_TWO = '(?<second>60|[0-5]\\d)';
export const FRACTION = '\\.\\d+';
export const MERIDIAN = '(?<meridian>[ap])\\.?m\\.?(?=[ \\t]|$)';

export const YEAR = '(?<year>\\d{1,4})';
export const YEAR_TWO = '(?<year>\\d\\d)';
export const YEAR_FOUR = '(?<year>\\d{4})';
export const MONTH = '(?<month>1[0-2]|0?\\d)';
export const MONTH_TWO = '(?<month>0\\d|1[0-2])';
export const DAY = '(?<day>3[01]|[0-2]?\\d)(?:st|nd|rd|th)?';
export const DAY_TWO = '(?<day>0\\d|[12]\\d|3[01])';
export const DAY_OF_YEAR = '(?<dayOfYear>00[1-9]|0[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6])';
export const WEEK_OF_YEAR = '(?<week>0[1-9]|[1-4]\\d|5[0-3])';

const MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december|' +
  'jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec';
export const MONTH_NAME = `(?<month>${MONTHS})`;
export const MONTH_ABBREVIATION = '(?<month>jan|feb|mar|apr|may|jun|jul|aug|sept|sep|oct|nov|dec)';
/** A month's name or Roman number. */
export const MONTH_TEXT = `(?<month>${MONTHS}|viii|vii|vi|v|iv|ix|xii|xi|x|iii|ii|i)`;
export const LOOSE = '[ .\\t-]*';

const WEEKDAYS = 'sundays?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sun|mon|tue|wed|thu|fri|sat';
export const WEEKDAY = `(?<weekday>${WEEKDAYS})`;
export const UNIT = `(?<unit>seconds?|secs?|minutes?|mins?|hours?|days?|weeks|fortnights?|forthnights?|months?|years?|weekdays?|${WEEKDAYS})`;
const ORDINALS = 'first|second|third|fourth|fifth|sixth|seventh|eighth?|ninth|tenth|eleventh|twelfth';
export const WHICH = '(?<which>next|last|previous|this)';
export const WHICH_OR_ORDINAL = `(?<which>next|last|previous|this|${ORDINALS})`;

/** `+02`, `-0330`, `GMT+5:30`, `UTC+2`. */
export const OFFSET = '(?:GMT|UTC)?(?<offset>[+-](?:2[0-4]|[01]?\\d)(?::?[0-5]\\d(?::?[0-5]\\d)?|:\\d)?)';
export const ZONE_NAME = '\\(?(?<zone>[a-z]+(?:[_/-][a-z]+)+|[a-z]{1,6})\\)?';
