import { readEditablePostOfCore } from '@almanac/contracts';
import { can } from '@almanac/identity';
import { contractArgs, forbidden, type RestRequest, type Route, route } from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { attachedTo } from '../media/contentImages.ts';
import type { Post } from '../posts/post.ts';
import { mayEditPost } from '../posts/postAccess.ts';
import { postById } from '../posts/readModels/postList.ts';

/** Internal route: checks if the caller may edit a post, and returns the pictures of its galleries. */
export const readEditablePost = (core: Core): Route =>
  route({
    namespace: 'internal',
    path: '/editable-post',
    methods: ['POST'],
    summary: 'Checks if the caller may edit a post.',
    hidden: true,
    args: contractArgs(readEditablePostOfCore),
    permission: ({ principal }) => can(principal, 'edit_posts'),
    handle: async ({ args, principal }) => {
      const { id } = await editable(core, principal, args.id);
      const attached = await attachedTo(core.documents, [id]);
      return { body: { id, attached: attached.map((medium) => medium.id) } };
    },
  });

/** @throws DomainError 404 `rest_post_invalid_id`, 401 or 403 `rest_forbidden` */
const editable = async (core: Core, principal: RestRequest['principal'], id: number): Promise<Post> => {
  const post = await postById(core.documents, id);
  if (post === undefined) throw coreErrors.unknownPost();
  if (!mayEditPost(principal, post)) throw forbidden(principal);
  return post;
};
