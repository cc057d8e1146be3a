import type { Principal } from '@almanac/identity';
import { anything, type Invalid, invalid, text, type Values } from '@almanac/rest';
import { plainText } from '@almanac/text';
import { imageArg, passwordMember, publicationArgs } from '../content-items/itemArgs.ts';
import { filledTitle, sharedFields } from '../content-items/sentFields.ts';
import type { LinkedKind } from '../linked-items/linkedWriting.ts';
import { defined, isTruthy, requiredText, type Sent, webAddress } from '../requestArgs.ts';
import { stateProvinceOf, type VenueFields, type VenueState, venueKind, venueTexts } from './venue.ts';

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
const venueMembers = {
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

type VenueValues = Sent<Values<typeof venueArgs>>;

/** What was sent about a venue as its fields; what was not sent is not there. */
const venueFields = (values: VenueValues, principal: Principal): Partial<VenueFields> => ({
  ...sharedFields({ ...values, title: filledTitle('venue', textOf(values.venue)) }, principal),
  ...defined(Object.fromEntries(venueTexts.map((name) => [name, textOf(values[name])])) as Partial<VenueFields>),
  ...defined<VenueFields>({
    stateProvince: textOf(values.stateprovince),
    website: values.website,
    showMap: values.show_map,
    showMapLink: values.show_map_link,
    latitude: values._VenueLat,
    longitude: values._VenueLng,
  }),
});

const textOf = (text: string | undefined): string | undefined => (text === undefined ? undefined : plainText(text));

/** The same with the state or province, where the address changes and nobody says it. */
const completeAddress = (
  fields: Partial<VenueFields>,
  current: Pick<VenueState, 'country' | 'state' | 'province'>,
): Partial<VenueFields> => {
  const address = { country: current.country, state: current.state, province: current.province, ...fields };
  const changes = (['country', 'state', 'province'] as const).some((name) => address[name] !== current[name]);
  return fields.stateProvince === undefined && changes
    ? { ...fields, stateProvince: stateProvinceOf(address) }
    : fields;
};

/** Venues as events link them. */
export const linkedVenues: LinkedKind<VenueFields, Values<typeof venueArgs>> = {
  kind: venueKind,
  argument: 'venue',
  derivedArguments: ['stateprovince'],
  fields: venueFields,
  derive: completeAddress,
};
