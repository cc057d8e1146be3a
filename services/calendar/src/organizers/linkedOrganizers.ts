import { argsOf } from '@almanac/content-model';
import { type Args, text } from '@almanac/rest';
import { passwordMember, publicationArgs } from '../content-items/itemArgs.ts';
import { imageArg } from '../content-items/itemFields.ts';
import type { LinkedKind } from '../linked-items/linkedWriting.ts';
import { requiredText } from '../requestArgs.ts';
import { type OrganizerFields, organizerKind } from './organizer.ts';
import { organizerFields } from './organizerFields.ts';

/** Describes arguments with the default null, which is never used: the declared interface has it for all of them. */
const withNullDefaults = <A extends Args>(args: A): A => {
  const described = Object.entries(args).map(([name, arg]) => [name, { ...arg, default: null }]);
  return Object.fromEntries(described);
};

/** The arguments of a new organizer. */
export const organizerArgs = {
  ...withNullDefaults({
    ...publicationArgs,
    organizer: requiredText('The name of the organizer.'),
    description: text({ description: 'The description of the organizer.' }),
    ...argsOf(organizerFields, 'v1'),
    image: imageArg,
  }),
  ...passwordMember,
};

/** Organizers as events link them. */
export const linkedOrganizers: LinkedKind<OrganizerFields> = {
  kind: organizerKind,
  argument: 'organizer',
  derivedArguments: [],
  derive: (fields) => fields,
};
