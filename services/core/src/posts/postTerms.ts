import type { Documents } from '@almanac/documents';
import { termsById } from '../terms/readModels/termList.ts';
import { type Taxonomy, type Term, taxonomies } from '../terms/term.ts';
import type { Post } from './post.ts';

/** The terms of a post in a taxonomy, ordered by name; those that are gone are left out. */
export type TermsOf = (post: Post, taxonomy: Taxonomy) => readonly Term[];

const byName = (a: Term, b: Term): number =>
  a.keys.name < b.keys.name ? -1 : a.keys.name > b.keys.name ? 1 : a.id - b.id;

/** Reads the terms of several posts in one go. */
export const readTermsOf = async (documents: Documents, posts: readonly Post[]): Promise<TermsOf> => {
  const found = new Map<Taxonomy, ReadonlyMap<number, Term>>();
  for (const taxonomy of taxonomies) {
    const ids = posts.flatMap((post) => post[taxonomy.base]);
    const terms = ids.length === 0 ? [] : await termsById(documents, taxonomy, ids);
    found.set(taxonomy, new Map(terms.map((term) => [term.id, term])));
  }
  return (post, taxonomy) => post[taxonomy.base].flatMap((id) => found.get(taxonomy)?.get(id) ?? []).toSorted(byName);
};
