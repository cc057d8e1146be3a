import type { UnitOfWork } from '@almanac/aggregates';
import { leaveGroup, type SiteLanguages } from '@almanac/translations';
import { postDecider } from '../posts/postCommands.ts';
import { childrenOf, loadTree, place, unplace } from './categoryTree.ts';
import { isTerm, type Taxonomy, type Term, termEvent } from './term.ts';
import { noSuchTerm } from './termErrors.ts';
import { moveSlug } from './termSlugs.ts';
import { translatableTerms, versionOf } from './translatableTerms.ts';

export interface DeleteTerm {
  readonly id: number;
  readonly site: SiteLanguages;
  /** Ids of posts that have it. */
  readonly posts: readonly number[];
}

/**
 * Deletes a term for good; categories below it move up, and these posts lose it. Answers the term as it was.
 * @throws DomainError 404 `rest_term_invalid`
 */
export const deleteTerm = async (
  unit: UnitOfWork,
  taxonomy: Taxonomy,
  { id, site, posts }: DeleteTerm,
): Promise<Term> => {
  const term = await unit.load(taxonomy.term, id);
  if (!isTerm(term)) throw noSuchTerm();
  if (taxonomy.hierarchical) await raiseChildren(unit, taxonomy, term);
  for (const post of posts)
    await unit.decide(postDecider, post, { type: 'DropTerm', member: taxonomy.base, term: id }, undefined);
  await moveSlug(unit, taxonomy, term, undefined);
  await leaveGroup(unit, translatableTerms(taxonomy), { version: versionOf(term), site });
  await unit.append(taxonomy.term, id, [termEvent(taxonomy.name, 'Deleted', {})]);
  return term;
};

const raiseChildren = async (unit: UnitOfWork, taxonomy: Taxonomy, term: Term): Promise<void> => {
  const { id, parent } = term;
  for (const child of childrenOf(await loadTree(unit), id)) {
    await place(unit, child, parent);
    await unit.append(taxonomy.term, child, [termEvent(taxonomy.name, 'Changed', { parent })]);
  }
  await unplace(unit, id);
};
