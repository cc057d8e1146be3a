import { writtenOf } from '@almanac/content-model';
import type { RecordRegistration, WrittenRecord } from '@almanac/service';
import { type Post, type PostEvent, post, posts } from './post.ts';
import { mayEditPost } from './postAccess.ts';
import { pageFields, postFields } from './postFields.ts';
import { postNames } from './postPath.ts';
import { variants } from './postVariant.ts';
import { deriveRevisions, revisions } from './revision.ts';

/** Post in the history of operators, who may restore it. */
const writtenPost: WrittenRecord<Post> = {
  route: '/core/v2/posts/{id}',
  routeOf: ({ type }) => `/core/v2/${variants[type].base}/{id}`,
  secret: ['password'],
  references: { author: 'user', featured_media: 'medium', categories: 'category', tags: 'tag', parent: 'post' },
  name: ({ title }) => title,
  members: (state) => ({
    date_gmt: state.dateUtc,
    slug: state.slug,
    status: state.status,
    ...(state.type === 'page' ? writtenOf(pageFields, 'v2', state) : writtenOf(postFields, 'v2', state)),
  }),
};

export const postRegistration: RecordRegistration<Post, PostEvent> = {
  aggregate: post,
  collection: posts,
  isGone: (state) => state.deleted,
  names: postNames,
  written: writtenPost,
  mayEdit: mayEditPost,
  more: { collection: revisions, derive: deriveRevisions },
};
