import { can, type Principal } from '@almanac/identity';
import { type Links, linkSet, type RestRequest, selfLink } from '@almanac/rest';
import type { Post } from '../posts/post.ts';
import { variants } from '../posts/postVariant.ts';
import type { Medium } from './medium.ts';

type Actions = readonly (readonly [relation: string, may: (principal: Principal) => boolean])[];

const actions: Actions = [
  ['core:action-unfiltered-html', (who) => can(who, 'unfiltered_html')],
  ['core:action-assign-author', (who) => can(who, 'edit_others_posts')],
];

/** Relations that name the actions on a medium, for the published schema. */
export const actionRelations: readonly string[] = actions.map(([relation]) => relation);

/**
 * Returns the links of a medium; action links only for callers who may edit it (docs/interface/core-media.md §4).
 * @param parent the post or page that the medium is attached to
 */
export const mediaLinks = async (
  request: RestRequest<unknown>,
  { id, author, image }: Medium,
  { parent, edits }: { readonly parent: Post | undefined; readonly edits: boolean },
): Promise<Links> => {
  const root = `${request.apiRoot}/core/v2`;
  const collection = `${root}/media`;
  const self = `${collection}/${id}`;
  const allowed = edits ? actions.filter(([, may]) => may(request.principal)) : [];
  return linkSet({
    self: [await selfLink(self, request)],
    collection: [{ href: collection }],
    about: [{ href: `${root}/types/attachment` }],
    author: author === 0 ? undefined : [{ embeddable: true, href: `${root}/users/${author}` }],
    'core:featuredmedia': image === 0 ? undefined : [{ embeddable: true, href: `${collection}/${image}` }],
    'core:attached-to': parent && [
      {
        embeddable: true,
        post_type: parent.type,
        id: parent.id,
        href: `${root}/${variants[parent.type].base}/${parent.id}`,
      },
    ],
    ...Object.fromEntries(allowed.map(([relation]) => [relation, [{ href: self }]])),
  });
};
