import { argsOf } from '@almanac/content-model';
import { type Args, type Route, text } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { passwordMember, publicationArgs } from '../content-items/itemArgs.ts';
import { imageArg } from '../content-items/itemFields.ts';
import { linkedRoutes } from '../linked-items/linkedRoutes.ts';
import type { LinkedKind } from '../linked-items/linkedWriting.ts';
import { requiredText } from '../requestArgs.ts';
import { type OrganizerFields, organizerKind } from './organizer.ts';
import { organizerFields } from './organizerFields.ts';
import { organizerRecord, organizerSchema, personJsonLd } from './organizerView.ts';

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

/** Returns the routes of organizers. */
export const organizerRoutes = (calendar: Calendar): Route[] =>
  linkedRoutes(calendar, {
    linked: linkedOrganizers,
    readable: {
      kind: organizerKind,
      record: organizerRecord,
      jsonLd: personJsonLd,
      schema: organizerSchema,
      summaries: { list: 'Lists organizers.', read: 'Reads an organizer.' },
    },
    args: organizerArgs,
    summaries: {
      create: 'Creates an organizer.',
      change: 'Changes an organizer.',
      trash: 'Moves an organizer to the trash.',
    },
  });
