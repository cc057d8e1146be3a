import type { RestResponse } from '@almanac/rest';
import type { PageContext } from '../pageContext.ts';
import { embeddedPost } from './embeddedPost.ts';
import { embeddedMediumPage, mediumPage } from './mediumPage.ts';
import { findNamedPost } from './namedPost.ts';
import { postPage } from './postPage.ts';

/** The page at `/{slug}/`: that of a post, or of a file, since no two of them have the same slug. */
export const postOrMedium = async (context: PageContext): Promise<RestResponse> => {
  const post = await findNamedPost(context);
  return post === undefined ? mediumPage(context) : postPage(context, post);
};

/** Its small form at `/{slug}/embed/`. */
export const embeddedPostOrMedium = async (context: PageContext): Promise<RestResponse> => {
  const post = await findNamedPost(context);
  return post === undefined ? embeddedMediumPage(context) : embeddedPost(context, post);
};
