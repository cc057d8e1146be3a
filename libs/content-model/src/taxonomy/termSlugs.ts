import { idOfStream, type UnitOfWork } from '@almanac/event-sourcing';
import { cutSlug, uniqueSlug } from '@almanac/text';
import { slugScope } from '../publication/contentItem.ts';
import { ancestorsOf, loadTree } from './categoryTree.ts';
import type { TermKind, TermState } from './term.ts';

const MAX_SLUG_BYTES = 200;

/** Returns the id of the term that has the slug; undefined if the slug is free. */
export const termWithSlug = async (
  unit: UnitOfWork,
  noun: string,
  language: string,
  slug: string,
): Promise<number | undefined> => {
  const stream = await unit.holder(slugScope(noun, language), slug);
  return stream === null ? undefined : Number(idOfStream(stream));
};

export interface NamedTerm {
  readonly id: number;
  readonly parent: number;
  readonly language: string;
}

/**
 * Returns a free slug for the requested one: the slug itself if it is free in its taxonomy; else joined with the slugs
 * of the categories above, the nearest first; else numbered (docs/interface/core-terms.md §4).
 * @param others nouns of further taxonomies in which a numbered slug must be free
 */
export const freeTermSlug = async <State extends TermState>(
  unit: UnitOfWork,
  kind: TermKind<State>,
  wanted: string,
  named: NamedTerm & { readonly others?: readonly string[] },
): Promise<string> => {
  const isFree = async (slug: string, nouns: readonly string[]): Promise<boolean> => {
    for (const noun of nouns) {
      const holder = await termWithSlug(unit, noun, named.language, slug);
      if (holder !== undefined && holder !== named.id) return false;
    }
    return true;
  };
  let slug = cutSlug(wanted, MAX_SLUG_BYTES);
  if (await isFree(slug, [kind.noun])) return slug;
  for (const above of await slugsAbove(unit, kind, named)) {
    slug = cutSlug(`${slug}-${above}`, MAX_SLUG_BYTES);
    if (await isFree(slug, [kind.noun])) return slug;
  }
  const nouns = [kind.noun, ...(named.others ?? [])];
  return uniqueSlug(slug, async (each) => !(await isFree(each, nouns)), { numbered: true });
};

/** Returns the slugs of the categories above a term, the nearest first; none at the top, and for tags. */
export const slugsAbove = async <State extends TermState>(
  unit: UnitOfWork,
  { aggregate }: TermKind<State>,
  { parent }: Pick<NamedTerm, 'parent'>,
): Promise<string[]> => {
  if (parent === 0) return [];
  const above = [parent, ...ancestorsOf(await loadTree(unit), parent)];
  return Promise.all(above.map(async (id) => (await unit.load(aggregate, id)).slug));
};
