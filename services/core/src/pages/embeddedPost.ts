import { embedAnswer, pageNotFound, protectedNote, trusted } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import type { PageContext } from '../pageContext.ts';
import type { Post } from '../posts/post.ts';
import { excerptOf, imagesOfExcerpts } from './postCards.ts';
import { pageTitle } from './postTitle.ts';

/** The small form of a published post (docs/interface/oembed.md §3); of a protected one, its title. */
export const embeddedPost = async (
  { core, request, renderContext }: PageContext,
  post: Post,
): Promise<RestResponse> => {
  if (post.status !== 'publish') throw pageNotFound();
  const images = await imagesOfExcerpts(core, [post], renderContext);
  const body = post.password === '' ? trusted(await excerptOf(post, images)) : protectedNote(renderContext);
  const embedded = { title: pageTitle(post, renderContext), address: `${renderContext.baseUrl}${post.path}`, body };
  return embedAnswer(request, renderContext, embedded);
};
