import { dateRules } from './dateRules.ts';
import { emptyReading, type Groups, type Reading } from './reading.ts';
import { relativeRules } from './relativeRules.ts';
import type { Rule } from './rule.ts';
import { lateRules, timeRules } from './timeRules.ts';

const RULES: readonly Rule[] = [...timeRules, ...dateRules, ...relativeRules, ...lateRules];

interface Match {
  readonly rule: Rule;
  readonly groups: Groups;
  readonly length: number;
}

/** Returns the longest match at a position of the text; of equally long ones the first. */
const longestAt = (text: string, at: number): Match | undefined => {
  let longest: Match | undefined;
  for (const rule of RULES) {
    rule.pattern.lastIndex = at;
    const match = rule.pattern.exec(text);
    if (match === null || match[0].length <= (longest?.length ?? 0)) continue;
    longest = { rule, groups: match.groups ?? {}, length: match[0].length };
  }
  return longest;
};

/** Parses a date text; undefined if a part has no known form, or two parts set the same value. */
export const readText = (text: string): Reading | undefined => {
  const reading = emptyReading();
  for (let at = 0; at < text.length; ) {
    const match = longestAt(text, at);
    if (match === undefined || !match.rule.take(reading, match.groups)) return undefined;
    at += match.length;
  }
  return reading;
};
