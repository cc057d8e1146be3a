import { linkedRecord } from '../records/linkedView.ts';
import type { Display } from '../records/recordView.ts';
import { rememberShown } from '../records/rememberShown.ts';
import type { OrganizerState } from './organizer.ts';

/** An organizer as the interface shows it (docs/interface/calendar.md §5.3). */
export const organizerRecord = rememberShown((organizer: OrganizerState, display: Display) =>
  linkedRecord(
    organizer,
    {
      nameMember: 'organizer',
      texts: { phone: organizer.phone, website: organizer.website, email: organizer.email },
      flags: {},
    },
    display,
  ),
);
