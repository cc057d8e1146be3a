import { anything, type Invalid, invalid, text } from '@almanac/rest';
import {
  imageArg,
  isTruthy,
  passwordMember,
  publicationArgs,
  requiredText,
  webAddress,
} from '../records/recordArgs.ts';

const cleared = (description: string) => text({ description, default: null });

const flag = (description: string) =>
  anything({ description, parse: (value): boolean => isTruthy(value), default: null, words: { type: 'string' } });

/** Degrees, as a number or its text; the empty text removes them. */
const degrees = (description: string, limit: number) =>
  anything({
    description,
    parse: (value): number | null | Invalid => {
      if (value === '') return null;
      const number = typeof value === 'string' ? Number(value) : value;
      const fits = typeof number === 'number' && Number.isFinite(number) && Math.abs(number) <= limit;
      return fits ? number : invalid('{name} is no number of degrees.');
    },
    words: { type: 'string' },
  });

/** What a venue may be created with, apart from its publication. */
export const venueMembers = {
  venue: requiredText('The name of the venue.'),
  description: text({ description: 'The description of the venue.', default: null }),
  show_map: flag('Whether events linked to the venue show a map.'),
  show_map_link: flag('Whether events linked to the venue show a link to a map.'),
  address: cleared('The street address of the venue.'),
  city: cleared('The city of the venue.'),
  country: cleared('The country of the venue.'),
  province: cleared('The province of the venue.'),
  state: cleared('The state of the venue.'),
  zip: cleared('The postal code of the venue.'),
  phone: cleared('The phone number of the venue.'),
  stateprovince: cleared('The state or province of the venue, whichever its country has.'),
  website: anything({
    description: 'The address of the website of the venue.',
    parse: webAddress,
    default: null,
    words: { type: 'string' },
  }),
  image: imageArg,
  _VenueLat: degrees('The latitude of the venue, in degrees.', 90),
  _VenueLng: degrees('The longitude of the venue, in degrees.', 180),
};

/** Everything a venue may be created with. */
export const venueArgs = { ...publicationArgs, ...venueMembers, ...passwordMember };
