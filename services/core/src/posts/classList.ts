import { type Taxonomy, type Term, taxonomies } from '../terms/term.ts';
import type { Post } from './post.ts';

const PREFIXES: Readonly<Record<Taxonomy['slug'], string>> = { category: 'category', post_tag: 'tag' };

/** Returns a slug as a CSS class; the id if only digits or dashes remain of it. */
const classOf = ({ slug, id }: Term): string => {
  const plain = slug.replace(/%[0-9a-f]{2}/gi, '').replace(/[^\w-]/g, '');
  return /^[\d-]*$/.test(plain) ? String(id) : plain;
};

/** Returns the CSS classes of a post, each once (docs/interface/core-posts.md §2.3). */
export const classList = (post: Post, termsOf: (taxonomy: Taxonomy) => readonly Term[], edits: boolean): string[] => {
  const guarded = edits ? 'post-password-protected' : 'post-password-required';
  const terms = taxonomies.flatMap((taxonomy) =>
    termsOf(taxonomy).map((term) => `${PREFIXES[taxonomy.slug]}-${classOf(term)}`),
  );
  return [
    ...new Set([
      `post-${post.id}`,
      post.type,
      `type-${post.type}`,
      `status-${post.status}`,
      ...(post.type === 'post' ? [`format-${post.format}`] : []),
      ...(post.password === '' ? [] : [guarded]),
      ...(post.image !== 0 && post.password === '' ? ['has-post-thumbnail'] : []),
      'hentry',
      ...terms,
    ]),
  ];
};
