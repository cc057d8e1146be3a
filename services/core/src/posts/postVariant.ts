import type { ListedKind } from '@almanac/content-model';
import { type Capability, capabilityFor, type RecordRight } from '@almanac/identity';
import type { CoreTable } from '../fields.ts';
import { listedPages, listedPosts, type PostType } from './post.ts';
import { pageFields, postFields } from './postFields.ts';

/** Posts or pages, with the values by which their lists and routes differ. */
export interface PostVariant {
  readonly type: PostType;
  /** Collection segment of REST addresses. */
  readonly base: 'posts' | 'pages';
  /** The summaries of its routes. */
  readonly summaries: Readonly<
    Record<'list' | 'create' | 'read' | 'change' | 'remove' | 'revisions' | 'autosaves', string>
  >;
  readonly hierarchical: boolean;
  readonly fields: CoreTable;
  readonly listed: ListedKind;
  /** Returns the capability for a right on records of the type: `edit_others_pages`. */
  capability(right: RecordRight): Capability;
}

const posts: PostVariant = {
  type: 'post',
  base: 'posts',
  summaries: {
    list: 'Lists posts.',
    create: 'Creates a post.',
    read: 'Reads a post.',
    change: 'Changes a post.',
    remove: 'Trashes or deletes a post.',
    revisions: 'Lists the revisions of a post.',
    autosaves: 'Lists the autosaves of a post.',
  },
  hierarchical: false,
  fields: postFields,
  listed: listedPosts,
  capability: (right) => capabilityFor('post', right),
};

const pages: PostVariant = {
  type: 'page',
  base: 'pages',
  summaries: {
    list: 'Lists pages.',
    create: 'Creates a page.',
    read: 'Reads a page.',
    change: 'Changes a page.',
    remove: 'Trashes or deletes a page.',
    revisions: 'Lists the revisions of a page.',
    autosaves: 'Lists the autosaves of a page.',
  },
  hierarchical: true,
  fields: pageFields,
  listed: listedPages,
  capability: (right) => capabilityFor('page', right),
};

export const variants = { post: posts, page: pages } as const satisfies Record<PostType, PostVariant>;
