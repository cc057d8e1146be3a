import { createRequire } from 'node:module';
import { invalid } from './arg.ts';
import { invalidParams, restErrors } from './errors.ts';
import { messages } from './messages.ts';

const require = createRequire(import.meta.url);
/** Loads the parser of names in brackets at its first use. */
const qs = (): typeof import('qs') => require('qs');

export type Params = Readonly<Record<string, unknown>>;

const NO_PARAMS: Params = Object.freeze({});

/** Limits of query strings and forms: beyond them the answer is 400, not a stall. */
const MAX_PARAMS = 1_000;
/** As received: a percent-encoded character counts as three or more. */
const MAX_NAME_CHARACTERS = 3_000;
const BOUNDS = { depth: 10, strictDepth: true, parameterLimit: MAX_PARAMS, arrayLimit: MAX_PARAMS } as const;

/**
 * Parses a query string or form as content systems do: `a[]=1&a[]=2` is a list, `a[k]=v` an object.
 * The last value of a repeated plain name counts, also over its members.
 * @throws DomainError 400 beyond the limits, and for a member with a name of the language, such as `a[__proto__]`
 */
export const parseParams = (text: string): Params => {
  if (text === '') return NO_PARAMS;
  const plain = plainParams(text);
  if (plain !== undefined) return plain;
  try {
    return qs().parse(lastOfEach(text), { ...BOUNDS, decoder: decoded });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw restErrors.tooManyParams();
  }
};

/** A parameter whose name is a word, with its value. */
const PLAIN = /^([\w-]+)(?:=(.*))?$/s;
const BRACKET = /[[\]]|%5[bd]/i;

/** Parses parameters whose names are words, without brackets: the usual form. Returns undefined for other texts. */
const plainParams = (text: string): Params | undefined => {
  if (text.length > MAX_NAME_CHARACTERS || BRACKET.test(text)) return undefined;
  const pairs = text.split('&');
  if (pairs.length > MAX_PARAMS) return undefined;
  const params: Record<string, string> = {};
  for (const pair of pairs) {
    const [, name, value = ''] = PLAIN.exec(pair) ?? [];
    if (name === undefined) return undefined;
    if (!isOfLanguage(name)) params[name] = decodedValue(value);
  }
  return params;
};

/** Returns a value as the parser decodes it: one that is not encoded correctly stays as it is, except for blanks. */
const decodedValue = (value: string): string => {
  const text = value.replaceAll('+', ' ');
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return text;
  }
};

const decoded = (text: string, decode: (text: string) => string, _charset: string, type: 'key' | 'value'): string => {
  const part = decode(text);
  if (type === 'key') refuseLostMembers(part);
  return part;
};

const isOfLanguage = (name: string): boolean => Object.hasOwn(Object.prototype, name);

/** Refuses a member that the parser would drop silently, and with it a restriction of the request. */
const refuseLostMembers = (name: string): void => {
  const [base = '', ...members] = name.split(/[[\]]+/);
  const property = isOfLanguage(base) ? undefined : members.find(isOfLanguage);
  if (property === undefined) return;
  throw invalidParams({ [base]: invalid(messages.propertyForbidden, undefined, { property }) });
};

const lastOfEach = (text: string): string => {
  const pairs = text.split('&', MAX_PARAMS + 1);
  if (pairs.length > MAX_PARAMS) throw new RangeError('too many parameters');
  if (pairs.some(hasLongName)) throw new RangeError('a name that is too long');
  if (pairs.length === 1) return text;
  const kept = new Map<string, Map<string, string>>();
  pairs.forEach((pair, index) => {
    const name = inBrackets(pair.split('=', 1)[0] ?? '');
    const base = name.split('[', 1)[0] ?? '';
    const members = kept.getOrInsertComputed(base, () => new Map());
    if (name === base || members.has(base)) members.clear();
    members.set(name.includes('[]') ? `${index}=` : name, pair);
  });
  return [...kept.values()].flatMap((members) => [...members.values()]).join('&');
};

const hasLongName = (pair: string): boolean => (pair.split('=', 1)[0] ?? '').length > MAX_NAME_CHARACTERS;

const inBrackets = (name: string): string =>
  name.includes('%') ? name.replaceAll(/%5B/gi, '[').replaceAll(/%5D/gi, ']') : name;

/** Formats parameters as a query string, with lists and objects in brackets; `parseParams` reads it back. */
export const formatParams = (params: Params): string => qs().stringify(params, { arrayFormat: 'brackets' });
