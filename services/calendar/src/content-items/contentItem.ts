import {
  addedFields,
  type ContentEvent,
  type ContentEventTypes,
  type ContentFields,
  type ContentState,
  contentChange,
  eventRoles,
  type KnownStatus,
  latestForm,
  mediaInTexts,
  type NamesMedia,
  type PublicationField,
  type StoredFields,
} from '@almanac/content-model';
import type { Aggregate, Upcasters } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import { foldText } from '@almanac/text';
import type { AnyItemTable, ItemField, itemFields } from './itemFields.ts';

/** The statuses of events, venues and organizers, which are published and trashed like posts. */
export type Status = KnownStatus;

/** The fields of a content item that commands write. */
export interface ItemFields extends ContentFields<Status>, StoredFields<ReturnType<typeof itemFields>> {}

/** The state of a content item: an event, a venue or an organizer, folded from its stream. */
export type ItemState = ItemFields &
  ContentState<Status> &
  NamesMedia & {
    /** The folded title, by which lists are ordered. */
    readonly sortTitle: string;
    /** The globally unique name of a record that was copied from another site; else its address. */
    readonly guid?: string;
  };

/** The types of one kind's events. */
export interface ItemEventTypes extends ContentEventTypes {
  /** An operator has erased personal data, here and in all earlier events. */
  readonly erased: string;
}

/** The types of the events of a kind, such as `VenueCreated`. */
export const itemEventTypes = <const Noun extends string>(noun: Noun) =>
  ({
    created: `${noun}Created`,
    changed: `${noun}Changed`,
    published: `${noun}Published`,
    scheduled: `${noun}Scheduled`,
    statusChanged: `${noun}StatusChanged`,
    trashed: `${noun}Trashed`,
    restored: `${noun}Restored`,
    placedInTranslationGroup: `${noun}PlacedInTranslationGroup`,
    listingLanguagesChanged: `${noun}ListingLanguagesChanged`,
    deleted: `${noun}Deleted`,
    erased: `${noun}Erased`,
  }) as const satisfies ItemEventTypes;

/** The events of one kind of content item. Changes carry only what changed. */
export type ItemEvent<Types extends ItemEventTypes, Fields extends ItemFields> =
  | ContentEvent<Types, Fields>
  | Event<Types['erased'], Partial<Fields>>;

/** The table of a kind: every field that commands write, except those that the publication decides. */
export type ItemTable<Fields extends ItemFields> = {
  readonly [Name in Exclude<keyof Fields, PublicationField>]: ItemField<Fields[Name]>;
};

/** The initial state of a content item, without the fields of its table. */
export const absentItem = {
  id: 0,
  version: 0,
  deleted: false,
  status: 'draft',
  slug: '',
  date: '',
  dateUtc: null,
  path: null,
  language: '',
  group: null,
  languages: [],
  modifiedUtc: null,
  statusBeforeTrash: null,
  slugBeforeTrash: '',
  sortTitle: '',
  mediaInTexts: [],
} as const satisfies Partial<ItemState>;

export interface ItemAggregateOptions<Fields extends ItemFields> {
  /** The first part of its streams' names. */
  readonly category: string;
  readonly eventTypes: ItemEventTypes;
  readonly fields: AnyItemTable;
  readonly initialState: ItemState & Fields;
}

/** Changes of the stored documents of content items besides their fields; each needs a new projection version. */
const INDEX_CHANGES = 5;

/** The aggregate of one kind of content item. Its documents are folded again when its table has new fields. */
export const itemAggregate = <Fields extends ItemFields>({
  category,
  eventTypes,
  fields,
  initialState,
}: ItemAggregateOptions<Fields>): Aggregate<ItemState & Fields> => {
  const happenings = eventRoles(eventTypes);
  return {
    category,
    initialState,
    eventTypes: Object.values(eventTypes),
    projectionVersion: latestForm(fields) + INDEX_CHANGES,
    upcasters: upcastersOf(eventTypes, fields),
    evolve: (state, event) => {
      // the remaining type, `erased`, carries replaced fields
      const change = contentChange(happenings, state, event) ?? (event.data as Partial<Fields>);
      const guid = event.type === eventTypes.created ? event.meta.moved?.guid : undefined;
      const next = { ...state, ...change, ...(guid !== undefined && { guid }), version: event.version };
      const sortTitle = next.title === state.title ? state.sortTitle : foldText(next.title);
      return { ...next, sortTitle, mediaInTexts: mediaInTexts(state, next) };
    },
  };
};

/** A change has one more form than a creation: its second form adds the mark of a minor edit. */
const upcastersOf = ({ created, changed }: ItemEventTypes, fields: AnyItemTable): Upcasters => ({
  [created]: addedFields(fields),
  [changed]: Array.from({ length: latestForm(fields) }, () => (data: object) => data),
});
