import { dateInUtc, type I18nMember, i18nMembers, renderMeta } from '@almanac/content-model';
import { permalinkOf } from '@almanac/contracts';
import { isoLocal } from '@almanac/dates';
import type { Documents } from '@almanac/documents';
import { type Claim, claimId, claims, streamOf } from '@almanac/event-sourcing';
import { can } from '@almanac/identity';
import { type Links, type RestRequest, viewsOf } from '@almanac/rest';
import { decodeSlug, slugOf, uniqueSlug } from '@almanac/text';
import { pagePath } from '../addresses.ts';
import type { Core } from '../core.ts';
import { plainView } from '../fields.ts';
import type { ContentImages } from '../ports.ts';
import type { Context } from '../requestArgs.ts';
import { categories, tags } from '../terms/term.ts';
import { wantsLinks } from '../wantsLinks.ts';
import { classList } from './classList.ts';
import { type Post, post } from './post.ts';
import { pageFields, postFields } from './postFields.ts';
import { type History, postLinks, readHistories } from './postLinks.ts';
import { guidAddress, linkPath, postScope, prefixOf, reservedSlugs, slugsBelowPages } from './postPath.ts';
import { readTermsOf, type TermsOf } from './postTerms.ts';
import { postTexts } from './postTexts.ts';
import { type PostVariant, variants } from './postVariant.ts';

export interface PostPresentation {
  readonly core: Core;
  readonly request: RestRequest<unknown>;
  /** Posts by default. */
  readonly variant?: PostVariant;
  readonly context: Context;
  /** Maximum number of words of a generated excerpt; default 55. */
  readonly excerptLength?: number | undefined;
  /** Password sent to open protected posts. */
  readonly password?: string | undefined;
  /** False for a post shown after its deletion. */
  readonly links?: boolean;
  /** True for a post that its request has created: nobody has saved a version of it yet. */
  readonly isNew?: boolean;
}

/** Data for rendering several posts, read in one query each. */
interface Surroundings {
  readonly termsOf: TermsOf;
  readonly historyOf: (post: Post) => History;
  readonly i18nOf: (post: Post) => I18nMember;
  readonly images: ContentImages;
}

/** Returns the function that renders one of the posts; shared data is read once. */
const postRenderer = async (renderContext: PostPresentation, posts: readonly Post[]) => {
  const { core, request, variant = variants.post, context, links = true, isNew = false } = renderContext;
  const withTerms =
    !variant.hierarchical &&
    context !== 'embed' &&
    ['categories', 'tags', 'class_list'].some((name) => request.wants(name));
  const linked = links && wantsLinks(request);
  for (const post of posts) request.remember(`post:${post.id}`, () => Promise.resolve(post));
  const [termsOf, historyOf, i18nOf, images] = await Promise.all([
    readTermsOf(core.documents, withTerms ? posts : []),
    readHistories(core.documents, linked && !isNew ? posts : []),
    i18nMembers(core.documents, 'post', posts, context === 'edit' || can(request.principal, 'edit_posts')),
    imagesIn(renderContext, posts),
  ]);
  const around = { termsOf, historyOf, i18nOf, images };
  return async (post: Post): Promise<object> => ({
    ...(await membersOf(renderContext, post, around)),
    ...(linked ? { _links: await linksOf(renderContext, post, around) } : {}),
  });
};

/** Renders posts in their order, as in answers (docs/interface/core-posts.md §2). */
export const renderPosts = async (renderContext: PostPresentation, posts: readonly Post[]): Promise<object[]> =>
  viewsOf(posts, await postRenderer(renderContext, posts));

export const renderPost = async (renderContext: PostPresentation, post: Post): Promise<object> =>
  (await postRenderer(renderContext, [post]))(post);

const linksOf = ({ request, context }: PostPresentation, post: Post, { historyOf }: Surroundings): Promise<Links> =>
  postLinks(request, post, { history: historyOf(post), edits: context === 'edit' });

/** Loads the pictures of posts if the texts that show them are requested. */
const imagesIn = ({ core, request }: PostPresentation, posts: readonly Post[]): Promise<ContentImages> => {
  const shown = request.wants('content.rendered') || request.wants('excerpt.rendered') ? posts : [];
  const items = shown.map(({ id, content, excerpt }) => ({ id, texts: [content, excerpt] }));
  return core.contentImages(request.site, items);
};

/** True if the protected texts may be shown. Readers need the password in any role; the context `edit` does not. */
const isOpen = ({ context, password }: PostPresentation, post: Post): boolean =>
  post.password === '' || context === 'edit' || password === post.password;

const plainMembers = plainView(postFields);
const plainPageMembers = plainView(pageFields);

const membersOf = async (renderContext: PostPresentation, post: Post, around: Surroundings): Promise<object> => {
  const { core, request, context, excerptLength } = renderContext;
  const edits = context === 'edit';
  const open = isOpen(renderContext, post);
  const texts = await postTexts(request, post, { edits, open, excerptLength, images: around.images });
  const link = `${request.site}${linkPath(post, core)}`;
  const { format, ...plain } = post.type === 'page' ? plainPageMembers(post, context) : plainMembers(post, context);
  if (context === 'embed') return { ...embedMembers(post, link, texts), ...plain };
  return {
    ...publicationMembers(renderContext, post),
    link,
    ...texts,
    ...plain,
    ...(post.type === 'page' ? { parent: post.parent } : { format }),
    // a protected post shows empty members
    meta: renderMeta(open ? post.meta : {}),
    ...(post.type === 'page'
      ? {}
      : {
          categories: around.termsOf(post, categories).map(({ id }) => id),
          tags: around.termsOf(post, tags).map(({ id }) => id),
        }),
    ...(edits ? await slugMembers(renderContext, post) : {}),
    class_list: classList(post, (taxonomy) => around.termsOf(post, taxonomy), edits),
    i18n: around.i18nOf(post),
  };
};

const embedMembers = (
  { id, date, slug, type }: Post,
  link: string,
  { title, excerpt }: { readonly title: object; readonly excerpt: object },
) => ({ id, date: isoLocal(date), slug, type, link, title, excerpt });

/** Returns the members from id to type, in the order that clients expect. */
const publicationMembers = ({ core, request, context }: PostPresentation, post: Post) => {
  const edits = context === 'edit';
  const guid = guidAddress(request.site, post);
  return {
    id: post.id,
    date: isoLocal(post.date),
    date_gmt: isoLocal(dateInUtc(post, core.settings.current().timezone)),
    guid: edits ? { rendered: guid, raw: guid } : { rendered: guid },
    modified: isoLocal(post.modified),
    modified_gmt: isoLocal(post.modifiedUtc),
    ...(edits ? { password: post.password } : {}),
    slug: post.slug,
    status: post.status,
    type: post.type,
  };
};

/** Placeholder of the slug in the address. */
const PLACEHOLDER = '%postname%';
const PAGE_PLACEHOLDER = '%pagename%';

const slugMembers = async ({ core, request }: PostPresentation, post: Post): Promise<object> => {
  const placeholder = post.type === 'page' ? PAGE_PLACEHOLDER : PLACEHOLDER;
  const plain = pagePath(post.language, core.languages.defaultLanguage, [...post.ancestors, placeholder]);
  const path = permalinkOf({ ...post, path: plain, slug: placeholder }, core.settings.current());
  const reserved = post.parent === 0 ? reservedSlugs(prefixOf(request)) : slugsBelowPages;
  return {
    permalink_template: `${request.site}${path}`,
    generated_slug: request.wants('generated_slug') ? await generatedSlug(core.documents, post, reserved) : '',
  };
};

/** Returns the slug for the title if the post was published now, decoded (docs/interface/core-posts.md §2.4). */
const generatedSlug = async (
  documents: Documents,
  { id, title, language, parent }: Post,
  reserved: ReadonlySet<string>,
): Promise<string> => {
  const isTaken = async (slug: string): Promise<boolean> => {
    const claim = await documents.get<Claim>(claims, claimId(postScope({ language, parent }), slug));
    return (claim?.body?.by ?? streamOf(post, id)) !== streamOf(post, id);
  };
  return decodeSlug(await uniqueSlug(slugOf(title) || String(id), isTaken, { reserved, noDigits: true }));
};
