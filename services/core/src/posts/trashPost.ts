import type { UnitOfWork } from '@almanac/aggregates';
import { leaveGroup, showInGroup } from '@almanac/translations';
import { deleteAutosave } from '../autosaves/deleteAutosave.ts';
import { loadPost } from './changePost.ts';
import { clocksOf, type PostPorts, type Writing } from './createPost.ts';
import { type Post, post } from './post.ts';
import { modifiedNow } from './postDates.ts';
import { alreadyTrashed } from './postErrors.ts';
import { freePostSlug, movePostSlug, trashedSlug } from './postSlugs.ts';
import { translatablePosts, versionOf } from './translatablePosts.ts';

/** To the trash, under a slug that frees the post's own. @throws DomainError 404, 410 for one that is there */
export const trashPost = async (
  unit: UnitOfWork,
  { languages: site }: PostPorts,
  writing: Writing,
  id: number,
): Promise<Post> => {
  const before = await loadPost(unit, id);
  if (before.status === 'trash') throw alreadyTrashed();
  const { language } = before;
  const slug = await freePostSlug(unit, trashedSlug(before.slug), { id, language, reserved: writing.reserved });
  await movePostSlug(unit, before, slug);
  const data = { slug, ...modifiedNow(clocksOf(unit, writing)) };
  const after = await unit.append(post, id, [{ type: 'PostTrashed', data }]);
  await showInGroup(unit, translatablePosts, { version: versionOf(after), site });
  return unit.load(post, id);
};

/**
 * For good, with its revisions and with the autosaves of these users.
 * @throws DomainError 404
 */
export const deletePost = async (
  unit: UnitOfWork,
  { languages: site }: PostPorts,
  { id, savers }: { readonly id: number; readonly savers: readonly number[] },
): Promise<void> => {
  const before = await loadPost(unit, id);
  await movePostSlug(unit, before, '');
  await leaveGroup(unit, translatablePosts, { version: versionOf(before), site });
  for (const author of savers) await deleteAutosave(unit, { post: id, author });
  await unit.append(post, id, [{ type: 'PostDeleted', data: {} }]);
};
