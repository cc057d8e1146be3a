import type { MediaFacts, PostFacts, UserFacts } from '@almanac/contracts';
import type { Collection } from '@almanac/documents';

/** What is kept of a post, an event, a venue or an organizer: enough to find and to show it elsewhere. */
export interface Embeddable {
  readonly id: number;
  readonly status: string;
  readonly language: string;
  /** As displayed: HTML. */
  readonly title: string;
  /** The id of a user; 0 for nobody. */
  readonly author: number;
  readonly image: number | null;
  /** A password protects its content. */
  readonly protected: boolean;
  /** The path of its page; null for what has none. */
  readonly path: string | null;
  /** The page as addresses are compared (`pageOf`); null without a path. */
  readonly page: string | null;
}

/** The facts of it that other services publish. */
export type RecordFacts = Pick<
  PostFacts,
  'id' | 'status' | 'language' | 'title' | 'author' | 'image' | 'protected' | 'path'
>;

export type Author = UserFacts;
export type Medium = MediaFacts;

/** Records of all kinds: their ids never coincide. */
export const embeddables: Collection = { name: 'embeddable-records', projectionVersion: 1, indexes: [['page']] };
export const authors: Collection = { name: 'embed-authors', projectionVersion: 1 };
export const media: Collection = { name: 'embed-media', projectionVersion: 1, indexes: [['slug']] };
