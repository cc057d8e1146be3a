import type { Collection } from '@almanac/documents';
import { translatableContent } from '@almanac/publication';
import { type Translatable, versionsInLanguage } from '@almanac/translations';
import { organizerKind } from '../organizers/organizerKind.ts';
import { recordKind } from '../records/recordKind.ts';
import { venueKind } from '../venues/venueKind.ts';
import { type EventFields, event, eventEventTypes } from './event.ts';

/**
 * Lists run along the start, within what a caller sees and what is filtered by; terms are counted by the same indexes.
 * The others serve due work, importers and what is upcoming.
 */
export const events: Collection = {
  name: 'events',
  fold: event.fold,
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
  ],
  arrays: ['languages', 'categories', 'tags', 'venues', 'organizers'],
  texts: ['title', 'excerpt', 'content'],
};

export const eventKind = recordKind<EventFields>({
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
