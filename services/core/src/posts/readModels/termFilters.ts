import { type CategoryTree, withDescendants } from '@almanac/content-model';
import type { Filter } from '@almanac/documents';
import type { Taxonomy } from '../../terms/term.ts';

/** A condition on the terms of one taxonomy (docs/interface/core-posts.md §3.6). */
export interface TermCondition {
  readonly terms: readonly number[];
  readonly includeChildren: boolean;
  readonly operator: 'AND' | 'OR';
  readonly exclude: boolean;
}

type TermFilterArg =
  | readonly number[]
  | {
      readonly terms?: readonly number[] | undefined;
      readonly include_children?: boolean | undefined;
      readonly operator?: 'AND' | 'OR' | undefined;
    };

/** Parses either form; undefined if it names no term. */
export const termCondition = (sent: TermFilterArg | undefined, exclude: boolean): TermCondition | undefined => {
  if (sent === undefined) return undefined;
  const { terms = [], include_children = false, operator = 'OR' } = isList(sent) ? { terms: sent } : sent;
  return terms.length === 0 ? undefined : { terms, includeChildren: include_children, operator, exclude };
};

const isList = (sent: TermFilterArg): sent is readonly number[] => Array.isArray(sent);

/** Returns the ids of all versions of a term, including its own. */
export type VersionsOf = (id: number) => readonly number[];

/**
 * Returns the filter of a condition. A term in one language includes its versions in all languages, whose ids
 * `versionsOf` returns. `tree` is used if descendants count too.
 */
export const termFilter = async (
  taxonomy: Taxonomy,
  condition: TermCondition,
  {
    tree,
    versionsOf,
  }: { readonly tree: CategoryTree; readonly versionsOf: (ids: readonly number[]) => Promise<VersionsOf> },
): Promise<Filter> => {
  const below = (id: number): number[] =>
    taxonomy.hierarchical && condition.includeChildren ? withDescendants(tree, [id]) : [id];
  const named = [...new Set(condition.terms)].map(below);
  const versions = await versionsOf(named.flat());
  const groups = named.map((ids) => ids.flatMap(versions));
  const has: Filter =
    condition.operator === 'AND'
      ? { all: groups.map((group) => ({ field: taxonomy.base, contains: group })) }
      : { field: taxonomy.base, contains: groups.flat() };
  return condition.exclude ? { not: has } : has;
};
