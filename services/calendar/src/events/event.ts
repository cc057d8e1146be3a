import {
  contentTexts,
  defaultsOf,
  fieldUnit,
  type StoredFields,
  type Translatable,
  translatableContent,
  versionsInLanguage,
} from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import { idOfStream, streamOf, type UniqueName, type UnitOfWork } from '@almanac/event-sourcing';
import { invalidParams } from '@almanac/rest';
import type { WrittenRecord } from '@almanac/service';
import { plainText, storedTitle } from '@almanac/text';
import {
  absentItem,
  type ItemEvent,
  type ItemFields,
  type ItemState,
  itemAggregate,
  itemEventTypes,
} from '../content-items/contentItem.ts';
import { itemFields } from '../content-items/itemFields.ts';
import { itemKind } from '../content-items/itemKind.ts';
import { writtenItem } from '../content-items/writtenItem.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { venueKind } from '../venues/venue.ts';
import { parseCost } from './cost.ts';
import { eventFields } from './eventFields.ts';

const fields = { ...itemFields('title', storedTitle), ...eventFields };

export interface EventFields extends ItemFields, StoredFields<typeof eventFields> {}

export type EventState = ItemState & EventFields;

const eventTypes = itemEventTypes('Event');

export type CalendarEventFact = ItemEvent<typeof eventTypes, EventFields>;

/** An event: `event-<id>`. */
export const event = itemAggregate<EventFields>({
  category: 'event',
  eventTypes,
  fields,
  initialState: { ...absentItem, ...defaultsOf(fields) },
});

/**
 * The documents of events. Lists are ordered by the start, within the indexed visibility and filters; the same indexes
 * count terms. Lists in other orders check window and visibility in their index, so deep pages fetch only their own
 * records. The other indexes serve due work, importers and upcoming events.
 */
export const events: Collection = {
  name: 'events',
  projectionVersion: event.projectionVersion,
  indexes: [
    ['status', 'hidden', 'language', 'start', 'id', 'end', 'password'],
    ['status', 'language', 'sortTitle', 'id', 'hidden', 'start', 'end'],
    ['status', 'language', 'modifiedUtc', 'id', 'hidden', 'start', 'end'],
    ['status', 'language', 'dateUtc', 'id', 'hidden', 'start', 'end'],
    ['status', 'language', 'id'],
    ['status', 'language', 'slug'],
    ['status', 'language', 'author'],
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
    ['image'],
    ['group'],
    ['featured'],
    ['sortTitle'],
    ['series', 'start'],
    ['modifiedUtc'],
    ['dateUtc'],
    ['slug'],
  ],
  arrays: ['languages', 'categories', 'tags', 'venues', 'organizers', 'ownFields', 'mediaInTexts'],
  texts: ['title', 'excerpt', 'content'],
};

export const eventKind = itemKind<EventFields>({
  fields,
  aggregate: event,
  eventTypes,
  collection: events,
  type: 'cal_events',
  noun: 'event',
  plural: 'events',
  titleMember: 'title',
  texts: [
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
  ],
  inLanguage: async (unit, copied, language) => {
    const { venues, organizers }: Partial<EventFields> = copied;
    const swapped = <Kind extends Translatable>(kind: Kind, ids: readonly number[]) =>
      versionsInLanguage(unit, kind, ids, language);
    return {
      ...copied,
      ...(venues && { venues: await swapped(translatableContent(venueKind), venues) }),
      ...(organizers && { organizers: await swapped(translatableContent(organizerKind), organizers) }),
    };
  },
});

/** An event as operators see and restore it. */
export const writtenEvent: WrittenRecord<EventState> = writtenItem(eventKind, eventFields, {
  references: { categories: 'category', tags: 'tag', venue: 'venue', organizer: 'organizer' },
  members: ({ timezone, allDay, start, end, cost }) => ({
    timezone,
    all_day: allDay,
    start_date: start,
    end_date: end,
    cost: cost?.amounts,
    currency_symbol: cost?.symbol,
    currency_position: cost?.position,
    currency_code: cost?.code,
  }),
});

const scope = 'import-uid';

/** Returns the unique names of an event: its import name. */
export const importUidNames = ({ importUid, deleted }: EventState): readonly UniqueName[] =>
  importUid === null || deleted ? [] : [{ scope, name: importUid }];

/** Returns the event with an import name; undefined without one. */
export const eventOfImportUid = async (unit: UnitOfWork, name: string | null): Promise<EventState | undefined> => {
  const holder = name === null ? null : await unit.holder(scope, name);
  return holder === null ? undefined : unit.load(event, idOfStream(holder));
};

/** @throws DomainError 400 naming `import_uid` if another event has it */
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
