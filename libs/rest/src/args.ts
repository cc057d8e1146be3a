import { z } from 'zod';
import {
  type ArgOf,
  type ArgOptions,
  argument,
  converting,
  Invalid,
  invalid,
  refuse,
  type SchemaKeywords,
  wrongType,
} from './arg.ts';
import { toBoolean, toNumber } from './coerce.ts';
import { messages } from './messages.ts';

export interface TextOptions extends ArgOptions<string> {
  /** A function returns the values of the moment. */
  readonly enum?: readonly string[] | (() => readonly string[]);
  /** In characters, not bytes. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Searched in the value, with Unicode semantics; not anchored. */
  readonly pattern?: string;
  readonly format?: string;
  /** True to refuse a blank text. */
  readonly nonEmpty?: boolean;
  /** True to accept numbers too, as text. */
  readonly numbers?: boolean;
  /**
   * Cleans the text. The rules apply to the cleaned text; before the permission, enum, `maxLength` and `nonEmpty` apply
   * to the received one.
   */
  readonly clean?: (text: string) => string;
}

type EnumOf<O> = O extends { readonly enum: readonly (infer E extends string)[] } ? E : string;

/** Declares a text argument; JSON numbers are refused unless `numbers`. */
export const text = <const O extends TextOptions>(given?: O): ArgOf<EnumOf<O>, O> => {
  const options: TextOptions = given ?? {};
  const { minLength, maxLength, pattern, format, enum: known } = options;
  const words: SchemaKeywords = { type: 'string', format, enum: known, minLength, maxLength, pattern };
  const build = () => received(options).transform(rules(textRules(rulesOfSent(options))));
  const arg = argument<string, O>(build, words, { ...options, ...cleanedRules(options) });
  return arg as ArgOf<EnumOf<O>, O>; // only values of `enum` pass the rules
};

const received = (options: TextOptions): z.ZodType<string> =>
  options.numbers
    ? z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string())
    : z.string();

const rulesOfSent = (options: TextOptions): TextOptions => {
  if (options.clean === undefined) return options;
  const { minLength: _least, pattern: _pattern, ...others } = options;
  return others;
};

/** Returns a check that applies the rules again, to the cleaned text. */
const cleanedRules = (options: TextOptions): Pick<TextOptions, 'check'> => {
  const { clean, check } = options;
  if (clean === undefined) return {};
  const refusalOf = firstRefusal(textRules(options));
  return { check: (value) => refusalOf(value) ?? check?.(value) };
};

type Rule<T> = (value: T) => Invalid | undefined;

const firstRefusal =
  <T>(list: readonly Rule<T>[]): Rule<T> =>
  (value) => {
    for (const rule of list) {
      const refusal = rule(value);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };

/** Reports the first rule that refuses the value. */
const rules = <T>(list: readonly Rule<T>[]) => {
  const refusalOf = firstRefusal(list);
  return (value: T, context: z.RefinementCtx): T => {
    const refusal = refusalOf(value);
    return refusal === undefined ? value : refuse(context, refusal);
  };
};

const textRules = (options: TextOptions): Rule<string>[] => {
  const { minLength: least = 0, maxLength: most = Number.POSITIVE_INFINITY, enum: known, pattern } = options;
  const found: Rule<string>[] = [];
  if (options.nonEmpty) found.push((value) => (value.trim() === '' ? invalid(messages.empty) : undefined));
  if (known !== undefined) found.push(oneOfThese(known));
  if (least > 0) found.push((value) => (isLongerThan(value, least - 1) ? undefined : tooShort(least)));
  if (most < Number.POSITIVE_INFINITY) found.push((value) => refusalOfLength(value, most));
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u');
    found.push((value) => (expression.test(value) ? undefined : mismatch(pattern)));
  }
  return found;
};

/**
 * True if a text has more than `characters` characters. It counts them only if the number of code units does not
 * decide.
 */
const isLongerThan = (text: string, characters: number): boolean =>
  text.length > 2 * characters || (text.length > characters && [...text].length > characters);

/** Returns the refusal of a text with more characters than a limit; undefined if it is short enough. */
export const refusalOfLength = (text: string, limit: number): Invalid | undefined =>
  isLongerThan(text, limit) ? tooLong(limit) : undefined;

const tooShort = (limit: number): Invalid => invalid(messages.tooShort, 'rest_too_short', { limit });
const tooLong = (limit: number): Invalid => invalid(messages.tooLong, 'rest_too_long', { limit });
const mismatch = (pattern: string): Invalid => invalid(messages.mismatch, 'rest_invalid_pattern', { pattern });

const notOneOf = (known: readonly unknown[]): Invalid =>
  invalid(messages.notInEnum, 'rest_not_in_enum', { values: known.join(', ') });

const oneOfThese = <T>(known: readonly T[] | (() => readonly T[])): Rule<T> => {
  if (typeof known === 'function') return (value) => (known().includes(value) ? undefined : notOneOf(known()));
  const set = new Set(known);
  const refusal = notOneOf(known);
  return (value) => (set.has(value) ? undefined : refusal);
};

export interface NumberOptions extends ArgOptions<number> {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly number[];
}

const bounded = <const O extends NumberOptions>(
  type: 'integer' | 'number',
  schema: z.ZodType<number>,
  options: NumberOptions = {},
): ArgOf<number, O> => {
  const { minimum, maximum, enum: known } = options;
  const build = () => {
    const list: Rule<number>[] = known === undefined ? [] : [oneOfThese(known)];
    if (minimum !== undefined || maximum !== undefined) list.push(within(minimum, maximum));
    return schema.transform(rules(list));
  };
  return argument<number, O>(build, { type, minimum, maximum, enum: known }, options);
};

const within = (minimum: number | undefined, maximum: number | undefined): Rule<number> => {
  const low = minimum ?? Number.NEGATIVE_INFINITY;
  const high = maximum ?? Number.POSITIVE_INFINITY;
  const message = minimum === undefined ? messages.atMost : maximum === undefined ? messages.atLeast : messages.between;
  const refusal = invalid(message, 'rest_out_of_bounds', { minimum: low, maximum: high });
  return (value) => (value < low || value > high ? refusal : undefined);
};

/** Returns a schema of a number, whose refusal names the declared type at any depth. */
const numeric = (type: 'integer' | 'number', accepts: (value: number) => boolean): z.ZodType<number> => {
  const refusal = wrongType(type);
  return z.unknown().transform((received, context) => {
    const value = toNumber(received);
    return typeof value === 'number' && accepts(value) ? value : refuse(context, refusal);
  });
};

const INTEGER = numeric('integer', Number.isSafeInteger);
const NUMBER = numeric('number', Number.isFinite);

/** Declares an integer argument, sent as a number or as text: `5`, `"05"`, `"1.0"`. */
export const integer = <const O extends NumberOptions>(options?: O): ArgOf<number, O> =>
  bounded<O>('integer', INTEGER, options);

/** The largest page or offset: no list is as long, and its product with a page size is exact. */
const MAX_PAGE_NUMBER = 1_000_000_000_000;

const CAPPED = numeric('integer', (value) => Number.isInteger(value) || value === Number.POSITIVE_INFINITY).transform(
  (value) => Math.min(value, MAX_PAGE_NUMBER),
);

/** Declares the page, offset or size of a list: a number beyond every list counts as the largest. */
export const cappedInteger = <const O extends NumberOptions>(options?: O): ArgOf<number, O> =>
  bounded<O>('integer', CAPPED, options);

/** Declares a number argument, sent as a number or as text. */
export const number = <const O extends NumberOptions>(options?: O): ArgOf<number, O> =>
  bounded<O>('number', NUMBER, options);

const BOOLEAN = z.preprocess(toBoolean, z.boolean());

/** Declares a boolean argument: true or false, 1 or 0, or their text in any case. */
export const boolean = <const O extends ArgOptions<boolean>>(options?: O): ArgOf<boolean, O> =>
  argument<boolean, O>(() => BOOLEAN, { type: 'boolean' }, options);

export interface AnythingOptions<Value> extends ArgOptions<Value> {
  /** Checks and converts the received value, whatever its type; `invalid(…)` refuses it. */
  readonly parse: (value: unknown) => Value | Invalid;
}

/** Declares an argument with its own rules; described without a type unless `words` contains one. */
export const anything = <Value, const O extends AnythingOptions<Value>>(
  options: O & { readonly parse: (value: unknown) => Value | Invalid },
): ArgOf<Exclude<Value, Invalid>, O> => {
  const build = () =>
    converting((value, context) => {
      const parsed = options.parse(value);
      return parsed instanceof Invalid ? refuse(context, parsed) : parsed;
    });
  return argument<Value, O>(build, {}, options) as ArgOf<Exclude<Value, Invalid>, O>; // no value is `Invalid`
};

/** Declares an argument that its handler reads as received; described like `anything`. */
export const rawValue = <const O extends ArgOptions<unknown>>(options?: O): ArgOf<unknown, O> =>
  argument<unknown, O>(() => z.unknown(), {}, options);
