import { renderMeta } from '@almanac/content-model';
import { isoLocal } from '@almanac/dates';
import { linkSet, type RestRequest, viewsOf, waitForTurn } from '@almanac/rest';
import { displayExcerpt, displayTitle } from '@almanac/text';
import type { Core } from '../core.ts';
import type { ContentImages } from '../ports.ts';
import { contentOf } from '../posts/postTexts.ts';
import type { PostVariant } from '../posts/postVariant.ts';
import type { Revision } from '../posts/revision.ts';
import type { Context } from '../requestArgs.ts';

type Asking = Pick<RestRequest<unknown>, 'site' | 'apiRoot' | 'wants'>;

export interface RevisionPresentation {
  readonly core: Pick<Core, 'contentImages'>;
  readonly request: Asking;
  readonly variant: PostVariant;
  readonly context: Context;
  /** False for a revision shown after its deletion. */
  readonly links?: boolean;
}

/** Returns the function that renders one of the revisions; the pictures of all are read once. */
const revisionRenderer = async (renderContext: RevisionPresentation, revisions: readonly Revision[]) => {
  const { core, request } = renderContext;
  const items = revisions.map((revision) => ({ id: ownerOf(revision), texts: [revision.content, revision.excerpt] }));
  const images = await core.contentImages(request.site, items);
  return (revision: Revision): Promise<object> => membersOf(renderContext, revision, images);
};

/** Renders revisions and autosaves in their order, as in answers (docs/interface/core-revisions.md §2). */
export const renderRevisions = async (
  renderContext: RevisionPresentation,
  revisions: readonly Revision[],
): Promise<object[]> => viewsOf(revisions, await revisionRenderer(renderContext, revisions));

export const renderRevision = async (renderContext: RevisionPresentation, revision: Revision): Promise<object> =>
  (await revisionRenderer(renderContext, [revision]))(revision);

/** Returns the id of the post; a draft shown as a revision has no parent. */
const ownerOf = ({ id, parent }: Revision): number => parent || id;

const membersOf = async (
  { request, variant, context, links = true }: RevisionPresentation,
  revision: Revision,
  images: ContentImages,
): Promise<object> => ({
  ...(context === 'embed'
    ? await embedMembers(revision, images)
    : await allMembers(request, revision, { edits: context === 'edit', images })),
  ...(links
    ? { _links: linkSet({ parent: [{ href: `${request.apiRoot}/core/v2/${variant.base}/${revision.parent}` }] }) }
    : {}),
});

const excerptOf = async (revision: Revision, images: ContentImages): Promise<string> => {
  const options = images(revision.excerpt, ownerOf(revision));
  await displayExcerpt.prepare(revision.excerpt, options);
  return displayExcerpt(revision.excerpt, options);
};

const embedMembers = async (revision: Revision, images: ContentImages) => ({
  author: revision.author,
  date: isoLocal(revision.date),
  id: revision.id,
  parent: revision.parent,
  slug: revision.slug,
  title: { rendered: displayTitle(revision.title) },
  excerpt: { rendered: await excerptOf(revision, images) },
});

const allMembers = async (
  request: Asking,
  revision: Revision,
  { edits, images }: { readonly edits: boolean; readonly images: ContentImages },
) => {
  const { author, id, parent, slug, title, content, excerpt, footnotes } = revision;
  const date = isoLocal(revision.date);
  const dateGmt = isoLocal(revision.dateUtc);
  const guid = `${request.site}/?p=${id}`;
  const text = (stored: string, rendered: string) => (edits ? { raw: stored, rendered } : { rendered });
  return {
    author,
    date,
    date_gmt: dateGmt,
    id,
    modified: date,
    modified_gmt: dateGmt,
    parent,
    slug,
    guid: text(guid, guid),
    title: text(title, displayTitle(title)),
    content: text(content, await shownContent(request, revision, images)),
    excerpt: text(excerpt, await excerptOf(revision, images)),
    meta: renderMeta(footnotes === '' ? {} : { footnotes }),
  };
};

const shownContent = async (request: Asking, revision: Revision, images: ContentImages): Promise<string> => {
  if (!request.wants('content.rendered')) return '';
  await waitForTurn(revision.content.length);
  return contentOf({ id: ownerOf(revision), content: revision.content }, images);
};
