import type { Documents, Filter } from '@almanac/documents';
import { mayRead } from '@almanac/identity';
import type { NamingPosts } from '../../ports.ts';
import { posts } from '../post.ts';
import { guarded } from '../postAccess.ts';
import { postById } from './postList.ts';

const published: Filter = { field: 'status', equals: 'publish' };

/** Posts as users and terms see them. */
export const createNamingPosts = (documents: Documents): NamingPosts => ({
  namedByPublished: (field) => ({ referencedBy: { collection: posts, field, filter: published } }),
  countsOf: async (field, ids) =>
    ids.length === 0 ? new Map() : await documents.countBy(posts, field, ids, published),
  termsOf: async ({ principal, remember }, id) => {
    const post = await remember(`post:${id}`, () => postById(documents, id));
    if (post === undefined) return undefined;
    const { categories, tags } = post;
    return { categories, tags, isReadable: mayRead(principal, 'post', guarded(post)) };
  },
});
