import type { UnitOfWork } from '@almanac/aggregates';
import { slugOf } from '@almanac/content';
import type { Documents } from '@almanac/documents';
import { joinGroup, type SiteLanguages, standAlone } from '@almanac/translations';
import { loadTree, place } from './categoryTree.ts';
import { duplicateOf } from './duplicateTerm.ts';
import { type Taxonomy, type Term, type TermFields, type TermStanding, termEvent } from './term.ts';
import { emptyTermName, LONGEST_NAME, noSuchParent, termExists, termNameTooLong } from './termErrors.ts';
import { freeTermSlug, moveSlug } from './termSlugs.ts';
import { translatableTerms, versionOf } from './translatableTerms.ts';

/** All texts cleaned; `slug` empty for one made of the name. */
export interface CreateTerm extends TermFields {
  /** A number that no term has. */
  readonly id: number;
  readonly language: string;
  readonly translationOf: number | undefined;
}

export interface TermPorts {
  readonly documents: Documents;
  readonly languages: SiteLanguages;
}

/** @throws DomainError 400 `empty_term_name`, `db_insert_error`, `rest_term_invalid`, `term_exists` */
export const createTerm = async (
  unit: UnitOfWork,
  ports: TermPorts,
  taxonomy: Taxonomy,
  command: CreateTerm,
): Promise<Term> => {
  const { id, name, parent, language } = command;
  checkTermName(name);
  await checkParent(unit, parent);
  const slugOfName = slugOf(name);
  const duplicate = await duplicateOf(unit, ports.documents, taxonomy, { ...command, slugOfName });
  if (duplicate !== undefined) throw termExists(duplicate);
  const wanted = command.slug || slugOfName || String(id);
  const slug = await freeTermSlug(unit, taxonomy, wanted, { id, parent, language });
  const standing = await standingOf(unit, ports, taxonomy, command);
  await moveSlug(unit, taxonomy, { id, slug: '', language }, slug);
  if (taxonomy.hierarchical) await place(unit, id, parent);
  const { description } = command;
  const data = { id, name, slug, description, parent, ...standing };
  return unit.append(taxonomy.term, id, [termEvent(taxonomy.name, 'Created', data)]);
};

/** @throws DomainError 400 for a name that is empty or too long once cleaned */
export const checkTermName = (name: string): void => {
  if (name === '') throw emptyTermName();
  if ([...name].length > LONGEST_NAME) throw termNameTooLong();
};

/** @throws DomainError 400 `rest_term_invalid` */
export const checkParent = async (unit: UnitOfWork, parent: number): Promise<void> => {
  if (parent !== 0 && (await loadTree(unit)).parents[parent] === undefined) throw noSuchParent();
};

const standingOf = async (
  unit: UnitOfWork,
  { languages: site }: TermPorts,
  taxonomy: Taxonomy,
  { id, language, translationOf }: CreateTerm,
): Promise<TermStanding> => {
  if (translationOf === undefined) return standAlone(language, site);
  const version = versionOf({ id, language, group: null });
  const standing = await joinGroup(unit, translatableTerms(taxonomy), { version, source: translationOf, site });
  return { ...standing, source: (await unit.load(taxonomy.term, translationOf)).language };
};
