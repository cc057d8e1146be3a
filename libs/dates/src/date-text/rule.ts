import type { Groups, Reading } from './reading.ts';

/** A form that a piece of a date text may have; `take` puts it into the reading, or refuses the whole text. */
export interface Rule {
  readonly pattern: RegExp;
  readonly take: (reading: Reading, groups: Groups) => boolean;
}

/** A rule for text at the place where reading has come to; upper and lower case are alike. */
export const rule = (source: string, take: Rule['take']): Rule => ({ pattern: new RegExp(source, 'iy'), take });
