import {
  type ContentEvent,
  type ContentEventTypes,
  type ContentFields,
  type ContentState,
  contentChange,
  happeningsOf,
} from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import type { Aggregate } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import { foldText, TEXT_FOLD_VERSION } from '@almanac/text';
import type { Status } from './statuses.ts';

/** The last change, on the site's clocks and in UTC: `YYYY-MM-DD HH:MM:SS`. */
export interface PostModification {
  readonly modified: string;
  readonly modifiedUtc: string;
}

export type PostMeta = Readonly<Record<string, unknown>>;

export interface PostFields extends ContentFields<Status> {
  /** The id of a user; 0 for nobody. */
  readonly author: number;
  readonly content: string;
  readonly excerpt: string;
  readonly password: string;
  /** Featured medium; 0 for none. */
  readonly image: number;
  readonly commentStatus: 'open' | 'closed';
  readonly pingStatus: 'open' | 'closed';
  readonly sticky: boolean;
  readonly template: string;
  readonly format: string;
  /** The members that were written. */
  readonly meta: PostMeta;
  readonly categories: readonly number[];
  readonly tags: readonly number[];
}

export interface Post extends PostFields, Omit<ContentState<Status>, 'modifiedUtc'>, PostModification {
  /** The path of the address it had when it was made; never changes. */
  readonly guid: string;
  /** Ids of its revisions, oldest first. */
  readonly revisions: readonly number[];
  readonly keys: {
    /** The texts by which orders compare, without case and accents. */
    readonly title: string;
    /** The status that rights depend on: in the trash the one before. */
    readonly status: Status;
  };
}

export const postEventTypes = {
  created: 'PostCreated',
  changed: 'PostChanged',
  published: 'PostPublished',
  scheduled: 'PostScheduled',
  statusChanged: 'PostStatusChanged',
  trashed: 'PostTrashed',
  restored: 'PostRestored',
  placedInTranslationGroup: 'PostPlacedInTranslationGroup',
  listingLanguagesChanged: 'PostListingLanguagesChanged',
  deleted: 'PostDeleted',
} as const satisfies ContentEventTypes;

/** The data of the events of posts. A change also says when it was made on the site's clocks. */
export type StoredPostFields = PostFields & PostModification & Pick<Post, 'guid'>;

export type PostEvent =
  | ContentEvent<typeof postEventTypes, StoredPostFields>
  | Event<'PostRevised', { readonly revision: number }>
  | Event<'PostRevisionDeleted', { readonly revision: number }>
  /** A record to which it refers was deleted or given to another; that is not a change of the post itself. */
  | Event<'PostReferencesChanged', Partial<Pick<PostFields, 'author' | 'image' | 'categories' | 'tags'>>>;

/** A post as it is until something is written. */
export const blankPost = {
  title: '',
  content: '',
  excerpt: '',
  password: '',
  image: 0,
  commentStatus: 'open',
  pingStatus: 'open',
  sticky: false,
  template: '',
  format: 'standard',
  meta: {},
  categories: [],
  tags: [],
} as const satisfies Partial<PostFields>;

const absent: Post = {
  ...blankPost,
  id: 0,
  version: 0,
  deleted: false,
  author: 0,
  status: 'draft',
  slug: '',
  date: '',
  dateUtc: null,
  modified: '',
  modifiedUtc: '',
  path: null,
  guid: '',
  language: '',
  group: null,
  languages: [],
  statusBeforeTrash: null,
  slugBeforeTrash: '',
  revisions: [],
  keys: { title: '', status: 'draft' },
};

const happenings = happeningsOf(postEventTypes);

/** The members of the state that an event sets which only posts have. */
const ownChange = (state: Post, event: PostEvent): Partial<Post> => {
  switch (event.type) {
    case 'PostRevised':
      return { revisions: [...state.revisions, event.data.revision] };
    case 'PostRevisionDeleted':
      return { revisions: state.revisions.filter((id) => id !== event.data.revision) };
    case 'PostReferencesChanged':
      return event.data;
    default:
      return {};
  }
};

export const post: Aggregate<Post, PostEvent> = {
  category: 'post',
  initialState: absent,
  eventTypes: [...Object.values(postEventTypes), 'PostRevised', 'PostRevisionDeleted', 'PostReferencesChanged'],
  projectionVersion: 1 + TEXT_FOLD_VERSION,
  // at first no change said whether it was a minor edit
  upcasters: { PostChanged: [(data: object) => data] },
  evolve: (state, event) => {
    // content of every kind has statuses of any text, and until it is changed no moment of a change
    const change = (contentChange(happenings, state, event) as Partial<Post> | undefined) ?? ownChange(state, event);
    const next = { ...state, ...change, version: event.version };
    const title = next.title === state.title ? state.keys.title : foldText(next.title);
    return { ...next, keys: { title, status: next.statusBeforeTrash ?? next.status } };
  },
};

export const posts: Collection = {
  name: 'posts',
  projectionVersion: post.projectionVersion,
  indexes: [
    ['language', 'status', 'date'],
    ['languages', 'status', 'date'],
    ['language', 'status', 'modified'],
    ['language', 'status', 'keys.title'],
    ['language', 'status', 'slug'],
    ['status', 'date'],
    ['status', 'dateUtc'],
    ['author', 'date'],
    ['date'],
    ['modified'],
    ['slug'],
    ['sticky', 'date'],
    ['format'],
    ['image'],
    ['password'],
    ['keys.status'],
    ['keys.title'],
    ['group'],
  ],
  arrays: ['categories', 'tags', 'languages'],
  texts: ['title', 'content', 'excerpt'],
};
