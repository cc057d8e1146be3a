import { slugNames } from '@almanac/content-model';
import type { RecordRegistration, WrittenRecord } from '@almanac/service';
import { type Post, type PostEvent, post, posts } from './post.ts';
import { mayEditPost } from './postAccess.ts';
import { deriveRevisions, revisions } from './revision.ts';

/** Post in the history of operators, who may restore it. */
const writtenPost: WrittenRecord<Post> = {
  route: '/core/v2/posts/{id}',
  secret: ['password'],
  references: { author: 'user', featured_media: 'medium', categories: 'category', tags: 'tag' },
  name: ({ title }) => title,
  members: (state) => ({
    date_gmt: state.dateUtc,
    slug: state.slug,
    status: state.status,
    password: state.password,
    title: state.title,
    content: state.content,
    excerpt: state.excerpt,
    author: state.author,
    featured_media: state.image,
    comment_status: state.commentStatus,
    ping_status: state.pingStatus,
    format: state.format,
    meta: state.meta,
    sticky: state.sticky,
    template: state.template,
    categories: state.categories,
    tags: state.tags,
  }),
};

export const postRegistration: RecordRegistration<Post, PostEvent> = {
  aggregate: post,
  collection: posts,
  isGone: (state) => state.deleted,
  names: (state) => slugNames('post', state),
  written: writtenPost,
  mayEdit: mayEditPost,
  more: { collection: revisions, derive: deriveRevisions },
};
