import { plainText } from '@almanac/content';
import type { Principal } from '@almanac/identity';
import type { Values } from '@almanac/rest';
import { given, type Sent, sharedFields } from '../records/sharedFields.ts';
import type { OrganizerFields } from './organizer.ts';
import type { organizerArgs } from './organizerArgs.ts';

export type OrganizerValues = Sent<Values<typeof organizerArgs>>;

/** What was sent about an organizer as its fields; what was not sent is not there. */
export const organizerFields = (values: OrganizerValues, principal: Principal): Partial<OrganizerFields> => ({
  ...sharedFields({ ...values, title: values.organizer }, principal),
  ...given<OrganizerFields>({
    phone: values.phone === undefined ? undefined : plainText(values.phone),
    website: values.website,
    email: values.email,
  }),
});
