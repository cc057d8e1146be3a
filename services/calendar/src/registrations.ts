import { slugNames } from '@almanac/publication';
import { categoryTreeRegistration } from '@almanac/taxonomy';
import { translationResultRegistration } from '@almanac/translation-flows';
import { translationGroupRegistration } from '@almanac/translations';
import type { Registration, UniqueName } from '@almanac/write-side';
import type { ItemFields, ItemState } from './content-items/contentItem.ts';
import type { ItemKind } from './content-items/itemKind.ts';
import { eventKind, importUidNames } from './events/event.ts';
import { organizerKind } from './organizers/organizer.ts';
import { categoryRegistration } from './terms/category.ts';
import { venueKind } from './venues/venue.ts';

const registrationOf = <Fields extends ItemFields>(
  { aggregate, collection, noun }: ItemKind<Fields>,
  ownNames: (state: ItemState & Fields) => readonly UniqueName[] = () => [],
) => ({
  aggregate,
  collection,
  isGone: (state: ItemState) => state.deleted,
  names: (state: ItemState & Fields) => [...slugNames(noun, state), ...ownNames(state)],
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
  translationResultRegistration,
] as unknown as readonly Registration[];
