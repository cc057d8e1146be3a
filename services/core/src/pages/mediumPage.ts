import { type Claim, claimId, claims, idOfStream } from '@almanac/event-sourcing';
import {
  embedAnswer,
  embedLinks,
  type Html,
  html,
  inline,
  NOT_STORED,
  type Page,
  pageAnswer,
  pageNotFound,
  recordLink,
  redirectTo,
  summary,
  trusted,
  withoutId,
} from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { displayExcerpt, displayTitle, slugOf } from '@almanac/text';
import { isPublic, isReadable, parentOf } from '../media/mediaAccess.ts';
import { slugScope } from '../media/mediaSlugs.ts';
import { mediaTexts } from '../media/mediaTexts.ts';
import { imagesIn, mediumLink } from '../media/mediaView.ts';
import { isImage, type Medium } from '../media/medium.ts';
import { mediumById } from '../media/readModels/mediaList.ts';
import type { PageContext } from '../pageContext.ts';
import { askedAddress } from './askedAddress.ts';

/** Returns the medium if the caller may see it. @throws DomainError 404 */
const readableMedium = async ({ core, request }: PageContext, medium: Medium | undefined): Promise<Medium> => {
  if (medium === undefined) throw pageNotFound();
  if (!isReadable(request.principal, medium, await parentOf(core, request, medium))) throw pageNotFound();
  return medium;
};

/** Returns the medium whose slug ends the path; undefined if there is none. */
export const findNamedMedium = async ({ core, request }: PageContext): Promise<Medium | undefined> => {
  const slug = slugOf(request.captures.slug ?? '');
  const claim = await core.documents.get<Claim>(claims, claimId(slugScope, slug));
  const by = claim?.body?.by ?? null;
  return by === null ? undefined : mediumById(core.documents, Number(idOfStream(by)));
};

const mediumAddress = async ({ core, request, renderContext }: PageContext, medium: Medium): Promise<string> =>
  mediumLink(renderContext.baseUrl, medium, await parentOf(core, request, medium));

/** Redirects `/?p=ID` of a medium to its address. @throws DomainError 404 */
export const mediumOfId = async (context: PageContext): Promise<RestResponse> => {
  const { core, request } = context;
  const medium = await readableMedium(context, await mediumById(core.documents, Number(request.captures.id)));
  return redirectTo(`${await mediumAddress(context, medium)}${withoutId(request.query)}`, 301, NOT_STORED);
};

/** Renders the file, or the picture that links to it, with its description and caption. */
const contentOf = async ({ core, renderContext }: PageContext, medium: Medium): Promise<Html> => {
  const request = { wants: () => true, site: renderContext.baseUrl };
  const images = await imagesIn(core.documents, renderContext.baseUrl, [medium]);
  const { description, caption } = await mediaTexts(request, medium, { edits: false, embeds: false, images });
  return html`${trusted(description?.rendered ?? '')}
${isImage(medium) && trusted(caption.rendered)}`;
};

const articleOf = async (context: PageContext, medium: Medium, title: Html): Promise<Html> => html`<article>
<h1>${title}</h1>
<div class="content">
${await contentOf(context, medium)}</div>
</article>`;

/**
 * Returns the page of a medium, with its file. Its address is below the page of its parent post.
 * @throws DomainError 404 if the caller may not see it
 */
export const mediumPage = async (context: PageContext, named: Medium): Promise<RestResponse> => {
  const { core, request, renderContext } = context;
  const medium = await readableMedium(context, named);
  const address = await mediumAddress(context, medium);
  if (askedAddress(context) !== address.toLowerCase()) return redirectTo(address);
  if (request.params.embed === 'true') return embeddedMedium(context, medium);
  const isForAll = isPublic(medium, await parentOf(core, request, medium));
  const title = inline(displayTitle(medium.title));
  const page: Page = {
    title,
    main: await articleOf(context, medium, title),
    canonical: address,
    links: [
      ...(isForAll ? embedLinks(address, renderContext) : []),
      recordLink(renderContext, `/core/v2/media/${medium.id}`),
    ],
    description: summary(displayExcerpt(medium.caption)),
    section: 'home',
    indexed: isForAll,
  };
  return pageAnswer(request, renderContext, page, { isPrivate: !isForAll });
};

/** Returns the embedded form of a public medium (docs/interface/oembed.md §3). @throws DomainError 404 */
const embeddedMedium = async (context: PageContext, medium: Medium): Promise<RestResponse> => {
  const { core, request, renderContext } = context;
  if (!isPublic(medium, await parentOf(core, request, medium))) throw pageNotFound();
  const title = inline(displayTitle(medium.title));
  const embedded = {
    title,
    address: await mediumAddress(context, medium),
    body: await contentOf(context, medium),
  };
  return embedAnswer(request, renderContext, embedded);
};

/** Returns the embedded form at its address, `/{slug}/embed/` or below the page of its post. @throws DomainError 404 */
export const embeddedMediumPage = async (context: PageContext): Promise<RestResponse> =>
  embeddedMedium(context, await readableMedium(context, await findNamedMedium(context)));
