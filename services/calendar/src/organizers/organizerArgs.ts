import { anything, email, text } from '@almanac/rest';
import { imageArg, passwordMember, publicationArgs, requiredText, webAddress } from '../records/recordArgs.ts';

/** What an organizer may be created with, apart from its publication. */
export const organizerMembers = {
  organizer: requiredText('The name of the organizer.'),
  description: text({ description: 'The description of the organizer.', default: null }),
  phone: text({ description: 'The phone number of the organizer.', default: null }),
  website: anything({
    description: 'The address of the website of the organizer.',
    parse: webAddress,
    default: null,
    words: { type: 'string' },
  }),
  email: email({ description: 'The e-mail address of the organizer.', allowEmpty: true, default: null }),
  image: imageArg,
};

/** Everything an organizer may be created with. */
export const organizerArgs = { ...publicationArgs, ...organizerMembers, ...passwordMember };
