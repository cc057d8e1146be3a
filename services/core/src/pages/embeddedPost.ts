import { permalinkOf } from '@almanac/contracts';
import { embedAnswer, pageNotFound, protectedNote, trusted } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import type { PageContext } from '../pageContext.ts';
import type { Post } from '../posts/post.ts';
import { imagesOfExcerpts, openExcerptOf } from './postCards.ts';
import { pageTitle } from './postTitle.ts';

/** Returns the embedded form of a published post (docs/interface/oembed.md §3); only the title if it is protected. */
export const embeddedPost = async (
  { core, request, renderContext }: PageContext,
  post: Post,
): Promise<RestResponse> => {
  if (post.status !== 'publish') throw pageNotFound();
  const images = await imagesOfExcerpts(core, [post], renderContext);
  const body = post.password === '' ? trusted(await openExcerptOf(post, images)) : protectedNote(renderContext);
  const embedded = {
    title: pageTitle(post, renderContext),
    address: `${renderContext.baseUrl}${permalinkOf(post, renderContext.site)}`,
    body,
  };
  return embedAnswer(request, renderContext, embedded);
};
