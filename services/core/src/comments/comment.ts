import { createHash } from 'node:crypto';
import type { Collection } from '@almanac/documents';
import type { Aggregate } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';

export const commentStatuses = ['approved', 'hold', 'spam', 'trash'] as const;

export type CommentStatus = (typeof commentStatuses)[number];

/** Members that a change may set. */
export interface CommentFields {
  /** Id of a post or a page. */
  readonly post: number;
  /** Id of the comment that this one answers; 0 for none. It may be missing. */
  readonly parent: number;
  /** Id of a user; 0 for a visitor. */
  readonly author: number;
  /** Public name of a visitor, or of a writer under another name; empty if the account's name is shown. */
  readonly authorName: string;
  readonly authorUrl: string;
  /** As stored: cleaned, not as displayed. */
  readonly content: string;
  /** On the site's clocks and in UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly date: string;
  readonly dateUtc: string;
}

export interface Comment extends CommentFields {
  readonly id: number;
  /** Version of its stream; 0 for a comment that never existed. */
  readonly version: number;
  readonly deleted: boolean;
  readonly status: CommentStatus;
  readonly statusBeforeTrash: CommentStatus | null;
  /** Time at which it was written, UTC; `dateUtc` may be another. */
  readonly writtenUtc: string;
  /** Digest of the content, by which repeated comments are found. */
  readonly digest: string;
}

export type CommentEvent =
  | Event<'CommentWritten', CommentFields & Pick<Comment, 'id' | 'status' | 'writtenUtc'>>
  | Event<'CommentChanged', Partial<CommentFields>>
  | Event<'CommentModerated', { readonly status: CommentStatus }>
  | Event<'CommentDeleted', Record<string, never>>
  /** An operator has erased the writer's name and address, here and in all earlier events. */
  | Event<'CommentErased', Partial<Comment>>;

const absent: Comment = {
  id: 0,
  version: 0,
  deleted: false,
  post: 0,
  parent: 0,
  author: 0,
  authorName: '',
  authorUrl: '',
  content: '',
  date: '',
  dateUtc: '',
  status: 'hold',
  statusBeforeTrash: null,
  writtenUtc: '',
  digest: '',
};

export const digestOf = (content: string): string => createHash('sha256').update(content).digest('base64url');

const changeBy = (state: Comment, event: CommentEvent): Partial<Comment> => {
  if (event.type === 'CommentDeleted') return { deleted: true };
  if (event.type !== 'CommentModerated') return event.data;
  const { status } = event.data;
  return { status, statusBeforeTrash: status === 'trash' ? state.status : null };
};

export const comment: Aggregate<Comment, CommentEvent> = {
  category: 'comment',
  initialState: absent,
  eventTypes: ['CommentWritten', 'CommentChanged', 'CommentModerated', 'CommentDeleted', 'CommentErased'],
  projectionVersion: 1,
  evolve: (state, event) => {
    const next = { ...state, ...changeBy(state, event), version: event.version };
    return next.content === state.content ? next : { ...next, digest: digestOf(next.content) };
  },
};

export const comments: Collection = {
  name: 'comments',
  projectionVersion: comment.projectionVersion,
  indexes: [
    ['status', 'dateUtc'],
    ['post', 'status', 'dateUtc'],
    ['parent'],
    ['author', 'writtenUtc'],
    ['dateUtc'],
    ['date'],
    ['digest'],
  ],
  texts: ['content', 'authorName', 'authorUrl'],
};

export const commentRegistration: RecordRegistration<Comment, CommentEvent> = {
  aggregate: comment,
  collection: comments,
  isGone: (state) => state.deleted,
  written: {
    members: ({ post, parent, author, authorName, authorUrl, content, status }) => ({
      post,
      parent,
      author,
      author_name: authorName,
      author_url: authorUrl,
      content,
      status,
    }),
    references: { post: 'post', parent: 'comment', author: 'user' },
  },
  erasure: { subject: 'comment', event: 'CommentErased', replacing: () => ({ authorName: '', authorUrl: '' }) },
};
