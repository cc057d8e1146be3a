import type { TextLocks } from '@almanac/content-model';
import { searchTerms } from '@almanac/text';
import type { PostSearch } from './readModels/searchFilter.ts';

const COLUMNS: ReadonlyMap<string, string> = new Map([
  ['post_title', 'title'],
  ['post_content', 'content'],
  ['post_excerpt', 'excerpt'],
]);

interface SearchArgs {
  readonly search?: string | undefined;
  readonly search_columns: readonly string[];
  readonly search_semantics?: string | undefined;
}

/** Returns the search of a requested list; undefined without one (docs/interface/core-posts.md §3.4). */
export const requestedSearch = (
  { search, search_columns, search_semantics }: SearchArgs,
  locks?: TextLocks,
): PostSearch | undefined => {
  const found = searchTerms(search ?? '');
  if (found === undefined) return undefined;
  const names = search_columns.length > 0 ? search_columns : [...COLUMNS.keys()];
  const columns = names.flatMap((name) => COLUMNS.get(name) ?? []);
  return { ...found, exact: search_semantics === 'exact', columns, locks };
};
