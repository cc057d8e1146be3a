import { schemasOf, viewOf } from '@almanac/content-model';
import { jsonLdNaming } from '../content-items/itemView.ts';
import type { ShownImages } from '../images/images.ts';
import { linkedSchemas } from '../linked-items/linkedSchema.ts';
import { linkedRecord } from '../linked-items/linkedView.ts';
import { type Display, rememberViews } from '../rememberViews.ts';
import type { OrganizerState } from './organizer.ts';
import { organizerFields } from './organizerFields.ts';

/** Organizers within an event, and by themselves (docs/interface/calendar.md §5.3). */
export const { within: organizerWithin, alone: organizerSchema } = linkedSchemas(
  'Organizer',
  'organizer',
  schemasOf(organizerFields, 'v1'),
);

const ownMembers = viewOf(organizerFields, 'v1');

/** The view of an organizer (docs/interface/calendar.md §5.3). */
export const organizerRecord = rememberViews((organizer: OrganizerState, display: Display) =>
  linkedRecord(organizer, { titleMember: 'organizer', members: ownMembers(organizer) }, display),
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
