import type { UnitOfWork } from '@almanac/aggregates';
import { slugOf } from '@almanac/content';
import { changedFields } from '../changedFields.ts';
import { ancestorsOf, loadTree, place } from './categoryTree.ts';
import { checkParent, checkTermName } from './createTerm.ts';
import { isTerm, type Taxonomy, type Term, type TermFields, termEvent } from './term.ts';
import { noSuchTerm, slugTaken } from './termErrors.ts';
import { freeTermSlug, moveSlug, termWithSlug } from './termSlugs.ts';

/** What is asked for, cleaned; an empty `slug` asks for one made of the name. */
export type ChangeTerm = Partial<TermFields>;

/**
 * Changes what is named and nothing else.
 * @throws DomainError 404 `rest_term_invalid`; 400 `empty_term_name`, `db_insert_error`, `rest_term_invalid`,
 * `duplicate_term_slug`
 */
export const changeTerm = async (
  unit: UnitOfWork,
  taxonomy: Taxonomy,
  id: number,
  command: ChangeTerm,
): Promise<Term> => {
  const term = await unit.load(taxonomy.term, id);
  if (!isTerm(term)) throw noSuchTerm();
  const { name = term.name } = command;
  checkTermName(name);
  const parent = await parentOf(unit, term, command.parent);
  const slug = await slugFor(
    unit,
    taxonomy,
    { ...term, name, parent },
    { asked: command.slug, moves: parent !== term.parent },
  );
  const changed = changedFields<TermFields>(term, { ...command, name, slug, parent });
  if (Object.keys(changed).length === 0) return term;
  if (changed.slug !== undefined) await moveSlug(unit, taxonomy, term, slug);
  if (changed.parent !== undefined) await place(unit, id, parent);
  return unit.append(taxonomy.term, id, [termEvent(taxonomy.name, 'Changed', changed)]);
};

/** A category cannot stand below itself: such a wish leaves it at the top (core-adjacent.md §1.4). */
const parentOf = async (unit: UnitOfWork, term: Term, asked: number | undefined): Promise<number> => {
  if (asked === undefined || asked === term.parent) return term.parent;
  await checkParent(unit, asked);
  const above = [asked, ...ancestorsOf(await loadTree(unit), asked)];
  return above.includes(term.id) ? 0 : asked;
};

const slugFor = async (
  unit: UnitOfWork,
  taxonomy: Taxonomy,
  term: Term,
  wish: { readonly asked: string | undefined; readonly moves: boolean },
): Promise<string> => {
  if (wish.asked === undefined || wish.asked === term.slug) return term.slug;
  const wanted = wish.asked || slugOf(term.name) || String(term.id);
  const holder = await termWithSlug(unit, taxonomy, term.language, wanted);
  if (holder === undefined || holder === term.id) return wanted;
  if (wish.asked !== '' && !wish.moves) throw slugTaken(wanted);
  return freeTermSlug(unit, taxonomy, wanted, term);
};
