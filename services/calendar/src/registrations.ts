import type { Registration } from '@almanac/aggregates';
import { translationGroupRegistration } from '@almanac/translations';
import { categoryRegistration } from './categories/category.ts';
import { categoryTreeRegistration } from './categories/categoryTree.ts';
import { eventKind } from './events/eventKind.ts';
import { organizerKind } from './organizers/organizerKind.ts';
import type { RecordFields, RecordState } from './records/record.ts';
import type { RecordKind } from './records/recordKind.ts';
import { venueKind } from './venues/venueKind.ts';

const registrationOf = <Name extends string, Fields extends RecordFields>({
  aggregate,
  collection,
}: RecordKind<Name, Fields>) => ({ aggregate, collection, isGone: (state: RecordState) => state.deleted });

/** Every aggregate of the calendar with its documents. */
export const registrations: readonly Registration[] = [
  registrationOf(eventKind),
  registrationOf(venueKind),
  {
    ...registrationOf(organizerKind),
    erasure: { subject: 'organizer', replacing: () => ({ phone: '', email: '', website: '' }) },
  },
  categoryRegistration,
  categoryTreeRegistration,
  translationGroupRegistration,
] as unknown as readonly Registration[];
