import type { UnitOfWork } from '@almanac/aggregates';
import { foldText } from '@almanac/content';
import type { Documents } from '@almanac/documents';
import { isTerm, type Taxonomy, type Term } from './term.ts';
import { termWithSlug } from './termSlugs.ts';

export interface Wanted {
  readonly name: string;
  /** The slug that was asked for, cleaned; empty for none. */
  readonly slug: string;
  /** The slug that the name gives. */
  readonly slugOfName: string;
  readonly parent: number;
  readonly language: string;
}

const asciiLower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The term that a new one would double, by the rules of core-adjacent.md §1.4; undefined where it may be made. */
export const duplicateOf = async (
  unit: UnitOfWork,
  documents: Documents,
  taxonomy: Taxonomy,
  wanted: Wanted,
): Promise<number | undefined> => {
  const bearer = await bearerOf(unit, taxonomy, wanted);
  const named = [...(await namesakes(documents, taxonomy, wanted)), ...(bearer === undefined ? [] : [bearer])];
  const alike = named.filter(
    (term) =>
      asciiLower(term.name) === asciiLower(wanted.name) && (!taxonomy.hierarchical || term.parent === wanted.parent),
  );
  const [first] = alike;
  if (first === undefined) return undefined;
  if (wanted.slug === '') {
    const same = taxonomy.hierarchical ? alike.find((term) => term.name === wanted.name) : first;
    if (same !== undefined) return same.id;
  }
  if (bearer === undefined) return undefined;
  return !taxonomy.hierarchical || bearer.parent === wanted.parent ? bearer.id : undefined;
};

/** The term that has the slug which the new one would get. */
const bearerOf = async (unit: UnitOfWork, taxonomy: Taxonomy, wanted: Wanted): Promise<Term | undefined> => {
  const slug = wanted.slug === '' ? wanted.slugOfName : wanted.slug;
  if (slug === '') return undefined;
  const id = await termWithSlug(unit, taxonomy, wanted.language, slug);
  return id === undefined ? undefined : unit.load(taxonomy.term, id);
};

const namesakes = async (documents: Documents, taxonomy: Taxonomy, wanted: Wanted): Promise<Term[]> => {
  const found = await documents.find<Term>(taxonomy.collection, {
    filter: { field: 'keys.name', equals: foldText(wanted.name) },
  });
  return found.filter((term) => isTerm(term) && term.language === wanted.language);
};
