import type { UnitOfWork } from '@almanac/aggregates';
import { DEFAULT_CATEGORY } from '../terms/defaultCategory.ts';
import type { Taxonomy } from '../terms/term.ts';
import { isPost, post } from './post.ts';

/** A post loses a term; one without any category gets the default one (core-adjacent.md §1.5). */
export const dropTerm = async (
  unit: UnitOfWork,
  taxonomy: Taxonomy,
  { post: id, term }: { readonly post: number; readonly term: number },
): Promise<void> => {
  const state = await unit.load(post, id);
  const held = state[taxonomy.base];
  if (!isPost(state) || !held.includes(term)) return;
  const left = held.filter((each) => each !== term);
  const kept = taxonomy.hierarchical && left.length === 0 ? [DEFAULT_CATEGORY] : left;
  await unit.append(post, id, [{ type: 'PostReferencesChanged', data: { [taxonomy.base]: kept } }]);
};

/** A post gets another author. */
export const reassign = async (
  unit: UnitOfWork,
  { post: id, from, to }: { readonly post: number; readonly from: number; readonly to: number },
): Promise<void> => {
  const state = await unit.load(post, id);
  if (!isPost(state) || state.author !== from) return;
  await unit.append(post, id, [{ type: 'PostReferencesChanged', data: { author: to } }]);
};

/** A post loses its featured image. */
export const dropImage = async (
  unit: UnitOfWork,
  { post: id, image }: { readonly post: number; readonly image: number },
): Promise<void> => {
  const state = await unit.load(post, id);
  if (!isPost(state) || state.image !== image) return;
  await unit.append(post, id, [{ type: 'PostReferencesChanged', data: { image: 0 } }]);
};
