import { jsonLdNaming } from '../content-items/itemView.ts';
import type { ShownImages } from '../images/images.ts';
import { linkedRecord } from '../linked-items/linkedView.ts';
import { type Display, rememberViews } from '../rememberViews.ts';
import type { OrganizerState } from './organizer.ts';

/** The view of an organizer (docs/interface/calendar.md §5.3). */
export const organizerRecord = rememberViews((organizer: OrganizerState, display: Display) =>
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

/** Structured data of an organizer. */
export const personJsonLd = (organizer: OrganizerState, images: ShownImages): Record<string, unknown> => ({
  '@type': 'Person',
  ...jsonLdNaming(organizer, images),
  url: '',
  telephone: organizer.phone,
  email: organizer.email,
  sameAs: organizer.website,
});
