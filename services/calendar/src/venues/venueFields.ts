import { anything, type Invalid, invalid, text } from '@almanac/rest';
import { plainText } from '@almanac/text';
import { z } from 'zod';
import { type AnyItemTable, field, websiteField } from '../content-items/itemFields.ts';
import { isTruthy } from '../requestArgs.ts';

/** A plain text of a venue. */
const plain = <const Name extends string>(name: Name, description: string) => {
  const arg = text({ description, default: null });
  return field(z.string(), {
    default: '',
    v1: { name, arg, shown: z.string().optional() },
    calx: { name, arg, shown: z.string() },
    imported: true,
    copied: false,
    translated: false,
    clean: plainText,
  });
};

const flag = <const Name extends string>(name: Name, description: string) =>
  field(z.boolean().nullable(), {
    default: true,
    v1: {
      name,
      arg: anything({
        description,
        parse: (value): boolean => isTruthy(value),
        default: null,
        words: { type: 'string' },
      }),
      shown: z.boolean().nullable(),
    },
    calx: null,
    imported: false,
    copied: true,
    translated: false,
  });

/** Degrees, as a number or its text; the empty text removes them. */
const degrees = <const Name extends string>(
  name: Name,
  shownAs: string,
  { description, limit }: { readonly description: string; readonly limit: number },
) =>
  field(z.number().nullable(), {
    default: null,
    v1: {
      name,
      shownAs,
      arg: anything({
        description,
        parse: (value): number | null | Invalid => {
          if (value === '') return null;
          const number = typeof value === 'string' ? Number(value) : value;
          const fits = typeof number === 'number' && Number.isFinite(number) && Math.abs(number) <= limit;
          return fits ? number : invalid('{name} is no number of degrees.');
        },
        words: { type: 'string' },
      }),
      shown: z.number().optional(),
    },
    calx: null,
    imported: true,
    copied: true,
    translated: false,
  });

const stateOrProvince = plain('stateprovince', 'The state or province of the venue.');

/** The fields that only venues have, in the order in which `cal/events/v1` shows them. */
export const venueFields = {
  address: { ...plain('address', 'The street address of the venue.'), translated: '_VenueAddress' },
  city: { ...plain('city', 'The city of the venue.'), translated: '_VenueCity' },
  country: { ...plain('country', 'The country of the venue.'), copied: true },
  province: {
    ...plain('province', 'The province of the venue.'),
    translated: '_VenueProvince',
    carries: ['stateProvince'],
  },
  state: { ...plain('state', 'The state of the venue.'), translated: '_VenueState', carries: ['stateProvince'] },
  zip: { ...plain('zip', 'The postal code of the venue.'), copied: true },
  phone: { ...plain('phone', 'The phone number of the venue.'), copied: true },
  website: websiteField('The address of the website of the venue.', '_VenueURL'),
  /** State or province, depending on the country; derived if it is missing. */
  stateProvince: { ...stateOrProvince, calx: { ...stateOrProvince.calx, name: 'state_province' } },
  /** Null if they are not known. */
  latitude: degrees('_VenueLat', 'geo_lat', { description: 'The latitude of the venue, in degrees.', limit: 90 }),
  longitude: degrees('_VenueLng', 'geo_lng', { description: 'The longitude of the venue, in degrees.', limit: 180 }),
  /** Null if it was never set; then answers show true. */
  showMap: flag('show_map', 'True if events linked to the venue show a map.'),
  showMapLink: flag('show_map_link', 'True if events linked to the venue show a link to a map.'),
} as const satisfies AnyItemTable;
