import { contentTexts, defaultsOf, type StoredFields } from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import type { WrittenRecord } from '@almanac/service';
import { plainText } from '@almanac/text';
import {
  absentItem,
  type ItemEvent,
  type ItemFields,
  type ItemState,
  itemAggregate,
  itemEventTypes,
} from '../content-items/contentItem.ts';
import { itemFields } from '../content-items/itemFields.ts';
import { itemKind, type LinkedKindNames } from '../content-items/itemKind.ts';
import { writtenItem } from '../content-items/writtenItem.ts';
import { organizerFields } from './organizerFields.ts';

const fields = { ...itemFields('organizer', plainText), ...organizerFields };

export interface OrganizerFields extends ItemFields, StoredFields<typeof organizerFields> {}

export type OrganizerState = ItemState & OrganizerFields;

const eventTypes = itemEventTypes('Organizer');

export type OrganizerEvent = ItemEvent<typeof eventTypes, OrganizerFields>;

/** An organizer: `organizer-<id>`. Its name is the title of the record. */
const organizer = itemAggregate<OrganizerFields>({
  category: 'organizer',
  eventTypes,
  fields,
  initialState: { ...absentItem, ...defaultsOf(fields) },
});

const organizers: Collection = {
  name: 'organizers',
  projectionVersion: organizer.projectionVersion,
  indexes: [
    ['status', 'language', 'date'],
    ['languages', 'status', 'date'],
    ['language', 'date'],
    ['author'],
    ['image'],
    ['group'],
    ['status', 'dateUtc'],
    ['password'],
    ['sortTitle'],
    ['modifiedUtc'],
    ['slug'],
  ],
  arrays: ['languages', 'mediaInTexts'],
  texts: ['title', 'content', 'excerpt', 'phone', 'email', 'website'],
};

export const organizerKind = itemKind<OrganizerFields, LinkedKindNames>({
  fields,
  aggregate: organizer,
  eventTypes,
  collection: organizers,
  type: 'cal_organizer',
  noun: 'organizer',
  plural: 'organizers',
  titleMember: 'organizer',
  texts: contentTexts(plainText),
});

/** An organizer as operators see and restore it. */
export const writtenOrganizer: WrittenRecord<OrganizerState> = writtenItem(organizerKind, organizerFields);
