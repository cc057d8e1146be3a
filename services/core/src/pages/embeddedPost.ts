import { embedAnswer, pageNotFound, protectedNote, trusted } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import type { PageContext } from '../pageContext.ts';
import type { Post } from '../posts/post.ts';
import { namedPost } from './namedPost.ts';
import { excerptOf } from './postCards.ts';
import { pageTitle } from './postTitle.ts';

/** The small form of a published post (batch-oembed.md §B3); of a protected one, its title. */
export const embeddedPost = async ({ request, showing }: PageContext, post: Post): Promise<RestResponse> => {
  if (post.status !== 'publish') throw pageNotFound();
  const body = post.password === '' ? trusted(excerptOf(post)) : protectedNote(showing);
  const embedded = { title: pageTitle(post, showing), address: `${showing.baseUrl}${post.path}`, body };
  return embedAnswer(request, showing, embedded, { tags: [`posts:${post.id}`] });
};

/** The same at its own address, `/{slug}/embed/`. */
export const embedPage = async (context: PageContext): Promise<RestResponse> =>
  embeddedPost(context, await namedPost(context));
