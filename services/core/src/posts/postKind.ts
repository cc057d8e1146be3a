import { type ContentKind, contentTexts } from '@almanac/publication';
import { type Post, type PostFields, post, postEventTypes, posts } from './post.ts';
import { alreadyTrashed, noSuchPost } from './postErrors.ts';
import { publicPath } from './postPath.ts';

/** What of posts is translated. */
export const postTexts = contentTexts();

/** Posts as the rules of publication know them. */
export const postKind: ContentKind<Post, PostFields> = {
  aggregate: post,
  eventTypes: postEventTypes,
  collection: posts,
  noun: 'post',
  copied: [],
  translated: postTexts,
  pathOf: publicPath,
  notFound: noSuchPost,
  inTrash: alreadyTrashed,
};
