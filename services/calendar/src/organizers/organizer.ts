import {
  absentRecord,
  type RecordEvent,
  type RecordEventTypes,
  type RecordFields,
  type RecordState,
  recordAggregate,
} from '../records/record.ts';

export interface OrganizerFields extends RecordFields {
  readonly phone: string;
  readonly website: string;
  readonly email: string;
}

export type OrganizerState = RecordState & OrganizerFields;

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
} as const satisfies RecordEventTypes;

export type OrganizerEvent = RecordEvent<typeof organizerEventTypes, OrganizerFields>;

/** An organizer: `organizer-<id>`. Its name is the title of the record. */
export const organizer = recordAggregate<typeof organizerEventTypes, OrganizerFields>({
  category: 'organizer',
  eventTypes: organizerEventTypes,
  initialState: { ...absentRecord, phone: '', website: '', email: '' },
  fold: 1,
});
