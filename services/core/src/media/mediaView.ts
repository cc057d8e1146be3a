import { renderMeta } from '@almanac/content-model';
import { isoLocal } from '@almanac/dates';
import type { Documents } from '@almanac/documents';
import { type RestRequest, viewsOf } from '@almanac/rest';
import { displayTitle } from '@almanac/text';
import type { Core } from '../core.ts';
import { plainView } from '../fields.ts';
import type { ContentImages } from '../ports.ts';
import { type Post, posts } from '../posts/post.ts';
import { siteOfRequest } from '../posts/postWriting.ts';
import type { Context } from '../requestArgs.ts';
import { wantsLinks } from '../wantsLinks.ts';
import { contentImages } from './contentImages.ts';
import { mediaKind } from './fileTypes.ts';
import { fileAddress, mediaDetails, missingSizes } from './mediaDetails.ts';
import { mediaLinks } from './mediaLinks.ts';
import { generatedSlug } from './mediaSlugs.ts';
import { mediaTexts } from './mediaTexts.ts';
import { type Medium, originalPath } from './medium.ts';
import { mediumFields } from './mediumFields.ts';

export interface MediumPresentation {
  readonly core: Core;
  readonly request: RestRequest<unknown>;
  readonly context: Context;
  /** False for a medium shown after its deletion. */
  readonly links?: boolean;
}

/** Returns the address of a medium's page: below the page of its parent post, if that has one. */
export const mediumLink = (site: string, { slug }: Pick<Medium, 'slug'>, parent: Post | undefined): string =>
  `${site}${parent?.path ?? '/'}${slug}/`;

/** Returns the function that renders one of the media; shared data is read once. */
const mediumRenderer = async (renderContext: MediumPresentation, media: readonly Medium[]) => {
  const { core, request, context, links = true } = renderContext;
  for (const medium of media) request.remember(`medium:${medium.id}`, () => Promise.resolve(medium));
  const [parents, images] = await Promise.all([parentsOf(core, media), imagesIn(core.documents, request.site, media)]);
  return async (medium: Medium): Promise<object> => {
    const parent = parents.get(medium.parent);
    const link = mediumLink(request.site, medium, parent);
    return {
      ...(await membersOf(renderContext, medium, { link, images })),
      ...(links && wantsLinks(request)
        ? { _links: await mediaLinks(request, medium, { parent, edits: context === 'edit' }) }
        : {}),
    };
  };
};

/** Renders media in their order, as in answers (docs/interface/core-media.md §4). */
export const renderMedia = async (renderContext: MediumPresentation, media: readonly Medium[]): Promise<object[]> =>
  viewsOf(media, await mediumRenderer(renderContext, media));

export const renderMedium = async (renderContext: MediumPresentation, medium: Medium): Promise<object> =>
  (await mediumRenderer(renderContext, [medium]))(medium);

const parentsOf = async ({ documents }: Core, media: readonly Medium[]): Promise<ReadonlyMap<number, Post>> => {
  const ids = [...new Set(media.flatMap(({ parent }) => (parent === 0 ? [] : [parent])))];
  const found = ids.length === 0 ? [] : await documents.getMany<Post>(posts, ids);
  return new Map(found.map((post) => [post.id, post]));
};

/** Loads the pictures in the texts of media, which have no galleries. */
export const imagesIn = (documents: Documents, site: string, media: readonly Medium[]): Promise<ContentImages> =>
  contentImages(
    documents,
    site,
    media.map(({ description, caption }) => ({ id: 0, texts: [description, caption] })),
  );

/** Returns the members in the order that clients expect. */
const plainMembers = plainView(mediumFields);

const membersOf = async (
  renderContext: MediumPresentation,
  medium: Medium,
  { link, images }: { readonly link: string; readonly images: ContentImages },
): Promise<object> => {
  const { request, context } = renderContext;
  const edits = context === 'edit';
  const embeds = context === 'embed';
  const { id, slug, title, parent } = medium;
  const rendered = displayTitle(title);
  const about = {
    link,
    title: edits ? { raw: title, rendered } : { rendered },
    ...plainMembers(medium, context),
  };
  return {
    ...(embeds
      ? { id, date: isoLocal(medium.date), slug, type: 'attachment', ...about }
      : { ...publicationMembers(renderContext, medium), ...about, ...(await siteMembers(renderContext, medium)) }),
    ...(await mediaTexts(request, medium, { edits, embeds, images })),
    media_type: mediaKind(medium.mimeType),
    mime_type: medium.mimeType,
    media_details: mediaDetails(medium, request.site),
    ...(embeds ? {} : { post: parent === 0 ? null : parent }),
    source_url: fileAddress(request.site, medium.file.path),
    ...(edits ? { missing_image_sizes: missingSizes(medium) } : {}),
  };
};

const publicationMembers = ({ request, context }: MediumPresentation, medium: Medium) => {
  const guid = fileAddress(request.site, originalPath(medium));
  return {
    id: medium.id,
    date: isoLocal(medium.date),
    date_gmt: isoLocal(medium.dateUtc),
    guid: context === 'edit' ? { rendered: guid, raw: guid } : { rendered: guid },
    modified: isoLocal(medium.modified),
    modified_gmt: isoLocal(medium.modifiedUtc),
    slug: medium.slug,
    status: medium.status,
    type: 'attachment',
  };
};

const siteMembers = async (renderContext: MediumPresentation, medium: Medium) => {
  const { footnotes: _, ...meta } = renderMeta(medium.meta);
  return {
    meta,
    ...(renderContext.context === 'edit' ? await slugMembers(renderContext, medium) : {}),
    class_list: [`post-${medium.id}`, 'attachment', 'type-attachment', `status-${medium.status}`, 'hentry'],
  };
};

/** Placeholder of the slug in the address. */
const PLACEHOLDER = '%postname%';

const slugMembers = async ({ core, request }: MediumPresentation, medium: Medium) => {
  const site = siteOfRequest(core, request);
  return {
    permalink_template: `${request.site}/${PLACEHOLDER}/`,
    generated_slug: request.wants('generated_slug') ? await generatedSlug(core.documents, medium, site) : '',
  };
};
