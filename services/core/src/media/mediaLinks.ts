import { can } from '@almanac/identity';
import { type Links, linkSet, type RestRequest, selfLink } from '@almanac/rest';
import type { Medium } from './medium.ts';

/** The links of a medium; what one may do with it only for those who edit it (core-adjacent.md §7.4). */
export const mediaLinks = async (
  request: RestRequest<unknown>,
  { id, author, parent, image }: Medium,
  edits: boolean,
): Promise<Links> => {
  const root = `${request.apiRoot}/core/v2`;
  const collection = `${root}/media`;
  const self = `${collection}/${id}`;
  const action = (may: boolean) => (edits && may ? [{ href: self }] : undefined);
  return linkSet({
    self: [await selfLink(self, request)],
    collection: [{ href: collection }],
    about: [{ href: `${root}/types/attachment` }],
    author: author === 0 ? undefined : [{ embeddable: true, href: `${root}/users/${author}` }],
    'core:featuredmedia': image === 0 ? undefined : [{ embeddable: true, href: `${collection}/${image}` }],
    'core:attached-to':
      parent === 0 ? undefined : [{ embeddable: true, post_type: 'post', id: parent, href: `${root}/posts/${parent}` }],
    'core:action-unfiltered-html': action(can(request.principal, 'unfiltered_html')),
    'core:action-assign-author': action(can(request.principal, 'edit_others_posts')),
  });
};
