import { RE2JS } from 're2js';
import { decoded } from './text.ts';

/** The most characters of a pattern, and the most steps that it may be made of. */
const LONGEST = 2_000;
const LARGEST = 2_000;

/** Patterns run on an engine whose time grows with the length of what is searched and with nothing else. */
export type Pattern = RE2JS;

export interface PatternOptions {
  readonly ignoreCase: boolean;
}

/** Percent-decoded, since it is compared with what is decoded; a dot is also a line break. Undefined: no pattern. */
export const compilePattern = (source: string, { ignoreCase }: PatternOptions): Pattern | undefined => {
  if (source.length > LONGEST) return undefined;
  try {
    const pattern = RE2JS.compile(decoded(source), RE2JS.DOTALL | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
    return pattern.programSize() > LARGEST ? undefined : pattern;
  } catch (error) {
    if ((error as Error).name.startsWith('RE2JS')) return undefined;
    throw error;
  }
};

/** Whether a text is a pattern that a rule may have; one that is not is refused when the rule is saved. */
export const isPattern = (source: string): boolean => compilePattern(source, { ignoreCase: false }) !== undefined;
