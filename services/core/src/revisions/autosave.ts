import type { Collection } from '@almanac/documents';
import type { Aggregate, DerivedDocument } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';
import { foldText } from '@almanac/text';
import { type Revision, revisions } from '../posts/revision.ts';

/** Texts that an author has not saved into the post yet. */
export interface AutosaveTexts {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly footnotes: string;
}

/**
 * An autosave: one for each post and author, in its own stream, so that the post keeps its version
 * (docs/interface/core-revisions.md §7).
 */
export interface Autosave extends AutosaveTexts {
  /** Its id in the REST interface; the stream is named by post and author. */
  readonly id: number;
  readonly version: number;
  readonly deleted: boolean;
  readonly post: number;
  readonly author: number;
  readonly date: string;
  readonly dateUtc: string;
}

type Dates = Pick<Autosave, 'date' | 'dateUtc'>;

export type AutosaveEvent =
  | Event<'AutosaveCreated', AutosaveTexts & Dates & Pick<Autosave, 'id' | 'post' | 'author'>>
  | Event<'AutosaveChanged', Partial<AutosaveTexts> & Dates>
  | Event<'AutosaveDeleted', Record<string, never>>;

export const noTexts: AutosaveTexts = { title: '', content: '', excerpt: '', footnotes: '' };

const absent: Autosave = {
  id: 0,
  version: 0,
  deleted: false,
  post: 0,
  author: 0,
  ...noTexts,
  date: '',
  dateUtc: '',
};

export const autosave: Aggregate<Autosave, AutosaveEvent> = {
  category: 'autosave',
  initialState: absent,
  eventTypes: ['AutosaveCreated', 'AutosaveChanged', 'AutosaveDeleted'],
  projectionVersion: 1,
  evolve: (state, event) => ({
    ...state,
    ...(event.type === 'AutosaveDeleted' ? { deleted: true } : event.data),
    ...(event.type === 'AutosaveCreated' ? { deleted: false } : {}),
    version: event.version,
  }),
};

const autosaves: Collection = {
  name: 'autosaves',
  projectionVersion: autosave.projectionVersion,
  indexes: [['post']],
};

/** Returns the id of an autosave's stream. */
export const autosaveId = (post: number, author: number): string => `${post}/${author}`;

/** Returns an autosave as a revision, for the list of its post's revisions. */
export const revisionOf = (state: Autosave): Revision => ({
  id: state.id,
  parent: state.post,
  author: state.author,
  date: state.date,
  dateUtc: state.dateUtc,
  slug: `${state.post}-autosave-v1`,
  title: state.title,
  content: state.content,
  excerpt: state.excerpt,
  footnotes: state.footnotes,
  version: state.version,
  autosave: true,
  keys: { title: foldText(state.title) },
});

const derive = (_before: Autosave, after: Autosave): DerivedDocument[] => [
  { id: after.id, body: after.deleted ? null : revisionOf(after) },
];

export const autosaveRegistration: RecordRegistration<Autosave, AutosaveEvent> = {
  aggregate: autosave,
  collection: autosaves,
  written: {
    members: ({ post, author, title, content, excerpt, footnotes }) => ({
      parent: post,
      author,
      title,
      content,
      excerpt,
      meta: { footnotes },
    }),
  },
  isGone: (state) => state.deleted,
  more: { collection: revisions, derive },
};
