import { contentTexts, fieldMember } from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import { plainText } from '@almanac/text';
import {
  absentItem,
  type ItemEvent,
  type ItemEventTypes,
  type ItemFields,
  type ItemState,
  itemAggregate,
} from '../content-items/contentItem.ts';
import { itemKind, type LinkedKindNames } from '../content-items/itemKind.ts';
import { storedAddress } from '../requestArgs.ts';

export interface OrganizerFields extends ItemFields {
  readonly phone: string;
  readonly website: string;
  readonly email: string;
}

export type OrganizerState = ItemState & OrganizerFields;

export const organizerEventTypes = {
  created: 'OrganizerCreated',
  changed: 'OrganizerChanged',
  published: 'OrganizerPublished',
  scheduled: 'OrganizerScheduled',
  statusChanged: 'OrganizerStatusChanged',
  trashed: 'OrganizerTrashed',
  restored: 'OrganizerRestored',
  placedInTranslationGroup: 'OrganizerPlacedInTranslationGroup',
  listingLanguagesChanged: 'OrganizerListingLanguagesChanged',
  deleted: 'OrganizerDeleted',
  erased: 'OrganizerErased',
} as const satisfies ItemEventTypes;

export type OrganizerEvent = ItemEvent<typeof organizerEventTypes, OrganizerFields>;

/** An organizer: `organizer-<id>`. Its name is the title of the record. */
const organizer = itemAggregate<typeof organizerEventTypes, OrganizerFields>({
  category: 'organizer',
  eventTypes: organizerEventTypes,
  initialState: { ...absentItem, phone: '', website: '', email: '' },
  projectionVersion: 2,
});

const organizers: Collection = {
  name: 'organizers',
  projectionVersion: organizer.projectionVersion,
  indexes: [
    ['status', 'language', 'date'],
    ['languages', 'status', 'date'],
    ['language', 'date'],
    ['author'],
    ['status', 'dateUtc'],
    ['password'],
  ],
  arrays: ['languages'],
  texts: ['title', 'content', 'excerpt', 'phone', 'email', 'website'],
};

export const organizerKind = itemKind<OrganizerFields, LinkedKindNames>({
  aggregate: organizer,
  eventTypes: organizerEventTypes,
  collection: organizers,
  type: 'cal_organizer',
  noun: 'organizer',
  plural: 'organizers',
  titleMember: 'organizer',
  messages: {
    notFound: 'Organizer with ID {id} does not exist.',
    slugNotFound: 'Organizer with slug {slug} does not exist.',
    notAccessible: 'The organizer is not accessible.',
    inTrash: 'The organizer is already in the trash.',
    pageNotFound: 'The requested page of organizers does not exist.',
  },
  copied: ['phone', 'email'],
  translated: [...contentTexts(plainText), fieldMember('_OrganizerWebsite', 'website', storedAddress)],
});
