import { plainText } from '@almanac/content';
import type { Principal } from '@almanac/identity';
import type { Values } from '@almanac/rest';
import { filledTitle, given, type Sent, sharedFields } from '../records/sharedFields.ts';
import type { OrganizerFields } from './organizer.ts';
import type { organizerArgs } from './organizerArgs.ts';

export type OrganizerValues = Sent<Values<typeof organizerArgs>>;

/** What was sent about an organizer as its fields; what was not sent is not there. */
export const organizerFields = (values: OrganizerValues, principal: Principal): Partial<OrganizerFields> => ({
  ...sharedFields({ ...values, title: filledTitle('organizer', textOf(values.organizer)) }, principal),
  ...given<OrganizerFields>({
    phone: textOf(values.phone),
    website: values.website,
    email: values.email,
  }),
});

const textOf = (text: string | undefined): string | undefined => (text === undefined ? undefined : plainText(text));
