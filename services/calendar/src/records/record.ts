import type { Aggregate, Event } from '@almanac/domain';
import {
  type ContentEvent,
  type ContentEventTypes,
  type ContentFields,
  type ContentState,
  contentChange,
  happeningsOf,
  type KnownStatus,
} from '@almanac/publication';

/** What events, venues and organizers have in common: they are written, published and trashed as posts are. */
export type Status = KnownStatus;

export interface RecordFields extends ContentFields<Status> {
  readonly author: number;
  readonly content: string;
  readonly excerpt: string;
  readonly password: string;
  /** Featured medium; null for none. */
  readonly image: number | null;
}

export type RecordState = RecordFields & ContentState<Status>;

/** The types of one kind's events. */
export interface RecordEventTypes extends ContentEventTypes {
  /** An operator has erased what is personal, here and in all that came before. */
  readonly erased: string;
}

/** The events of one kind of record. Changes carry only what changed. */
export type RecordEvent<Types extends RecordEventTypes, Fields extends RecordFields> =
  | ContentEvent<Types, Fields>
  | Event<Types['erased'], Partial<Fields>>;

/** A record that nobody has created; fields of a kind come on top. */
export const absentRecord: RecordState = {
  id: 0,
  version: 0,
  deleted: false,
  author: 0,
  status: 'draft',
  title: '',
  content: '',
  excerpt: '',
  slug: '',
  password: '',
  date: '',
  dateUtc: null,
  image: null,
  path: null,
  language: '',
  group: null,
  languages: [],
  modifiedUtc: null,
  statusBeforeTrash: null,
  slugBeforeTrash: '',
};

export interface RecordAggregateOptions<Types extends RecordEventTypes, Fields extends RecordFields> {
  /** The first part of its streams' names. */
  readonly category: string;
  readonly eventTypes: Types;
  readonly initialState: RecordState & Fields;
  /** Raised with every change of what `evolve` makes. */
  readonly fold: number;
}

/** The aggregate of one kind of record. */
export const recordAggregate = <Types extends RecordEventTypes, Fields extends RecordFields>({
  category,
  eventTypes,
  initialState,
  fold,
}: RecordAggregateOptions<Types, Fields>): Aggregate<RecordState & Fields, RecordEvent<Types, Fields>> => {
  const happenings = happeningsOf(eventTypes);
  return {
    category,
    initialState,
    eventTypes: Object.values(eventTypes) as RecordEvent<Types, Fields>['type'][],
    fold,
    evolve: (state, event) => ({
      ...state,
      ...(contentChange(happenings, state, event) ?? (event.data as Partial<Fields>)),
      version: event.version,
    }),
  };
};
