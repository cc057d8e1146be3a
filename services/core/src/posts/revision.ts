import type { Collection } from '@almanac/documents';
import type { DerivedDocument } from '@almanac/event-sourcing';
import type { RecordedEvent } from '@almanac/event-store';
import type { PrincipalId } from '@almanac/identity';
import { foldText, TEXT_FOLD_VERSION } from '@almanac/text';
import type { Post, PostEvent } from './post.ts';

/** Texts of a post at an earlier time, or of an autosave; a fold of the post's or the autosave's stream. */
export interface Revision {
  readonly id: number;
  /** Id of the post. */
  readonly parent: number;
  readonly author: number;
  /** Time of the change that created it, `YYYY-MM-DD HH:MM:SS`, on the site's clocks and in UTC. */
  readonly date: string;
  readonly dateUtc: string;
  readonly slug: string;
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly footnotes: string;
  /** Version of the stream at which it was created. */
  readonly version: number;
  readonly autosave: boolean;
  readonly keys: { readonly title: string };
}

/** Revisions and autosaves: they share one list. */
export const revisions: Collection = {
  name: 'revisions',
  projectionVersion: 1 + TEXT_FOLD_VERSION,
  indexes: [
    ['parent', 'date'],
    ['parent', 'autosave'],
    ['parent', 'keys.title'],
    ['parent', 'slug'],
  ],
  texts: ['title', 'content', 'excerpt'],
};

const authorOf = (principal: PrincipalId): number =>
  principal.startsWith('user:') ? Number(principal.slice('user:'.length)) : 0;

export const footnotesOf = ({ meta }: Pick<Post, 'meta'>): string => String(meta.footnotes ?? '');

/** Returns the documents that a post's event creates or deletes. */
export const deriveRevisions = (before: Post, after: Post, event: RecordedEvent<PostEvent>): DerivedDocument[] => {
  switch (event.type) {
    case 'PostRevised':
      return [{ id: event.data.revision, body: revisionOf(after, event.data.revision, event) }];
    case 'PostRevisionDeleted':
      return [{ id: event.data.revision, body: null }];
    case 'PostDeleted':
      return before.revisions.map((id) => ({ id, body: null }));
    default:
      return [];
  }
};

const revisionOf = (post: Post, id: number, { meta, version }: RecordedEvent<PostEvent>): Revision => ({
  id,
  parent: post.id,
  author: meta.moved?.author ?? authorOf(meta.principal),
  date: post.modified,
  dateUtc: post.modifiedUtc,
  slug: `${post.id}-revision-v1`,
  title: post.title,
  content: post.content,
  excerpt: post.excerpt,
  footnotes: footnotesOf(post),
  version,
  autosave: false,
  keys: { title: foldText(post.title) },
});
