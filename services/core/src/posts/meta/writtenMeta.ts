import { declaredMeta, type MetaKind, sentMeta } from '@almanac/content-model';
import { plainText } from '@almanac/text';
import { cleanFootnotes } from './footnotes.ts';

/** Members to write; null removes the stored value. */
export type MetaInput = Readonly<Record<string, unknown>>;

/**
 * Validates and cleans the parameter `meta` (docs/interface/core-posts.md §9); undeclared members are ignored.
 * @param trusted true if the caller may write unfiltered HTML
 * @throws DomainError 400 with the code of the first error; the other errors are attached
 */
export const writtenMeta = (sent: Readonly<Record<string, unknown>>, trusted: boolean): MetaInput =>
  Object.fromEntries(
    Object.entries(sentMeta(sent)).map(([name, value]) => [
      name,
      typeof value === 'string' ? cleanText(declaredMeta.get(name), value, trusted) : value,
    ]),
  );

const cleanText = (kind: MetaKind | undefined, value: string, trusted: boolean): string => {
  if (kind === 'footnotes') return trusted ? value : cleanFootnotes(value);
  if (kind === 'text') return plainText(value);
  const inner = plainText(value);
  if (inner === '') return /\s/.test(value) ? ' ' : '';
  return `${/^\s/.test(value) ? ' ' : ''}${inner}${/\s$/.test(value) ? ' ' : ''}`;
};

/** Returns the stored members after an input; members set to null are removed. */
export const mergeMeta = (stored: Readonly<Record<string, unknown>>, input: MetaInput): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...stored, ...input }).filter(([, value]) => value !== null));
