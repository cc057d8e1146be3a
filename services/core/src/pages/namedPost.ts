import { isPermalink } from '@almanac/contracts';
import { pageNotFound } from '@almanac/pages';
import { slugOf } from '@almanac/text';
import { pagePath } from '../addresses.ts';
import type { PageContext } from '../pageContext.ts';
import type { Post } from '../posts/post.ts';
import { mayReadPost } from '../posts/postAccess.ts';
import { pageAtPath, postWithSlug, publicPostByFormerAddress } from '../posts/readModels/postList.ts';
import { segmentsAbove } from './askedAddress.ts';

/**
 * Returns the post or page named in the path, in the language of the address, otherwise in the default language (its
 * page then redirects). Undefined if it is missing, the caller may not read it, or the path is neither that of a page
 * nor a permalink of the site.
 */
export const findNamedPost = async (context: PageContext): Promise<Post | undefined> => {
  const { core, request, renderContext } = context;
  const { defaultLanguage } = core.languages;
  const above = segmentsAbove(context);
  const slug = slugOf(request.captures.slug ?? '');
  const inLanguage = async (language: string): Promise<Post | undefined> => {
    if (above.length === 0) return postWithSlug(core, slug, language);
    const path = pagePath(language, defaultLanguage, [...above.map(slugOf), slug]);
    const page = await pageAtPath(core.documents, path);
    return page ?? (isPermalink(above, renderContext.site) ? postWithSlug(core, slug, language) : undefined);
  };
  const own = await inLanguage(renderContext.language);
  const found = own ?? (renderContext.language === defaultLanguage ? undefined : await inLanguage(defaultLanguage));
  if (found === undefined || found.path === null) return undefined;
  return mayReadPost(request.principal, found) ? found : undefined;
};

/**
 * Returns the public post or page that the path named before: by a former slug, or a page by its slug without those of
 * the pages above it. Undefined if there is none.
 */
export const findFormerPost = async (context: PageContext): Promise<Post | undefined> => {
  const { core, request, renderContext } = context;
  const above = segmentsAbove(context);
  if (above.length > 0 && !isPermalink(above, renderContext.site)) return undefined;
  return publicPostByFormerAddress(core.documents, slugOf(request.captures.slug ?? ''), renderContext.language);
};

/** Returns the post named in the path. @throws DomainError 404 */
export const namedPost = async (context: PageContext): Promise<Post> => {
  const found = await findNamedPost(context);
  if (found === undefined) throw pageNotFound();
  return found;
};
