import { LRUCache } from 'lru-cache';
import type { RE2JS } from 're2js';
import { patternSize } from './patternSize.ts';
import { re2 } from './re2.ts';
import { shareSteps } from './sharedSteps.ts';
import { decoded } from './text.ts';

/** Maximum length of a pattern in characters, and maximum size of its program in steps. */
const MAX_PATTERN_LENGTH = 2_000;
const MAX_PROGRAM_STEPS = 2_000;
/** Maximum estimated size in steps; the estimate may be too high. */
const MAX_ESTIMATE = 2 * MAX_PROGRAM_STEPS;

/** A pattern of an engine whose time is linear in the length of the text. */
export type Pattern = RE2JS;

export interface PatternOptions {
  readonly ignoreCase: boolean;
}

const compile = (source: string, { ignoreCase }: PatternOptions): Pattern | undefined => {
  if (source.length > MAX_PATTERN_LENGTH) return undefined;
  const text = decoded(source);
  if (patternSize(text) > MAX_ESTIMATE) return undefined;
  const { RE2JS: engine, RE2JSException } = re2();
  try {
    const pattern = engine.compile(text, engine.DOTALL | (ignoreCase ? engine.CASE_INSENSITIVE : 0));
    if (pattern.programSize() > MAX_PROGRAM_STEPS) return undefined;
    shareSteps(pattern);
    return pattern;
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
};

/** Maximum number of cached compiled patterns, with regard to case and without. */
export const MAX_COMPILED = 2_000;

/**
 * Maximum steps of all cached patterns, for those that a visit tries, however large: a step takes some 75 bytes, or 15 if
 * other patterns have the same one (`sharedSteps.ts`), so they take 45 MB at most.
 */
const MAX_COMPILED_STEPS = 600_000;

interface CachedPattern {
  readonly pattern: Pattern | undefined;
}

/** Cache of the last used patterns by case and source: a compiled pattern takes many times the memory of its rule. */
const compiled = new LRUCache<string, CachedPattern>({
  max: 2 * MAX_COMPILED,
  maxSize: MAX_COMPILED_STEPS,
  sizeCalculation: ({ pattern }) => 1 + (pattern?.programSize() ?? 0),
});

/**
 * Compiles a percent-decoded pattern, since it is compared with decoded text; a dot also matches a line break.
 * @returns undefined if the pattern is invalid or too large
 */
export const compilePattern = (source: string, options: PatternOptions): Pattern | undefined => {
  const key = `${options.ignoreCase ? 'i' : 's'}${source}`;
  const known = compiled.get(key);
  if (known !== undefined) return known.pattern;
  const pattern = compile(source, options);
  compiled.set(key, { pattern });
  return pattern;
};

/** True if a text is a valid pattern; others are refused when the rule is saved. */
export const isPattern = (source: string): boolean => compilePattern(source, { ignoreCase: false }) !== undefined;

/** Maximum of program steps times characters: a larger search takes too long. */
const MAX_SEARCH = 500_000;

/** True if a pattern is found in a text; false if the search would take too long. */
export const matchesPattern = (pattern: Pattern, text: string): boolean =>
  pattern.programSize() * text.length <= MAX_SEARCH && pattern.test(text);

/** Maximum number of replacements in one address. */
const MAX_REPLACEMENTS = 20;

const REFERENCE = /\$(\d{1,2})|\$\{(\d{1,2})\}|\\(\d{1,2})/g;

/** An address in which a pattern was replaced. */
export interface ReplacedAddress {
  readonly address: string;
  /** True if the address begins with a replacement. */
  readonly isReplacedFromStart: boolean;
}

/**
 * Replaces every match of a pattern in an address; the rest of the address stays.
 * `$1`, `${1}` and `\1` insert the match of a group, `$0` the whole match.
 */
export const replaceFound = (pattern: Pattern, text: string, replacement: string): ReplacedAddress => {
  const parts: string[] = [];
  let end = 0;
  let isReplacedFromStart = false;
  for (const match of pattern.matchAll(text)) {
    const { 0: found, index = 0 } = match;
    // an empty match right after the last match
    if (found === '' && parts.length > 0 && index === end) continue;
    if (index === 0) isReplacedFromStart = true;
    parts.push(text.slice(end, index), filled(replacement, match));
    end = index + found.length;
    if (parts.length >= 2 * MAX_REPLACEMENTS) break;
  }
  return { address: parts.join('') + text.slice(end), isReplacedFromStart };
};

const filled = (replacement: string, match: RegExpMatchArray): string =>
  replacement.replace(REFERENCE, (_all, dollar, braced, slashed) => match[Number(dollar ?? braced ?? slashed)] ?? '');
