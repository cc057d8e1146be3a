import { slugNames } from '@almanac/publication';
import type { Registration } from '@almanac/write-side';
import { type Post, type PostEvent, post, posts } from './post.ts';
import { mayEditPost } from './postAccess.ts';
import { deriveRevisions, revisions } from './revision.ts';
import { writtenPost } from './writtenPost.ts';

export const postRegistration: Registration<Post, PostEvent> = {
  aggregate: post,
  collection: posts,
  isGone: (state) => state.deleted,
  names: (state) => slugNames('post', state),
  written: writtenPost,
  mayEdit: mayEditPost,
  more: { collection: revisions, derive: deriveRevisions },
};
