import { type DomainError, isDomainError } from '@almanac/i18n';
import { boolean, CombinedError, integer, invalidParams, list, number, refusalOfLength } from '@almanac/rest';
import { MAX_DESCRIPTION_LENGTH } from '@almanac/text';
import { contentErrors } from '../errors.ts';
import { declaredMeta, type MetaKind, type MetaValue } from './declaredMeta.ts';

/**
 * Reads the parameter `meta` (docs/interface/core-posts.md §9): declared members with values of their types, and null
 * where null was sent. Texts are not cleaned.
 * @throws DomainError 400 with the code of the first error; the other errors are attached
 */
export const sentMeta = (sent: Readonly<Record<string, unknown>>): Readonly<Record<string, MetaValue | null>> => {
  const refusals: DomainError[] = [];
  const members: Record<string, MetaValue | null> = {};
  for (const [name, kind] of declaredMeta) {
    if (!Object.hasOwn(sent, name)) continue;
    const value = sent[name] === null ? null : convert(name, kind, sent[name]);
    if (isDomainError(value)) refusals.push(value);
    else members[name] = value;
  }
  const [first, ...more] = refusals;
  if (first !== undefined) throw more.length === 0 ? first : new CombinedError(first, more);
  return members;
};

const convert = (name: string, kind: MetaKind, value: unknown): MetaValue | DomainError => {
  if (kind === 'boolean') return typeof value === 'boolean' ? value : toTruth(name, value);
  if (kind === 'numbers') return toNumbers(name, value);
  if (typeof value !== 'string') return wrongType(name, 'string');
  const refusal = refusalOfLength(value, MAX_DESCRIPTION_LENGTH);
  return refusal === undefined ? value : invalidParams({ [`meta.${name}`]: refusal });
};

const WORDS: ReadonlyMap<string, boolean> = new Map(
  Object.entries<boolean>({ yes: true, on: true, no: false, off: false, '': false }),
);

/** Converts a boolean; the usual words are accepted too. */
const toTruth = (name: string, value: unknown): boolean | DomainError => {
  const word = typeof value === 'string' ? WORDS.get(value.toLowerCase()) : undefined;
  if (word !== undefined) return word;
  const parsed = boolean().schema().safeParse(value);
  return parsed.success ? parsed.data : wrongType(name, 'boolean');
};

/** Converts a list of numbers, or their text with commas, to non-negative integers. */
const toNumbers = (name: string, value: unknown): readonly number[] | DomainError => {
  if (Array.isArray(value) && value.includes(null)) return hasNull(name);
  const parsed = list(number()).schema().safeParse(value);
  if (!parsed.success) return wrongType(name, 'array');
  const whole = parsed.data.map((each) => Math.abs(Math.trunc(each)));
  return whole.every((each) => integer().schema().safeParse(each).success) ? whole : wrongType(name, 'array');
};

/** Returns the error of a null within a list; only the whole list can be removed. */
const hasNull = (name: string): DomainError =>
  contentErrors.nullInList({
    params: { name: `meta.${name}` },
    data: { param: `meta.${name}` },
  });

const wrongType = (name: string, type: string): DomainError =>
  contentErrors.wrongMetaType({
    params: { name: `meta.${name}`, type },
    data: { param: `meta.${name}` },
  });
