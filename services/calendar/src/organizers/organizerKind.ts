import type { Collection } from '@almanac/documents';
import { type LinkedKindNames, recordKind } from '../records/recordKind.ts';
import { type OrganizerFields, organizer, organizerEventTypes } from './organizer.ts';

export const organizers: Collection = {
  name: 'organizers',
  fold: organizer.fold,
  indexes: [['status', 'language', 'date'], ['language', 'date'], ['author'], ['status', 'dateUtc'], ['password']],
  arrays: ['languages'],
  texts: ['title', 'content', 'excerpt', 'phone', 'email', 'website'],
};

export const organizerKind = recordKind<OrganizerFields, LinkedKindNames>({
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
});
