import {
  contentTexts,
  fieldMember,
  fieldUnit,
  type Translatable,
  translatableContent,
  versionsInLanguage,
} from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import { idOfStream, streamOf, type UniqueName, type UnitOfWork } from '@almanac/event-sourcing';
import { invalidParams } from '@almanac/rest';
import { plainText } from '@almanac/text';
import {
  absentItem,
  type ItemEvent,
  type ItemEventTypes,
  type ItemFields,
  type ItemState,
  itemAggregate,
} from '../content-items/contentItem.ts';
import { itemKind } from '../content-items/itemKind.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { storedAddress } from '../requestArgs.ts';
import { venueKind } from '../venues/venue.ts';
import { type Cost, noCost, parseCost } from './cost.ts';

export interface EventFields extends ItemFields {
  /** Zone name, `UTC` or a fixed offset such as `UTC+2`. */
  readonly timezone: string;
  readonly allDay: boolean;
  /** What clocks in the event's zone show, `YYYY-MM-DD HH:MM:SS`. */
  readonly start: string;
  readonly end: string;
  readonly startUtc: string;
  readonly endUtc: string;
  readonly cost: Cost;
  /** Null when nothing was ever stored: then the view has the event's own address. */
  readonly website: string | null;
  readonly showMap: boolean;
  readonly showMapLink: boolean;
  readonly hidden: boolean;
  readonly sticky: boolean;
  readonly featured: boolean;
  readonly categories: readonly number[];
  readonly tags: readonly number[];
  readonly venues: readonly number[];
  readonly organizers: readonly number[];
  /** The name that importers find it by; null without one. */
  readonly importUid: string | null;
}

export type EventState = ItemState & EventFields;

const absentEvent: EventState = {
  ...absentItem,
  timezone: '',
  allDay: false,
  start: '',
  end: '',
  startUtc: '',
  endUtc: '',
  cost: noCost,
  website: null,
  showMap: false,
  showMapLink: false,
  hidden: false,
  sticky: false,
  featured: false,
  categories: [],
  tags: [],
  venues: [],
  organizers: [],
  importUid: null,
};

const eventEventTypes = {
  created: 'EventCreated',
  changed: 'EventChanged',
  published: 'EventPublished',
  scheduled: 'EventScheduled',
  statusChanged: 'EventStatusChanged',
  trashed: 'EventTrashed',
  restored: 'EventRestored',
  placedInTranslationGroup: 'EventPlacedInTranslationGroup',
  listingLanguagesChanged: 'EventListingLanguagesChanged',
  deleted: 'EventDeleted',
  erased: 'EventErased',
} as const satisfies ItemEventTypes;

export type EventEvent = ItemEvent<typeof eventEventTypes, EventFields>;

/** An event: `event-<id>`. */
export const event = itemAggregate<typeof eventEventTypes, EventFields>({
  category: 'event',
  eventTypes: eventEventTypes,
  initialState: absentEvent,
  projectionVersion: 2,
});

/**
 * Lists run along the start, within what a caller sees and what is filtered by; terms are counted by the same indexes.
 * The others serve due work, importers and what is upcoming.
 */
export const events: Collection = {
  name: 'events',
  projectionVersion: event.projectionVersion,
  indexes: [
    ['status', 'hidden', 'language', 'start', 'id', 'end', 'password'],
    ['languages', 'status', 'hidden', 'start'],
    ['categories', 'status', 'hidden', 'start'],
    ['tags', 'status', 'hidden', 'start'],
    ['venues', 'status', 'hidden', 'start'],
    ['organizers', 'status', 'hidden', 'start'],
    ['status', 'dateUtc'],
    ['startUtc'],
    ['endUtc'],
    ['importUid'],
    ['author'],
    ['featured'],
    ['sortTitle'],
    ['modifiedUtc'],
    ['dateUtc'],
  ],
  arrays: ['languages', 'categories', 'tags', 'venues', 'organizers'],
  texts: ['title', 'excerpt', 'content'],
};

export const eventKind = itemKind<EventFields>({
  aggregate: event,
  eventTypes: eventEventTypes,
  collection: events,
  type: 'cal_events',
  noun: 'event',
  plural: 'events',
  titleMember: 'title',
  messages: {
    notFound: 'Event with ID {id} does not exist.',
    slugNotFound: 'Event with slug {slug} does not exist.',
    notAccessible: 'The event is not accessible.',
    inTrash: 'The event is already in the trash.',
    pageNotFound: 'The requested page of events does not exist.',
  },
  copied: [
    'timezone',
    'allDay',
    'start',
    'end',
    'startUtc',
    'endUtc',
    'showMap',
    'showMapLink',
    'venues',
    'organizers',
  ],
  translated: [
    ...contentTexts(),
    {
      unit: fieldUnit('_EventCost'),
      name: '_EventCost',
      textOf: ({ cost }) => cost?.amounts.join(', '),
      write: (text, { cost }) => ({ cost: { ...cost, ...parseCost(text) } }),
      copy: ({ cost: { amounts } }, { cost }) => ({ cost: { ...cost, amounts } }),
    },
    {
      unit: fieldUnit('_EventCurrencySymbol'),
      name: '_EventCurrencySymbol',
      textOf: ({ cost }) => cost?.symbol,
      write: (text, { cost }) => ({ cost: { ...cost, symbol: plainText(text) } }),
      copy: ({ cost: { symbol } }, { cost }) => ({ cost: { ...cost, symbol } }),
    },
    fieldMember('_EventURL', 'website', storedAddress),
  ],
  inLanguage: async (unit, copied, language) => {
    const { venues, organizers } = copied as Partial<EventFields>;
    const swapped = <Kind extends Translatable>(kind: Kind, ids: readonly number[]) =>
      versionsInLanguage(unit, kind, ids, language);
    return {
      ...copied,
      ...(venues && { venues: await swapped(translatableContent(venueKind), venues) }),
      ...(organizers && { organizers: await swapped(translatableContent(organizerKind), organizers) }),
    };
  },
});

const scope = 'import-uid';

/** The name that importers find an event by, as one that it bears alone. */
export const importUidNames = ({ importUid, deleted }: EventState): readonly UniqueName[] =>
  importUid === null || deleted ? [] : [{ scope, name: importUid }];

/** The event that importers find by a name; undefined where none bears it. */
export const eventOfImportUid = async (unit: UnitOfWork, name: string | null): Promise<EventState | undefined> => {
  const holder = name === null ? null : await unit.holder(scope, name);
  return holder === null ? undefined : unit.load(event, idOfStream(holder));
};

/** @throws DomainError 400 naming `import_uid`, where it is another event's */
export const requireFreeImportUid = async (
  unit: UnitOfWork,
  id: number,
  asked: string | null | undefined,
): Promise<void> => {
  if (asked == null) return;
  const holder = await unit.holder(scope, asked);
  if (holder !== null && holder !== streamOf(event, id))
    throw invalidParams({ import_uid: '{name} is the name of another event.' });
};
