import type { WrittenRecord } from '@almanac/service';
import type { Post } from './post.ts';

/** A post as operators see it and bring it back. */
export const writtenPost: WrittenRecord<Post> = {
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
