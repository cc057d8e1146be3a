import type { Documents } from '@almanac/documents';
import { termsById } from '../terms/readModels/termList.ts';
import { type Taxonomy, type Term, taxonomies } from '../terms/term.ts';
import type { Post } from './post.ts';

/** Returns the existing terms of a post in a taxonomy, ordered by name. */
export type TermsOf = (post: Post, taxonomy: Taxonomy) => readonly Term[];

const byName = (a: Term, b: Term): number =>
  a.keys.name < b.keys.name ? -1 : a.keys.name > b.keys.name ? 1 : a.id - b.id;

/** Reads the terms of several posts at once. */
export const readTermsOf = async (documents: Documents, posts: readonly Post[]): Promise<TermsOf> => {
  const found = new Map<Taxonomy, ReadonlyMap<number, Term>>();
  for (const taxonomy of taxonomies) {
    const ids = posts.flatMap((post) => post[taxonomy.base]);
    const terms = ids.length === 0 ? [] : await termsById(documents, taxonomy, ids);
    found.set(taxonomy, new Map(terms.map((term) => [term.id, term])));
  }
  return (post, taxonomy) => post[taxonomy.base].flatMap((id) => found.get(taxonomy)?.get(id) ?? []).toSorted(byName);
};
