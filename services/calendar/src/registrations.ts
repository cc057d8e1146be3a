import type { Registration, UniqueName } from '@almanac/aggregates';
import { slugNames } from '@almanac/publication';
import { categoryTreeRegistration } from '@almanac/taxonomy';
import { translationGroupRegistration } from '@almanac/translations';
import { categoryRegistration } from './categories/category.ts';
import { eventKind } from './events/eventKind.ts';
import { importUidNames } from './events/importUids.ts';
import { organizerKind } from './organizers/organizerKind.ts';
import type { RecordFields, RecordState } from './records/record.ts';
import type { RecordKind } from './records/recordKind.ts';
import { venueKind } from './venues/venueKind.ts';

const registrationOf = <Fields extends RecordFields>(
  { aggregate, collection, noun }: RecordKind<Fields>,
  ownNames: (state: RecordState & Fields) => readonly UniqueName[] = () => [],
) => ({
  aggregate,
  collection,
  isGone: (state: RecordState) => state.deleted,
  names: (state: RecordState & Fields) => [...slugNames(noun, state), ...ownNames(state)],
});

/** Every aggregate of the calendar with its documents. */
export const registrations: readonly Registration[] = [
  registrationOf(eventKind, importUidNames),
  registrationOf(venueKind),
  {
    ...registrationOf(organizerKind),
    erasure: { subject: 'organizer', replacing: () => ({ phone: '', email: '', website: '' }) },
  },
  categoryRegistration,
  categoryTreeRegistration,
  translationGroupRegistration,
] as unknown as readonly Registration[];
