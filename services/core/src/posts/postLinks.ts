import type { Documents } from '@almanac/documents';
import { can, type Principal } from '@almanac/identity';
import { type Link, type Links, linkSet, type RestRequest, selfLink } from '@almanac/rest';
import { taxonomies } from '../terms/term.ts';
import type { Post } from './post.ts';
import { type PostVariant, variants } from './postVariant.ts';
import { autosavesOf } from './readModels/revisionList.ts';
import type { Revision } from './revision.ts';

/** Number of a post's versions, and the newest one (docs/interface/core-posts.md §2.5). */
export interface History {
  readonly count: number;
  readonly latest: number | undefined;
}

/** Reads the histories of several posts at once: their revisions, and the autosaves of all users. */
export const readHistories = async (documents: Documents, posts: readonly Post[]): Promise<(post: Post) => History> => {
  const ids = posts.map(({ id }) => id);
  const autosaves = ids.length === 0 ? [] : await autosavesOf(documents, ids, ['content', 'excerpt']);
  const byPost = Map.groupBy(autosaves, ({ parent }) => parent);
  return (post) => historyOf(post, byPost.get(post.id) ?? []);
};

const historyOf = ({ revisions, modifiedUtc }: Post, autosaves: readonly Revision[]): History => {
  const newest = autosaves.toSorted((a, b) => (a.dateUtc < b.dateUtc ? 1 : -1))[0];
  const saved =
    newest !== undefined && (revisions.length === 0 || newest.dateUtc > modifiedUtc) ? newest.id : undefined;
  return { count: revisions.length + autosaves.length, latest: saved ?? revisions.at(-1) };
};

type Actions = readonly (readonly [relation: string, may: (principal: Principal) => boolean])[];

const postActions: Actions = [
  ['core:action-publish', (who) => can(who, 'publish_posts')],
  ['core:action-unfiltered-html', (who) => can(who, 'unfiltered_html')],
  ['core:action-sticky', (who) => can(who, 'edit_others_posts') && can(who, 'publish_posts')],
  ['core:action-assign-author', (who) => can(who, 'edit_others_posts')],
  ['core:action-create-categories', (who) => can(who, 'manage_categories')],
  ['core:action-assign-categories', (who) => can(who, 'edit_posts')],
  ['core:action-create-tags', (who) => can(who, 'edit_posts')],
  ['core:action-assign-tags', (who) => can(who, 'edit_posts')],
];

const pageActions: Actions = [
  ['core:action-publish', (who) => can(who, 'publish_pages')],
  ['core:action-unfiltered-html', (who) => can(who, 'unfiltered_html')],
  ['core:action-assign-author', (who) => can(who, 'edit_others_pages')],
];

const actionsOf = ({ hierarchical }: PostVariant): Actions => (hierarchical ? pageActions : postActions);

/** Returns the relations that name the actions on a post or page, for the published schema. */
export const actionRelations = (variant: PostVariant): readonly string[] =>
  actionsOf(variant).map(([relation]) => relation);

/** Returns the links of a post; action links only in the context `edit`. */
export const postLinks = async (
  request: RestRequest<unknown>,
  post: Post,
  { history, edits }: { readonly history: History; readonly edits: boolean },
): Promise<Links> => {
  const root = `${request.apiRoot}/core/v2`;
  const variant = variants[post.type];
  const collection = `${root}/${variant.base}`;
  const self = `${collection}/${post.id}`;
  const versions = `${self}/revisions`;
  const { author, image, id, parent } = post;
  const { count, latest } = history;
  const allowed = edits ? actionsOf(variant).filter(([, may]) => may(request.principal)) : [];
  return linkSet({
    self: [await selfLink(self, request)],
    collection: [{ href: collection }],
    about: [{ href: `${root}/types/${variant.type}` }],
    author: author === 0 ? undefined : [{ embeddable: true, href: `${root}/users/${author}` }],
    replies: [{ embeddable: true, href: `${root}/comments?post=${id}` }],
    up: parent === 0 ? undefined : [{ embeddable: true, href: `${collection}/${parent}` }],
    'version-history': [{ count, href: versions }],
    'predecessor-version': latest === undefined ? undefined : [{ id: latest, href: `${versions}/${latest}` }],
    'core:featuredmedia': image === 0 ? undefined : [{ embeddable: true, href: `${root}/media/${image}` }],
    'core:attachment': [{ href: `${root}/media?parent=${id}` }],
    'core:term': variant.hierarchical
      ? undefined
      : taxonomies.map(
          ({ slug, base }): Link => ({ taxonomy: slug, embeddable: true, href: `${root}/${base}?post=${id}` }),
        ),
    ...Object.fromEntries(allowed.map(([relation]) => [relation, [{ href: self }]])),
  });
};
