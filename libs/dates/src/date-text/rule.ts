import type { Groups, Reading } from './reading.ts';

/** A form of a part of a date text; `take` stores the part in the reading, or returns false to refuse the text. */
export interface Rule {
  readonly pattern: RegExp;
  readonly take: (reading: Reading, groups: Groups) => boolean;
}

/** Creates a rule that matches at the current position, ignoring case. */
export const rule = (source: string, take: Rule['take']): Rule => ({ pattern: new RegExp(source, 'iy'), take });
