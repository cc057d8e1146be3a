import { argsOf } from '@almanac/content-model';
import { type Route, text } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { passwordMember, publicationArgs } from '../content-items/itemArgs.ts';
import { imageArg } from '../content-items/itemFields.ts';
import { linkedRoutes } from '../linked-items/linkedRoutes.ts';
import type { LinkedKind } from '../linked-items/linkedWriting.ts';
import { requiredText } from '../requestArgs.ts';
import { stateProvinceOf, type VenueFields, type VenueState, venueKind } from './venue.ts';
import { venueFields } from './venueFields.ts';
import { placeJsonLd, venueRecord, venueSchema } from './venueView.ts';

const { website, _VenueLat, _VenueLng, show_map, show_map_link, ...texts } = argsOf(venueFields, 'v1');

/** The arguments of a new venue. */
export const venueArgs = {
  ...publicationArgs,
  venue: requiredText('The name of the venue.'),
  description: text({ description: 'The description of the venue.', default: null }),
  show_map,
  show_map_link,
  ...texts,
  website,
  image: imageArg,
  _VenueLat,
  _VenueLng,
  ...passwordMember,
};

/** Derives the state or province if the address changes without it. */
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
export const linkedVenues: LinkedKind<VenueFields> = {
  kind: venueKind,
  argument: 'venue',
  derivedArguments: ['stateprovince'],
  derive: completeAddress,
};

/** Returns the routes of venues. */
export const venueRoutes = (calendar: Calendar): Route[] =>
  linkedRoutes(calendar, {
    linked: linkedVenues,
    readable: {
      kind: venueKind,
      record: venueRecord,
      jsonLd: placeJsonLd,
      schema: venueSchema,
      summaries: { list: 'Lists venues.', read: 'Reads a venue.' },
    },
    args: venueArgs,
    summaries: {
      create: 'Creates a venue.',
      change: 'Changes a venue.',
      trash: 'Moves a venue to the trash.',
    },
  });
