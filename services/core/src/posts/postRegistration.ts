import type { Registration } from '@almanac/aggregates';
import { slugNames } from '@almanac/publication';
import { deriveRevisions, revisions } from '../revisions/revision.ts';
import { type Post, type PostEvent, post, posts } from './post.ts';

export const postRegistration: Registration<Post, PostEvent> = {
  aggregate: post,
  collection: posts,
  isGone: (state) => state.deleted,
  names: (state) => slugNames('post', state),
  more: { collection: revisions, derive: deriveRevisions },
};
