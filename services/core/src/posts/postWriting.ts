import {
  type ContentSite,
  changeContent,
  childrenOf,
  createContent,
  deleteContent,
  exists,
  newFields,
  parentAfter,
  type SiteLanguages,
  translatableContent,
  translatableTerms,
  trashContent,
  versionsInLanguage,
} from '@almanac/content-model';
import type { Numbers, UnitOfWork } from '@almanac/event-sourcing';
import type { RestRequest } from '@almanac/rest';
import type { Settings } from '@almanac/service';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { DEFAULT_CATEGORY } from '../terms/defaultCategory.ts';
import { categories, type Taxonomy, tags } from '../terms/term.ts';
import { unusedId } from '../unusedId.ts';
import { changePageTree, loadPageTree, type PageTree, pagesBelow, slugsTo } from './pageTree.ts';
import { type Post, type PostType, post } from './post.ts';
import { makesRevision, postDecider } from './postCommands.ts';
import { type PostValues, storedFields } from './postFields.ts';
import { postKind } from './postKind.ts';
import { prefixOf, reservedSlugs, slugsBelowPages } from './postPath.ts';
import type { PostInput } from './requestedPost.ts';

export interface PostPorts {
  readonly numbers: Numbers;
  readonly languages: SiteLanguages;
  readonly settings: Settings;
}

/**
 * Returns the site's parameters for writing posts; reserved slugs, which would hide an address of the site, get a
 * number.
 */
export const siteOf = (core: Pick<Core, 'languages' | 'settings'>, reserved: ReadonlySet<string> = new Set()) =>
  ({
    languages: core.languages,
    zone: core.settings.current().timezone,
    slugs: { reserved, noDigits: true },
  }) satisfies ContentSite;

/** Returns the site's parameters for the posts of a request. */
export const siteOfRequest = (core: Core, request: Pick<RestRequest, 'apiRoot'>) =>
  siteOf(core, reservedSlugs(prefixOf(request)));

/** Posts with their decider. */
export const writtenPosts = { ...postKind, decider: postDecider };

export interface NewPost extends PostInput {
  /** `post` by default. */
  readonly type?: PostType;
  readonly author: number;
  readonly language: string;
  readonly translationOf: number | undefined;
  /** True if the author may edit the source of this translation. */
  mayTranslate(source: Post): boolean;
}

/** Returns the site's parameters for a page below another; no other address there is reserved. */
const siteBelow = (site: ContentSite, parent: number): ContentSite =>
  parent === 0 ? site : { ...site, slugs: { ...site.slugs, reserved: slugsBelowPages } };

/** Returns the members that depend on the page above. @throws DomainError 400 if it is no page */
const placeBelow = async (unit: UnitOfWork, parent: number): Promise<Pick<Post, 'parent' | 'ancestors'>> => {
  if (parent === 0) return { parent, ancestors: [] };
  const above = await unit.load(post, parent);
  if (!exists(above) || above.type !== 'page') throw coreErrors.unknownParentPage();
  return { parent, ancestors: slugsTo(await loadPageTree(unit), parent) };
};

/** Notes the place of a page, and moves the pages below it if its address changes. */
const notePlace = async (unit: UnitOfWork, site: ContentSite, { id, type, parent, slug }: Post): Promise<void> => {
  if (type === 'page') await moveBelow(unit, site, await changePageTree(unit, { type: 'Place', id, parent, slug }), id);
};

const moveBelow = async (unit: UnitOfWork, { languages }: ContentSite, tree: PageTree, id: number): Promise<void> => {
  const { defaultLanguage } = languages;
  for (const below of pagesBelow(tree, id)) {
    const ancestors = slugsTo(tree, tree.parents[below] ?? 0);
    await unit.decide(postDecider, below, { type: 'Move', ancestors, defaultLanguage }, undefined);
  }
};

/** Creates a post or a page from validated input (`validatePost`). @throws DomainError 400, 409 for an invalid source */
export const createPost = async (
  unit: UnitOfWork,
  { numbers, settings }: PostPorts,
  site: ContentSite,
  asked: NewPost,
): Promise<Post> => {
  const { status = 'draft', type = 'post' } = asked;
  const id = await unusedId(unit, numbers, 'records', [post]);
  const { default_comment_status: commentStatus, default_ping_status: pingStatus } = settings.current();
  const discussion =
    type === 'page' ? ({ commentStatus: 'closed', pingStatus: 'closed' } as const) : { commentStatus, pingStatus };
  const place = await placeBelow(unit, type === 'page' ? await parentOfNew(unit, asked) : 0);
  const terms = type === 'page' ? { categories: [], tags: [] } : await termsOf(unit, asked);
  const fields = newFields<PostValues>(storedFields, { ...discussion, ...asked, ...terms, parent: place.parent });
  const guid = unit.meta.moved?.guid;
  const created = await createContent(unit, writtenPosts, siteBelow(site, place.parent), {
    asked: { title: '', ...asked, id, status, parent: place.parent },
    fields: { ...fields, type, ancestors: place.ancestors, ...(guid !== undefined && { guid }) },
  });
  await notePlace(unit, site, created);
  return created;
};

/** Returns the requested parent of a page. A translation stands below its source's parent, if that is translated. */
const parentOfNew = async (unit: UnitOfWork, { parent, translationOf, language }: NewPost): Promise<number> => {
  if (parent !== undefined || translationOf === undefined) return parent ?? 0;
  const { parent: above } = await unit.load(post, translationOf);
  if (above === 0) return 0;
  return (await versionsInLanguage(unit, translatableContent(postKind), [above], language))[0] ?? 0;
};

/**
 * Returns the requested terms, otherwise the default category. A translation gets the terms of its source, if they
 * exist in its language (docs/interface/translation.md §2).
 */
const termsOf = async (unit: UnitOfWork, asked: NewPost): Promise<Pick<PostValues, 'categories' | 'tags'>> => {
  const { translationOf, language } = asked;
  if (translationOf === undefined)
    return { categories: asked.categories ?? [DEFAULT_CATEGORY], tags: asked.tags ?? [] };
  const source = await unit.load(post, translationOf);
  const own = (taxonomy: Taxonomy): Promise<number[]> =>
    versionsInLanguage(unit, translatableTerms(taxonomy), asked[taxonomy.base] ?? source[taxonomy.base], language);
  return { categories: await own(categories), tags: await own(tags) };
};

export interface PostChange {
  readonly id: number;
  readonly input: PostInput;
  /** True if the changed texts require no new translation. */
  readonly minor?: boolean | undefined;
  /** False if the change only stores a draft: no revision is created. */
  readonly revises?: boolean;
}

/**
 * Changes only the given members, and creates a revision if texts change (docs/interface/core-posts.md §6,
 * docs/interface/core-revisions.md §1). The input must be validated (`validatePost`). A new status restores a post from
 * the trash.
 * @throws DomainError 404; 409 for too many pages below it
 */
export const changePost = async (
  unit: UnitOfWork,
  { numbers }: PostPorts,
  site: ContentSite,
  { id, input, minor, revises = true }: PostChange,
): Promise<Post> => {
  const before = await unit.load(post, id);
  const { status, date, slug, parent: asked, ...fields } = input;
  const place = await placeAfter(unit, before, asked);
  const after = await changeContent(unit, writtenPosts, siteBelow(site, place.parent), {
    id,
    asked: { status, date, slug, minor, parent: place.parent },
    fields: { ...fields, ...place },
  });
  if (after.slug !== before.slug || after.parent !== before.parent) await notePlace(unit, site, after);
  const { moved } = unit.meta;
  // a copied change has a revision only if it has one on the other site
  const isRevised = moved === undefined ? revises && makesRevision(before, after) : moved.revision !== undefined;
  if (!isRevised) return after;
  const revision = await unusedId(unit, numbers, 'records', [post], moved?.revision || undefined);
  return unit.decide(postDecider, id, { type: 'Revise', revision }, undefined);
};

/** Returns the place of a page after a change: the top if the requested parent is the page itself or below it. */
const placeAfter = async (
  unit: UnitOfWork,
  { id, type, parent, ancestors }: Post,
  asked: number | undefined,
): Promise<Pick<Post, 'parent' | 'ancestors'>> => {
  if (type === 'post' || asked === undefined || asked === parent) return { parent, ancestors };
  const wanted = await placeBelow(unit, asked);
  return parentAfter(await loadPageTree(unit), id, asked) === 0 ? { parent: 0, ancestors: [] } : wanted;
};

/** Moves a post or a page to the trash. @throws DomainError 404; 409 for too many pages below; 410 if already there */
export const trashPost = async (unit: UnitOfWork, site: ContentSite, id: number): Promise<Post> => {
  const trashed = await trashContent(unit, writtenPosts, site, id);
  await notePlace(unit, site, trashed);
  return unit.load(post, id);
};

/** Deletes a post or a page permanently; the pages below it move up. @throws DomainError 404; 409 for too many pages */
export const deletePost = async (unit: UnitOfWork, ports: PostPorts, site: ContentSite, id: number): Promise<void> => {
  const { type, parent } = await unit.load(post, id);
  await deleteContent(unit, writtenPosts, site, id);
  if (type === 'post') return;
  const tree = await loadPageTree(unit);
  pagesBelow(tree, id);
  for (const child of childrenOf(tree, id))
    await changePost(unit, ports, site, { id: child, input: { parent }, revises: false });
  await changePageTree(unit, { type: 'Remove', id });
};
