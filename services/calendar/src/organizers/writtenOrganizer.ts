import type { WrittenRecord } from '@almanac/service';
import { sharedByItems, writtenItem } from '../content-items/writtenItem.ts';
import type { OrganizerState } from './organizer.ts';

/** An organizer as operators see it and bring it back. */
export const writtenOrganizer: WrittenRecord<OrganizerState> = {
  ...sharedByItems,
  route: '/cal/events/v1/organizers/{id}',
  references: { image: 'medium', author: 'user' },
  members: (state) => ({
    ...writtenItem(state, 'organizer'),
    phone: state.phone,
    website: state.website,
    email: state.email,
  }),
};
