import { type DomainError, isDomainError } from '@almanac/i18n';
import { boolean, CombinedError, integer, invalidParams, list, number, refusalOfLength } from '@almanac/rest';
import { MAX_DESCRIPTION_LENGTH, plainText } from '@almanac/text';
import { coreErrors } from '../../errors.ts';
import { declaredMeta, type MetaKind } from './declaredMeta.ts';
import { cleanFootnotes } from './footnotes.ts';

/** Members to write; null removes the stored value. */
export type MetaInput = Readonly<Record<string, unknown>>;

/**
 * Validates and cleans the parameter `meta` (docs/interface/core-posts.md §9); undeclared members are ignored.
 * @param trusted true if the caller may write unfiltered HTML
 * @throws DomainError 400 with the code of the first error; the other errors are attached
 */
export const writtenMeta = (sent: Readonly<Record<string, unknown>>, trusted: boolean): MetaInput => {
  const refusals: DomainError[] = [];
  const input: Record<string, unknown> = {};
  for (const [name, kind] of declaredMeta) {
    if (!Object.hasOwn(sent, name)) continue;
    const value = convert(name, { kind, value: sent[name], trusted });
    if (isDomainError(value)) refusals.push(value);
    else input[name] = value;
  }
  const [first, ...more] = refusals;
  if (first !== undefined) throw more.length === 0 ? first : new CombinedError(first, more);
  return input;
};

interface SentMeta {
  readonly kind: MetaKind;
  readonly value: unknown;
  readonly trusted: boolean;
}

const convert = (name: string, { kind, value, trusted }: SentMeta): unknown => {
  if (value === null) return null;
  switch (kind) {
    case 'boolean':
      return typeof value === 'boolean' ? value : toTruth(name, value);
    case 'numbers':
      return toNumbers(name, value);
    default: {
      if (typeof value !== 'string') return wrongType(name, 'string');
      const refusal = refusalOfLength(value, MAX_DESCRIPTION_LENGTH);
      return refusal === undefined ? cleanText(kind, value, trusted) : invalidParams({ [`meta.${name}`]: refusal });
    }
  }
};

const WORDS: ReadonlyMap<string, boolean> = new Map(
  Object.entries<boolean>({ yes: true, on: true, no: false, off: false, '': false }),
);

/** Converts a boolean; the usual words are accepted too. */
const toTruth = (name: string, value: unknown): boolean | DomainError => {
  const word = typeof value === 'string' ? WORDS.get(value.toLowerCase()) : undefined;
  if (word !== undefined) return word;
  const parsed = boolean().schema.safeParse(value);
  return parsed.success ? parsed.data : wrongType(name, 'boolean');
};

/** Converts a list of numbers, or their text with commas, to non-negative integers. */
const toNumbers = (name: string, value: unknown): readonly number[] | DomainError => {
  if (Array.isArray(value) && value.includes(null)) return hasNull(name);
  const parsed = list(number()).schema.safeParse(value);
  if (!parsed.success) return wrongType(name, 'array');
  const whole = parsed.data.map((each) => Math.abs(Math.trunc(each)));
  return whole.every((each) => integer().schema.safeParse(each).success) ? whole : wrongType(name, 'array');
};

const cleanText = (kind: MetaKind, value: string, trusted: boolean): string => {
  if (kind === 'footnotes') return trusted ? value : cleanFootnotes(value);
  if (kind === 'text') return plainText(value);
  const inner = plainText(value);
  if (inner === '') return /\s/.test(value) ? ' ' : '';
  return `${/^\s/.test(value) ? ' ' : ''}${inner}${/\s$/.test(value) ? ' ' : ''}`;
};

/** Returns the error of a null within a list; only the whole list can be removed. */
const hasNull = (name: string): DomainError =>
  coreErrors.nullInList({
    params: { name: `meta.${name}` },
    data: { param: `meta.${name}` },
  });

const wrongType = (name: string, type: string): DomainError =>
  coreErrors.wrongMetaType({
    params: { name: `meta.${name}`, type },
    data: { param: `meta.${name}` },
  });

/** Returns the stored members after an input; members set to null are removed. */
export const mergeMeta = (stored: Readonly<Record<string, unknown>>, input: MetaInput): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...stored, ...input }).filter(([, value]) => value !== null));
