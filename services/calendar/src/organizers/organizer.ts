import { absentRecord, type RecordFields, type RecordState, recordAggregate } from '../records/record.ts';

export interface OrganizerFields extends RecordFields {
  readonly phone: string;
  readonly website: string;
  readonly email: string;
}

export type OrganizerState = RecordState & OrganizerFields;

const FOLD = 1;

/** An organizer: `organizer-<id>`. Its name is the title of the record. */
export const organizer = recordAggregate<'Organizer', OrganizerFields>(
  'Organizer',
  { ...absentRecord, phone: '', website: '', email: '' },
  FOLD,
);
