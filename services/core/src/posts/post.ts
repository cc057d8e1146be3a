import { FOLD_VERSION, foldText } from '@almanac/content';
import type { Collection } from '@almanac/documents';
import type { Aggregate, Event } from '@almanac/domain';
import type { Standing } from '@almanac/translations';
import type { Status } from './statuses.ts';

/** Publication and change, each on the site's clocks and in UTC: `YYYY-MM-DD HH:MM:SS`. */
export interface PostDates {
  readonly date: string;
  /** Null while a draft's date floats. */
  readonly dateUtc: string | null;
}

export interface PostModification {
  readonly modified: string;
  readonly modifiedUtc: string;
}

export type PostMeta = Readonly<Record<string, unknown>>;

export interface PostFields extends PostDates {
  /** The id of a user; 0 for nobody. */
  readonly author: number;
  readonly status: Status;
  /** Texts as stored: cleaned, not as displayed. */
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  /** Empty for a draft that has none yet. */
  readonly slug: string;
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
  /** The path of the public address from the site's root; null while it has none. */
  readonly path: string | null;
}

export interface Post extends PostFields, PostModification, Standing {
  readonly id: number;
  /** The version of its stream; 0 for a post that never was. */
  readonly version: number;
  readonly deleted: boolean;
  /** The path of the address it had when it was made; never changes. */
  readonly guid: string;
  readonly statusBeforeTrash: Status | null;
  readonly slugBeforeTrash: string;
  /** Ids of its revisions, oldest first. */
  readonly revisions: readonly number[];
  readonly keys: {
    /** What orders compare: no case, no accents. */
    readonly title: string;
    /** The status that rights depend on: in the trash the one before. */
    readonly status: Status;
  };
}

export type PostEvent =
  | Event<'PostCreated', PostFields & PostModification & Standing & Pick<Post, 'id' | 'guid'>>
  | Event<'PostChanged', Partial<PostFields> & PostModification>
  | Event<'PostPublished', PostModification & Pick<PostFields, 'path'> & Partial<Pick<PostFields, 'categories'>>>
  | Event<'PostTrashed', PostModification & { readonly slug: string }>
  | Event<'PostRestored', PostModification & Pick<PostFields, 'status' | 'slug' | 'path'>>
  | Event<'PostRevised', { readonly revision: number }>
  | Event<'PostRevisionDeleted', { readonly revision: number }>
  /** What it refers to is gone or another's; that is no change of the post's own. */
  | Event<'PostReferencesChanged', Partial<Pick<PostFields, 'author' | 'image' | 'categories' | 'tags'>>>
  | Event<'PostGrouped', Pick<Standing, 'group'>>
  | Event<'PostListed', Pick<Standing, 'languages'>>
  | Event<'PostDeleted', Record<string, never>>;

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

const consequence = (state: Post, event: PostEvent): Partial<Post> => {
  switch (event.type) {
    case 'PostPublished':
      return { ...event.data, status: 'publish' };
    case 'PostTrashed':
      return {
        ...event.data,
        status: 'trash',
        path: null,
        statusBeforeTrash: state.status,
        slugBeforeTrash: state.slug,
      };
    case 'PostRestored':
      return { ...event.data, statusBeforeTrash: null, slugBeforeTrash: '' };
    case 'PostRevised':
      return { revisions: [...state.revisions, event.data.revision] };
    case 'PostRevisionDeleted':
      return { revisions: state.revisions.filter((id) => id !== event.data.revision) };
    case 'PostDeleted':
      return { deleted: true };
    default:
      return event.data;
  }
};

export const post: Aggregate<Post, PostEvent> = {
  category: 'post',
  initialState: absent,
  eventTypes: [
    'PostCreated',
    'PostChanged',
    'PostPublished',
    'PostTrashed',
    'PostRestored',
    'PostRevised',
    'PostRevisionDeleted',
    'PostReferencesChanged',
    'PostGrouped',
    'PostListed',
    'PostDeleted',
  ],
  fold: 1 + FOLD_VERSION,
  evolve: (state, event) => {
    const next = { ...state, ...consequence(state, event), version: event.version };
    const title = next.title === state.title ? state.keys.title : foldText(next.title);
    return { ...next, keys: { title, status: next.statusBeforeTrash ?? next.status } };
  },
};

export const posts: Collection = {
  name: 'posts',
  fold: post.fold,
  indexes: [
    ['language', 'status', 'date'],
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

export const isPost = (state: Post): boolean => state.version > 0 && !state.deleted;
