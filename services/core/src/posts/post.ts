import {
  type ContentEvent,
  type ContentEventTypes,
  type ContentFields,
  type ContentState,
  contentChange,
  defaultsOf,
  eventRoles,
  type ListedKind,
  mediaInTexts,
  type NamesMedia,
} from '@almanac/content-model';
import type { Collection, Filter } from '@almanac/documents';
import type { Aggregate } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import { foldText, TEXT_FOLD_VERSION } from '@almanac/text';
import { type PostValues, storedFields } from './postFields.ts';
import type { Status } from './statuses.ts';

/** Posts, and pages, which form a tree instead of having terms (docs/interface/core-pages.md). */
export type PostType = 'post' | 'page';

/** Last modification, on the site's clocks and in UTC: `YYYY-MM-DD HH:MM:SS`. */
export interface PostModification {
  readonly modified: string;
  readonly modifiedUtc: string;
}

export interface PostFields extends ContentFields<Status>, PostValues {
  /** Id of the page above it; 0 for none, and for posts. */
  readonly parent: number;
  /** Slugs of the pages above it, the top first. */
  readonly ancestors: readonly string[];
}

export interface Post
  extends PostFields,
    Omit<ContentState<Status>, 'modifiedUtc' | 'parent' | 'ancestors'>,
    NamesMedia,
    PostModification {
  readonly type: PostType;
  /** Path of the address at creation, or the address on another site; it never changes. */
  readonly guid: string;
  /** The last slugs under which it was public, the newest last; without the present one. */
  readonly formerSlugs: readonly string[];
  /** Ids of its revisions, oldest first. */
  readonly revisions: readonly number[];
  readonly keys: {
    /** Title compared by orders, without case and accents. */
    readonly title: string;
    /** Status on which rights depend: in the trash the former one. */
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

/** Data of the events of posts. A change includes its time on the site's clocks. */
export type StoredPostFields = PostFields & PostModification & Pick<Post, 'guid' | 'type'>;

export type PostEvent =
  | ContentEvent<typeof postEventTypes, StoredPostFields>
  | Event<'PostRevised', { readonly revision: number }>
  | Event<'PostRevisionDeleted', { readonly revision: number }>
  /** A page above it was moved or renamed; the page counts as unmodified. */
  | Event<'PostMoved', Pick<PostFields, 'ancestors' | 'path'>>
  /** A referenced record was deleted or reassigned; the post counts as unmodified. */
  | Event<'PostReferencesChanged', Partial<Pick<PostFields, 'author' | 'image' | 'categories' | 'tags'>>>;

const absent: Post = {
  ...defaultsOf(storedFields),
  type: 'post',
  ancestors: [],
  id: 0,
  version: 0,
  deleted: false,
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
  formerSlugs: [],
  revisions: [],
  mediaInTexts: [],
  keys: { title: '', status: 'draft' },
};

const happenings = eventRoles(postEventTypes);

/** Returns the changes by events that only posts have. */
const ownChange = (state: Post, event: PostEvent): Partial<Post> => {
  switch (event.type) {
    case 'PostRevised':
      return { revisions: [...state.revisions, event.data.revision] };
    case 'PostRevisionDeleted':
      return { revisions: state.revisions.filter((id) => id !== event.data.revision) };
    case 'PostMoved':
    case 'PostReferencesChanged':
      return event.data;
    default:
      return {};
  }
};

const MAX_FORMER_SLUGS = 20;

const formerSlugs = (state: Post, { slug, status }: Post): readonly string[] =>
  slug === state.slug || state.status !== 'publish' || status !== 'publish'
    ? state.formerSlugs
    : [...state.formerSlugs.filter((each) => each !== slug && each !== state.slug), state.slug].slice(
        -MAX_FORMER_SLUGS,
      );

export const post: Aggregate<Post, PostEvent> = {
  category: 'post',
  initialState: absent,
  eventTypes: [
    ...Object.values(postEventTypes),
    'PostRevised',
    'PostRevisionDeleted',
    'PostMoved',
    'PostReferencesChanged',
  ],
  projectionVersion: 4 + TEXT_FOLD_VERSION,
  upcasters: {
    PostCreated: [(data: object) => ({ type: 'post', parent: 0, menuOrder: 0, ancestors: [], ...data })],
    // the first form does not record whether a change is a minor edit; the second has no members of pages
    PostChanged: [(data: object) => data, (data: object) => data],
  },
  evolve: (state, event) => {
    // the shared type of content allows any status text and a missing time of change
    const change = (contentChange(happenings, state, event) as Partial<Post> | undefined) ?? ownChange(state, event);
    const next = { ...state, ...change, version: event.version };
    const title = next.title === state.title ? state.keys.title : foldText(next.title);
    return {
      ...next,
      formerSlugs: formerSlugs(state, next),
      mediaInTexts: mediaInTexts(state, next),
      keys: { title, status: next.statusBeforeTrash ?? next.status },
    };
  },
};

export const posts: Collection = {
  name: 'posts',
  projectionVersion: post.projectionVersion,
  indexes: [
    ['type', 'language', 'status', 'date'],
    ['type', 'languages', 'status', 'date'],
    ['type', 'language', 'status', 'modified'],
    ['type', 'language', 'status', 'keys.title'],
    ['type', 'language', 'status', 'slug'],
    ['type', 'status', 'date'],
    ['status', 'date'],
    ['status', 'dateUtc', 'id', 'type', 'language', 'password'],
    ['author', 'date'],
    ['parent', 'menuOrder'],
    ['menuOrder'],
    ['path'],
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
  arrays: ['categories', 'tags', 'languages', 'formerSlugs', 'mediaInTexts'],
  texts: ['title', 'content', 'excerpt'],
};

/** Filter of the records of a type. */
export const ofType = (type: PostType): Filter => ({ field: 'type', equals: type });

const listed = (type: PostType): ListedKind => ({
  type,
  collection: posts,
  publicOnly: { field: 'status', equals: 'publish' },
});

/** Posts in lists. */
export const listedPosts: ListedKind = listed('post');

/** Pages in lists. */
export const listedPages: ListedKind = listed('page');
