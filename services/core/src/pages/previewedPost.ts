import { userId } from '@almanac/identity';
import type { PageContext } from '../pageContext.ts';
import type { Post } from '../posts/post.ts';
import { mayEditPost } from '../posts/postAccess.ts';
import { autosavesOf } from '../posts/readModels/revisionList.ts';
import { previewNonce } from '../revisions/autosaveView.ts';

/**
 * Returns the post as a preview; undefined unless a user who may edit it requests one. An address that the site created
 * for the autosave shows the caller's own autosave (docs/interface/core-revisions.md §6).
 */
export const previewedPost = async ({ core, request }: PageContext, post: Post): Promise<Post | undefined> => {
  const { preview, preview_id, preview_nonce } = request.params;
  if (preview !== 'true' || !mayEditPost(request.principal, post)) return undefined;
  if (Number(preview_id) !== post.id || preview_nonce !== previewNonce(core, post.id)) return post;
  const saved = await autosavesOf(core.documents, [post.id]);
  const own = saved.findLast(({ author }) => author === userId(request.principal));
  if (own === undefined) return post;
  const { title, content, excerpt } = own;
  return { ...post, title, content, excerpt };
};
