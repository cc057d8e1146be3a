import { createHmac } from 'node:crypto';
import type { RestRequest } from '@almanac/rest';
import type { Core } from '../core.ts';
import type { Post } from '../posts/post.ts';
import { guidAddress, linkPath } from '../posts/postPath.ts';
import { variants } from '../posts/postVariant.ts';
import { footnotesOf, type Revision } from '../posts/revision.ts';
import type { Context } from '../requestArgs.ts';
import { renderRevision, renderRevisions } from './revisionView.ts';

/** Returns the address of a post's preview. */
const previewAddress = (core: Core, request: RestRequest<unknown>, post: Post): URL => {
  const address = new URL(`${request.site}${linkPath(post, core)}`);
  address.searchParams.set('preview', 'true');
  return address;
};

/** Returns a token, keyed with the site's secret, which proves that the site created a preview's address. */
export const previewNonce = (core: Core, id: number): string =>
  createHmac('sha256', core.secret).update(`preview/${id}`).digest('hex').slice(0, 10);

const previewLink = (core: Core, request: RestRequest<unknown>, post: Post): string => {
  const address = previewAddress(core, request, post);
  address.searchParams.set('preview_id', String(post.id));
  address.searchParams.set('preview_nonce', previewNonce(core, post.id));
  return address.href;
};

interface AutosavePresentation {
  readonly post: Post;
  readonly context: Context;
}

/** Returns the address of the post's preview, in the context `edit`. */
const previewMember = (core: Core, request: RestRequest<unknown>, { post, context }: AutosavePresentation): object =>
  context === 'edit' ? { preview_link: previewLink(core, request, post) } : {};

/** Renders autosaves of a post: as revisions with the address of its preview (docs/interface/core-revisions.md §5). */
export const renderAutosaves = async (
  core: Core,
  request: RestRequest<unknown>,
  presentation: AutosavePresentation,
  autosaves: readonly Revision[],
): Promise<object[]> => {
  const records = await renderRevisions(
    { core, request, variant: variants[presentation.post.type], context: presentation.context },
    autosaves,
  );
  const preview = previewMember(core, request, presentation);
  return records.map((record) => ({ ...record, ...preview }));
};

export const renderAutosave = async (
  core: Core,
  request: RestRequest<unknown>,
  { autosave, ...presentation }: AutosavePresentation & { readonly autosave: Revision },
): Promise<object> => ({
  ...(await renderRevision(
    { core, request, variant: variants[presentation.post.type], context: presentation.context },
    autosave,
  )),
  ...previewMember(core, request, presentation),
});

/** Renders a draft that was changed directly, in the form of an autosave; it has no parent. */
export const renderDraft = async (core: Core, request: RestRequest<unknown>, post: Post): Promise<object> => {
  const { modified: date, modifiedUtc: dateUtc } = post;
  const own = { ...post, parent: 0, date, dateUtc, footnotes: footnotesOf(post), autosave: true };
  const members = await renderRevision(
    { core, request, variant: variants[post.type], context: 'edit', links: false },
    own,
  );
  const guid = guidAddress(request.site, post);
  return { ...members, guid: { raw: guid, rendered: guid }, preview_link: previewAddress(core, request, post).href };
};
