import { LRUCache } from 'lru-cache';
import { RE2JS, RE2JSException } from 're2js';
import { patternSize } from './patternSize.ts';
import { decoded } from './text.ts';

/** The most characters of a pattern, and the most steps that it may be made of. */
const LONGEST = 2_000;
const LARGEST = 2_000;
/** The most steps by the estimate, which may be too high. */
const MAX_ESTIMATE = 2 * LARGEST;

/** Patterns run on an engine whose time grows with the length of what is searched and with nothing else. */
export type Pattern = RE2JS;

export interface PatternOptions {
  readonly ignoreCase: boolean;
}

const compile = (source: string, { ignoreCase }: PatternOptions): Pattern | undefined => {
  if (source.length > LONGEST) return undefined;
  const text = decoded(source);
  if (patternSize(text) > MAX_ESTIMATE) return undefined;
  try {
    const pattern = RE2JS.compile(text, RE2JS.DOTALL | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
    return pattern.programSize() > LARGEST ? undefined : pattern;
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
};

/** Compiled patterns that are kept. */
export const MAX_COMPILED = 2_000;

/** The patterns that were used last, by source: each takes many times the memory of its rule. */
const compiled = {
  ignoringCase: new LRUCache<string, { readonly pattern: Pattern | undefined }>({ max: MAX_COMPILED }),
  strict: new LRUCache<string, { readonly pattern: Pattern | undefined }>({ max: MAX_COMPILED }),
};

/** Percent-decoded, since it is compared with what is decoded; a dot is also a line break. Undefined: no pattern. */
export const compilePattern = (source: string, options: PatternOptions): Pattern | undefined => {
  const kept = options.ignoreCase ? compiled.ignoringCase : compiled.strict;
  const known = kept.get(source);
  if (known !== undefined) return known.pattern;
  const pattern = compile(source, options);
  kept.set(source, { pattern });
  return pattern;
};

/** Whether a text is a pattern that a rule may have; one that is not is refused when the rule is saved. */
export const isPattern = (source: string): boolean => compilePattern(source, { ignoreCase: false }) !== undefined;

/** Steps times characters: a larger search takes too long. */
const MAX_SEARCH = 500_000;

/** True if a pattern is found in a text; false if the search would take too long. */
export const isFound = (pattern: Pattern, text: string): boolean =>
  pattern.programSize() * text.length <= MAX_SEARCH && pattern.test(text);

/** The most places where a pattern is replaced in one address. */
const MAX_REPLACEMENTS = 20;

const REFERENCE = /\$(\d{1,2})|\$\{(\d{1,2})\}|\\(\d{1,2})/g;

/** An address in which a pattern was replaced. */
export interface ReplacedAddress {
  readonly address: string;
  /** True if the address begins with a replacement. */
  readonly isReplacedFromStart: boolean;
}

/**
 * An address with every place where the pattern is found replaced; what it does not match stays. `$1`, `${1}` and `\1`
 * stand for what a group has found, `$0` for all.
 */
export const replaceFound = (pattern: Pattern, text: string, replacement: string): ReplacedAddress => {
  const parts: string[] = [];
  let end = 0;
  let isReplacedFromStart = false;
  for (const match of pattern.matchAll(text)) {
    const { 0: found, index = 0 } = match;
    // nothing, right after what was found
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
