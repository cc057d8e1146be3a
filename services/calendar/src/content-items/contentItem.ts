import {
  type ContentEvent,
  type ContentEventTypes,
  type ContentFields,
  type ContentState,
  contentChange,
  happeningsOf,
  type KnownStatus,
} from '@almanac/content-model';
import type { Aggregate, Upcasters } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import { foldText } from '@almanac/text';

/** What events, venues and organizers have in common: they are written, published and trashed as posts are. */
export type Status = KnownStatus;

/** What `calx/v1` keeps for clients of a content item; nothing on this site depends on it. */
export interface KeptMembers {
  readonly commentStatus: 'open' | 'closed';
  readonly pingStatus: 'open' | 'closed';
  readonly format: string;
  readonly template: string;
}

const keptByDefault: KeptMembers = {
  commentStatus: 'open',
  pingStatus: 'open',
  format: 'standard',
  template: '',
};

/** What commands write of a content item. */
export interface ItemFields extends ContentFields<Status>, KeptMembers {
  readonly author: number;
  readonly content: string;
  readonly excerpt: string;
  readonly password: string;
  /** Featured medium; null for none. */
  readonly image: number | null;
}

/** A content item: an event, a venue or an organizer, as its events make it. */
export type ItemState = ItemFields &
  ContentState<Status> & {
    /** The title as lists are ordered by it: folded. */
    readonly sortTitle: string;
  };

/** The types of one kind's events. */
export interface ItemEventTypes extends ContentEventTypes {
  /** An operator has erased what is personal, here and in all that came before. */
  readonly erased: string;
}

/** The events of one kind of content item. Changes carry only what changed. */
export type ItemEvent<Types extends ItemEventTypes, Fields extends ItemFields> =
  | ContentEvent<Types, Fields>
  | Event<Types['erased'], Partial<Fields>>;

/** A content item that nobody has created; fields of a kind come on top. */
export const absentItem: ItemState = {
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
  ...keptByDefault,
  path: null,
  language: '',
  group: null,
  languages: [],
  modifiedUtc: null,
  statusBeforeTrash: null,
  slugBeforeTrash: '',
  sortTitle: '',
};

export interface ItemAggregateOptions<Types extends ItemEventTypes, Fields extends ItemFields> {
  /** The first part of its streams' names. */
  readonly category: string;
  readonly eventTypes: Types;
  readonly initialState: ItemState & Fields;
  /** Raised with every change of what `evolve` makes. */
  readonly projectionVersion: number;
}

/** Records were made without the members that `calx/v1` keeps at first, and changed without them. */
const upcastersOf = ({ created, changed }: ItemEventTypes): Upcasters => ({
  [created]: [(data: object) => ({ ...keptByDefault, ...data })],
  // the second form may say that it is a minor edit
  [changed]: [(data: object) => data, (data: object) => data],
});

/** The aggregate of one kind of content item. */
export const itemAggregate = <Types extends ItemEventTypes, Fields extends ItemFields>({
  category,
  eventTypes,
  initialState,
  projectionVersion,
}: ItemAggregateOptions<Types, Fields>): Aggregate<ItemState & Fields, ItemEvent<Types, Fields>> => {
  const happenings = happeningsOf(eventTypes);
  return {
    category,
    initialState,
    eventTypes: Object.values(eventTypes) as ItemEvent<Types, Fields>['type'][],
    projectionVersion,
    upcasters: upcastersOf(eventTypes) as Upcasters<ItemEvent<Types, Fields>>,
    evolve: (state, event) => {
      const changed = contentChange(happenings, state, event) ?? (event.data as Partial<Fields>);
      const { title } = changed;
      const sorted = title === undefined || title === state.title ? {} : { sortTitle: foldText(title) };
      return { ...state, ...changed, ...sorted, version: event.version };
    },
  };
};
