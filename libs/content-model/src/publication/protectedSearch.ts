import type { Filter } from '@almanac/documents';
import type { Principal } from '@almanac/identity';

/** The records whose texts a password hides from a caller. */
export interface TextLocks {
  /** The other records, which are searched in all texts. */
  readonly unlocked: Filter;
  /** The texts that the caller sees of a locked record; without any, a search does not find it. */
  readonly openTexts: readonly string[];
}

/**
 * Returns the locks for a caller: the right password and the right to edit open a record. Visitors find no locked
 * record; undefined if the caller may edit all records (docs/interface/texts.md §9).
 * @param editable filter of the records that the caller may edit; undefined: all
 */
export const textLocks = (
  principal: Principal,
  editable: Filter | undefined,
  { openTexts, password = '' }: { readonly openTexts: readonly string[]; readonly password?: string | undefined },
): TextLocks | undefined => {
  if (editable === undefined) return undefined;
  const passwords = password === '' ? [''] : ['', password];
  const open: Filter = { field: 'password', in: passwords };
  if (principal.kind === 'anonymous') return { unlocked: open, openTexts: [] };
  return { unlocked: { any: [open, editable] }, openTexts };
};

/**
 * Returns the filters of a search that reveals nothing of locked texts, neither by a word nor by an excluded word.
 * @param filtersIn returns the filters of the search in some texts
 */
export const protectedSearch = (
  filtersIn: (texts: readonly string[]) => readonly Filter[],
  texts: readonly string[],
  locks: TextLocks | undefined,
): readonly Filter[] => {
  const filters = filtersIn(texts);
  if (locks === undefined) return filters;
  const { unlocked } = locks;
  const openTexts = texts.filter((text) => locks.openTexts.includes(text));
  if (openTexts.length === 0) return [...filters, unlocked];
  // A text of a locked record has the words only if the record has them, so that an index may find them in all texts.
  const wanted = filters.filter((filter) => 'texts' in filter);
  const others = filters.filter((filter) => !('texts' in filter));
  return [...wanted, { any: [{ all: [unlocked, ...others] }, { all: [{ not: unlocked }, ...filtersIn(openTexts)] }] }];
};
