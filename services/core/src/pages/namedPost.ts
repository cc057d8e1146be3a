import { isPermalink } from '@almanac/contracts';
import { mayRead } from '@almanac/identity';
import { pageNotFound } from '@almanac/pages';
import { slugOf } from '@almanac/text';
import type { PageContext } from '../pageContext.ts';
import type { Post } from '../posts/post.ts';
import { guarded } from '../posts/postAccess.ts';
import { postWithSlug } from '../posts/readModels/postList.ts';
import { segmentsAbove } from './askedAddress.ts';

/**
 * Returns the post named in the path, in the language of the address, otherwise in the default language (its page then
 * redirects). Undefined if it is missing, the caller may not read it, or the path is no permalink of the site.
 */
export const findNamedPost = async ({ core, request, renderContext }: PageContext): Promise<Post | undefined> => {
  const above = segmentsAbove({ request });
  if (above.length > 0 && !isPermalink(above, renderContext.site)) return undefined;
  const slug = slugOf(request.captures.slug ?? '');
  const { defaultLanguage } = core.languages;
  const own = await postWithSlug(core, slug, renderContext.language);
  const found =
    own ?? (renderContext.language === defaultLanguage ? undefined : await postWithSlug(core, slug, defaultLanguage));
  if (found === undefined || found.path === null) return undefined;
  return mayRead(request.principal, 'post', guarded(found)) ? found : undefined;
};

/** Returns the post named in the path. @throws DomainError 404 */
export const namedPost = async (context: PageContext): Promise<Post> => {
  const found = await findNamedPost(context);
  if (found === undefined) throw pageNotFound();
  return found;
};
