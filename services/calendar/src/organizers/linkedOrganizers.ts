import type { Values } from '@almanac/rest';
import type { LinkedKind } from '../records/linkedWriting.ts';
import type { OrganizerFields } from './organizer.ts';
import type { organizerArgs } from './organizerArgs.ts';
import { organizerFields } from './organizerFields.ts';
import { organizerKind } from './organizerKind.ts';

/** Organizers as events link them. */
export const linkedOrganizers: LinkedKind<OrganizerFields, Values<typeof organizerArgs>> = {
  kind: organizerKind,
  argument: 'organizer',
  fields: organizerFields,
  derive: (fields) => fields,
};
