import { displayTitle } from '@almanac/content';
import { type IntegrationEvent, type PostFacts, postChanged, postDeleted } from '@almanac/contracts';
import type { Post, PostEvent } from '../posts/post.ts';

const instant = (utc: string | null): string | null => (utc === null ? null : `${utc.replace(' ', 'T')}Z`);

/** What of the members is public knowledge about the post; others are told nothing else. */
const factsOf = (members: Partial<Post>): Partial<PostFacts> => {
  const { status, language, group, slug, path, title, author, image, password, dateUtc } = members;
  return {
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

/** What others are told of a post's event. A change of its text alone is told too: caches drop what they kept of it. */
export const toldOfPost = (stream: string, id: number, event: PostEvent): IntegrationEvent | undefined => {
  switch (event.type) {
    case 'PostCreated':
    case 'PostChanged':
    case 'PostRestored':
    case 'PostReferencesChanged':
    case 'PostGrouped':
      return postChanged.of(stream, { ...factsOf(event.data), id });
    case 'PostPublished':
      return postChanged.of(stream, { ...factsOf({ ...event.data, status: 'publish' }), id });
    case 'PostTrashed':
      return postChanged.of(stream, { ...factsOf({ ...event.data, status: 'trash', path: null }), id });
    case 'PostDeleted':
      return postDeleted.of(stream, { id });
    default:
      return undefined;
  }
};
