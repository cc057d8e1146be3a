import {
  categoryTreeRegistration,
  slugNames,
  translationGroupRegistration,
  translationResultRegistration,
} from '@almanac/content-model';
import type { UniqueName } from '@almanac/event-sourcing';
import type { Principal } from '@almanac/identity';
import type { RecordRegistration, WrittenRecord } from '@almanac/service';
import type { ItemFields, ItemState } from './content-items/contentItem.ts';
import type { ItemKind } from './content-items/itemKind.ts';
import { mayEditItem } from './content-items/itemRights.ts';
import { eventKind, importUidNames, writtenEvent } from './events/event.ts';
import { importRegistration } from './imports/import.ts';
import { onboardingRegistration } from './onboarding/onboarding.ts';
import { organizerKind, writtenOrganizer } from './organizers/organizer.ts';
import { categoryRegistration } from './terms/category.ts';
import { venueKind, writtenVenue } from './venues/venue.ts';

const registrationOf = <Fields extends ItemFields>(
  { aggregate, collection, noun, type }: ItemKind<Fields>,
  written: WrittenRecord<ItemState & Fields>,
  ownNames: (state: ItemState & Fields) => readonly UniqueName[] = () => [],
) => ({
  aggregate,
  collection,
  written,
  mayEdit: (principal: Principal, state: ItemState) => mayEditItem(principal, { type }, state),
  isGone: (state: ItemState) => state.deleted,
  names: (state: ItemState & Fields) => [...slugNames(noun, state), ...ownNames(state)],
});

/** Every aggregate of the calendar with its documents. */
export const registrations: readonly RecordRegistration[] = [
  registrationOf(eventKind, writtenEvent, importUidNames),
  registrationOf(venueKind, writtenVenue),
  {
    ...registrationOf(organizerKind, writtenOrganizer),
    erasure: {
      subject: 'organizer',
      event: organizerKind.eventTypes.erased,
      replacing: () => ({ phone: '', email: '', website: '' }),
    },
  },
  categoryRegistration,
  categoryTreeRegistration,
  translationGroupRegistration,
  translationResultRegistration,
  importRegistration,
  onboardingRegistration,
];
