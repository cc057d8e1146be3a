import type { MediaFacts, PostFacts, PublishedAddress, UserFacts } from '@almanac/contracts';
import type { Collection } from '@almanac/documents';

/** Stored data of a post, an event, a venue or an organizer: enough to find and to embed it. */
export interface Embeddable {
  readonly id: number;
  readonly status: string;
  readonly language: string;
  /** Title as displayed: HTML. */
  readonly title: string;
  /** Id of a user; 0 for none. */
  readonly author: number;
  readonly image: number | null;
  /** True if a password protects the content. */
  readonly protected: boolean;
  /** Plain path of its page; null if it has none. */
  readonly path: string | null;
  /** `post` or `page` for records of core; absent in copies of earlier releases. */
  readonly type?: PublishedAddress['type'];
  /** When a post was or will be published, UTC. */
  readonly published?: PublishedAddress['published'];
  /** Path in the form in which pages are compared (`pageOf`); null without a path. */
  readonly page: string | null;
}

/** Facts of a record that other services publish. */
export type RecordFacts = Pick<
  PostFacts,
  'id' | 'status' | 'language' | 'title' | 'author' | 'image' | 'protected' | 'path'
> &
  Pick<PublishedAddress, 'type' | 'published'>;

export type Author = UserFacts;
export type Medium = MediaFacts;

/** Records of all kinds: their ids never coincide. */
export const embeddables: Collection = { name: 'embeddable-records', projectionVersion: 1, indexes: [['page']] };
export const authors: Collection = { name: 'embed-authors', projectionVersion: 1 };
export const media: Collection = { name: 'embed-media', projectionVersion: 1, indexes: [['slug']] };
