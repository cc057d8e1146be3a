import {
  type ContentSite,
  changeContent,
  createContent,
  newFields,
  type SiteLanguages,
  translatableTerms,
  versionsInLanguage,
} from '@almanac/content-model';
import type { Numbers, UnitOfWork } from '@almanac/event-sourcing';
import type { RestRequest } from '@almanac/rest';
import type { Settings } from '@almanac/service';
import type { Core } from '../core.ts';
import { DEFAULT_CATEGORY } from '../terms/defaultCategory.ts';
import { categories, type Taxonomy, tags } from '../terms/term.ts';
import { unusedId } from '../unusedId.ts';
import { type Post, post } from './post.ts';
import { makesRevision, postDecider } from './postCommands.ts';
import { type PostValues, postFields } from './postFields.ts';
import { postKind } from './postKind.ts';
import { prefixOf, reservedSlugs } from './postPath.ts';
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
  readonly author: number;
  readonly language: string;
  readonly translationOf: number | undefined;
  /** True if the author may edit the source of this translation. */
  mayTranslate(source: Post): boolean;
}

/** Creates a post from validated input (`validatePost`). @throws DomainError 400, 409 for an invalid source */
export const createPost = async (
  unit: UnitOfWork,
  { numbers, settings }: PostPorts,
  site: ContentSite,
  asked: NewPost,
): Promise<Post> => {
  const { status = 'draft' } = asked;
  const id = await unusedId(unit, numbers, 'records', [post]);
  const terms = await termsOf(unit, asked);
  const { default_comment_status: commentStatus, default_ping_status: pingStatus } = settings.current();
  const fields = newFields<PostValues>(postFields, { commentStatus, pingStatus, ...asked, ...terms });
  return createContent(unit, writtenPosts, site, { asked: { title: '', ...asked, id, status }, fields });
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
 * @throws DomainError 404
 */
export const changePost = async (
  unit: UnitOfWork,
  { numbers }: PostPorts,
  site: ContentSite,
  { id, input, minor, revises = true }: PostChange,
): Promise<Post> => {
  const before = await unit.load(post, id);
  const { status, date, slug, ...fields } = input;
  const after = await changeContent(unit, writtenPosts, site, { id, asked: { status, date, slug, minor }, fields });
  if (!revises || !makesRevision(before, after)) return after;
  const revision = await unusedId(unit, numbers, 'records', [post]);
  return unit.decide(postDecider, id, { type: 'Revise', revision }, undefined);
};
