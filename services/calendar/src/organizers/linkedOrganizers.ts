import type { Principal } from '@almanac/identity';
import { type Args, anything, email, text, type Values } from '@almanac/rest';
import { plainText } from '@almanac/text';
import { imageArg, passwordMember, publicationArgs } from '../content-items/itemArgs.ts';
import { filledTitle, sharedFields } from '../content-items/sentFields.ts';
import type { LinkedKind } from '../linked-items/linkedWriting.ts';
import { defined, requiredText, type Sent, webAddress } from '../requestArgs.ts';
import { type OrganizerFields, organizerKind } from './organizer.ts';

/** What an organizer may be created with, apart from its publication. */
const organizerMembers = {
  organizer: requiredText('The name of the organizer.'),
  description: text({ description: 'The description of the organizer.' }),
  phone: text({ description: 'The phone number of the organizer.' }),
  website: anything({
    description: 'The address of the website of the organizer.',
    parse: webAddress,
    words: { type: 'string' },
  }),
  email: email({ description: 'The e-mail address of the organizer.', allowEmpty: true }),
  image: imageArg,
};

/** Described with null as their default, which is never used: so the declared interface has those of organizers, all of them. */
const withNullDefaults = <A extends Args>(args: A): A =>
  Object.fromEntries(Object.entries(args).map(([name, arg]) => [name, { ...arg, default: null }])) as unknown as A;

/** Everything an organizer may be created with. */
export const organizerArgs = { ...withNullDefaults({ ...publicationArgs, ...organizerMembers }), ...passwordMember };

type OrganizerValues = Sent<Values<typeof organizerArgs>>;

/** What was sent about an organizer as its fields; what was not sent is not there. */
const organizerFields = (values: OrganizerValues, principal: Principal): Partial<OrganizerFields> => ({
  ...sharedFields({ ...values, title: filledTitle('organizer', textOf(values.organizer)) }, principal),
  ...defined<OrganizerFields>({
    phone: textOf(values.phone),
    website: values.website,
    email: values.email,
  }),
});

const textOf = (text: string | undefined): string | undefined => (text === undefined ? undefined : plainText(text));

/** Organizers as events link them. */
export const linkedOrganizers: LinkedKind<OrganizerFields, Values<typeof organizerArgs>> = {
  kind: organizerKind,
  argument: 'organizer',
  derivedArguments: [],
  fields: organizerFields,
  derive: (fields) => fields,
};
