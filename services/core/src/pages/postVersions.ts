import { type Versions, versionsAt } from '@almanac/pages';
import { i18nMembers } from '@almanac/translations';
import type { PageContext } from '../pageContext.ts';
import { type Post, posts } from '../posts/post.ts';

/** The addresses of a post's page in the languages that everybody may read it in, its own included. */
export const postVersions = async ({ core, renderContext }: PageContext, post: Post): Promise<Versions> => {
  const i18n = await i18nMembers(core.documents, 'post', [post], false);
  const versions = await core.documents.getMany<Post>(posts, Object.values(i18n(post).translations));
  return versionsAt(renderContext, versions, ({ path }) => path);
};
