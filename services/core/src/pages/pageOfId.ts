import { mayRead } from '@almanac/identity';
import { pageNotFound, redirectTo } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import type { PageContext } from '../pageContext.ts';
import { guarded } from '../posts/postAccess.ts';
import { postById } from '../posts/readModels/postList.ts';
import { mediumOfId } from './mediumPage.ts';
import { privatePage } from './postPage.ts';
import { previewedPost } from './previewedPost.ts';
import { withoutId } from './withoutId.ts';

/**
 * `/?p=ID`: redirects to the post's or the file's page; a record without one is rendered here for callers who may read
 * it.
 * @throws DomainError 404
 */
export const pageOfId = async (context: PageContext): Promise<RestResponse> => {
  const { core, request, renderContext } = context;
  const post = await postById(core.documents, Number(request.captures.id));
  if (post === undefined) return mediumOfId(context);
  if (post.status === 'trash') throw pageNotFound();
  if (!mayRead(request.principal, 'post', guarded(post))) throw pageNotFound();
  if (post.path !== null) return redirectTo(`${renderContext.baseUrl}${post.path}${withoutId(request.query)}`);
  return privatePage(context, (await previewedPost(context, post)) ?? post);
};
