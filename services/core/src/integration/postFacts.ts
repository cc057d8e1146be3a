import { changedTexts } from '@almanac/content-model';
import {
  type EventContext,
  type IntegrationEvent,
  type Mapping,
  notPublished,
  type PostFacts,
  postChanged,
  postDeleted,
} from '@almanac/contracts';
import { displayTitle } from '@almanac/text';
import type { Post, PostEvent } from '../posts/post.ts';
import { postKind } from '../posts/postKind.ts';

const instant = (utc: string | null): string | null => (utc === null ? null : `${utc.replace(' ', 'T')}Z`);

/** Returns the public members of a post; nothing else is published. */
const factsOf = (members: Partial<Post>): Partial<PostFacts> => {
  const { type, status, language, group, slug, path, title, author, image, password, dateUtc } = members;
  return {
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { status }),
    ...(language === undefined ? {} : { language }),
    ...(group === undefined ? {} : { group }),
    ...(slug === undefined ? {} : { slug }),
    ...(path === undefined ? {} : { path }),
    ...(title === undefined ? {} : { title: displayTitle(title) }),
    ...(author === undefined ? {} : { author }),
    ...(image === undefined ? {} : { image: image === 0 ? null : image }),
    ...(password === undefined ? {} : { protected: password !== '' }),
    ...(dateUtc === undefined ? {} : { published: instant(dateUtc) }),
  };
};

/**
 * Integration event published for each event of a post. A change of the text alone is published too, so that caches
 * drop the post.
 */
export const postMapping: Mapping<PostEvent> = {
  PostCreated: (event) => changed(event, event.data),
  PostChanged: (event) => changed(event, event.data),
  PostPublished: (event) => changed(event, { ...event.data, status: 'publish' }),
  PostScheduled: (event) => changed(event, { ...event.data, status: 'future' }),
  PostStatusChanged: (event) => changed(event, event.data),
  PostTrashed: (event) => changed(event, { ...event.data, status: 'trash', path: null }),
  PostRestored: (event) => changed(event, event.data),
  PostMoved: (event) => changed(event, event.data),
  PostReferencesChanged: (event) => changed(event, event.data),
  PostPlacedInTranslationGroup: (event) => changed(event, event.data),
  PostListingLanguagesChanged: notPublished,
  PostRevised: notPublished,
  PostRevisionDeleted: notPublished,
  PostDeleted: ({ stream, id }) => postDeleted.of(stream, { id }),
};

const changed = ({ stream, id, version }: EventContext, members: Partial<Post>): IntegrationEvent =>
  postChanged.of(stream, { ...factsOf(members), ...changedTexts(postKind.translated, { version, data: members }), id });
