import { type Claim, claimId, claims, idOfStream } from '@almanac/aggregates';
import { displayExcerpt, displayTitle, slugOf } from '@almanac/content';
import {
  type Html,
  html,
  inline,
  type Page,
  pageAnswer,
  pageNotFound,
  recordLink,
  redirectTo,
  summary,
  trusted,
} from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { isReadable, parentOf } from '../media/mediaAccess.ts';
import { slugScope } from '../media/mediaSlugs.ts';
import { mediaTexts } from '../media/mediaTexts.ts';
import { mediumLink } from '../media/mediaView.ts';
import { isImage, type Medium } from '../media/medium.ts';
import { mediumById } from '../media/readModels/mediaList.ts';
import type { PageContext } from '../pageContext.ts';
import { findNamedPost } from './namedPost.ts';
import { postPage } from './postPage.ts';

/** The medium, if there is one that the caller may see. @throws DomainError 404 */
const readableMedium = async ({ core, request }: PageContext, medium: Medium | undefined): Promise<Medium> => {
  if (medium === undefined) throw pageNotFound();
  if (!isReadable(request.principal, medium, await parentOf(core, request, medium))) throw pageNotFound();
  return medium;
};

const namedMedium = async (context: PageContext): Promise<Medium> => {
  const { documents } = context.core;
  const slug = slugOf(context.request.captures.slug ?? '');
  const claim = await documents.get<Claim>(claims, claimId(slugScope, slug));
  const by = claim?.body?.by ?? null;
  return readableMedium(context, by === null ? undefined : await mediumById(documents, Number(idOfStream(by))));
};

const mediumAddress = async ({ core, request, showing }: PageContext, medium: Medium): Promise<string> =>
  mediumLink(showing.baseUrl, medium, await parentOf(core, request, medium));

/** The address that was asked for. */
const askedAddress = ({ request, showing }: PageContext): string => {
  const { post: parent, slug = '' } = request.captures;
  const segments = parent === undefined ? [slug] : [parent, slug];
  const own = showing.language === showing.site.default_language ? [] : [showing.language];
  return [showing.baseUrl, ...own, ...segments.map(encodeURIComponent), ''].join('/').toLowerCase();
};

/** The page at `/{slug}/`: that of a post, or of a file, since no two of them have the same slug. */
export const postOrMedium = async (context: PageContext): Promise<RestResponse> => {
  const post = await findNamedPost(context);
  return post === undefined ? mediumPage(context) : postPage(context, post);
};

/** `/?p=ID` of a medium leads to its address. @throws DomainError 404 */
export const mediumOfId = async (context: PageContext): Promise<RestResponse> => {
  const { core, request } = context;
  const medium = await readableMedium(context, await mediumById(core.documents, Number(request.captures.id)));
  return redirectTo(await mediumAddress(context, medium));
};

const articleOf = ({ showing }: PageContext, medium: Medium, title: Html): Html => {
  const request = { wants: () => true, site: showing.baseUrl };
  const { description, caption } = mediaTexts(request, medium, { edits: false, embeds: false });
  return html`<article>
<h1>${title}</h1>
<div class="content">
${trusted(description?.rendered ?? '')}
${isImage(medium) && trusted(caption.rendered)}</div>
</article>`;
};

/** The page of a file: what it is, and the file itself. It stands below the post that the file is attached to. */
export const mediumPage = async (context: PageContext): Promise<RestResponse> => {
  const { core, request, showing } = context;
  const medium = await namedMedium(context);
  const address = await mediumAddress(context, medium);
  if (askedAddress(context) !== address.toLowerCase()) return redirectTo(address);
  const parent = await parentOf(core, request, medium);
  const isPublic = medium.status === 'inherit' && (parent === undefined || parent.status === 'publish');
  const title = inline(displayTitle(medium.title));
  const page: Page = {
    title,
    main: articleOf(context, medium, title),
    canonical: address,
    links: [recordLink(showing, `/core/v2/media/${medium.id}`)],
    description: summary(displayExcerpt(medium.caption)),
    section: 'home',
    indexed: isPublic,
  };
  return pageAnswer(request, showing, page, isPublic ? { tags: [`media:${medium.id}`, 'posts'] } : { isPrivate: true });
};
