import { type ContentKind, contentTexts, type TranslatedField } from '@almanac/content-model';
import { translatedMeta } from './meta/translatedMeta.ts';
import { type Post, type PostFields, post, postEventTypes, posts } from './post.ts';
import { alreadyTrashed, noSuchPost } from './postErrors.ts';
import { publicPath } from './postPath.ts';

type Translated = Pick<PostFields, 'title' | 'content' | 'excerpt' | 'meta'>;

/** What of posts is translated, or can be. */
export const postTexts: readonly TranslatedField<Translated>[] = [...contentTexts(), ...translatedMeta];

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
