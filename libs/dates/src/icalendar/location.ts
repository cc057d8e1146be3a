import { UNTRANSLATED } from '@almanac/i18n';
import { firstValue, type Property, unescaped } from './contentLine.ts';

/** A venue in the terms of the REST interface (docs/interface/calendar.md §11). */
export interface Venue {
  readonly venue: string;
  readonly address?: string;
  readonly city?: string;
  readonly stateprovince?: string;
  readonly zip?: string;
  readonly country?: string;
  readonly _VenueLat?: number;
  readonly _VenueLng?: number;
}

/**
 * Returns the venue of an entry: X-APPLE-STRUCTURED-LOCATION, else LOCATION, with the coordinates of GEO. A location with
 * a street, such as `Hall, Street 1, Town, Country`, is taken apart; others are the name of the venue.
 */
export const venueOf = (properties: readonly Property[]): Venue | undefined => {
  const structured = properties.find(({ name }) => name === 'x-apple-structured-location');
  const title = unescaped(structured?.parameters['x-title'] ?? '').trim();
  const written = unescaped(structured?.parameters['x-address'] ?? '').trim();
  const location = unescaped(firstValue(properties, 'location')).trim();
  const place = title === '' || written === '' ? placeOf(location) : { venue: title, ...addressOf(partsOf(written)) };
  const venue = place?.venue ?? (title === '' ? undefined : title);
  if (venue === undefined) return undefined;
  return {
    ...place,
    venue,
    ...(coordinatesOf(structured?.value ?? '') ?? coordinatesOf(firstValue(properties, 'geo'))),
  };
};

const partsOf = (text: string, separator: string | RegExp = /[\n,]/): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Matches `Hall (Street 1, Town)`, as Meetup writes it. */
const NAME_AND_ADDRESS = /^([^(,]+)\(([^()]+)\)$/;

/** Returns a location's venue; its parts only if one of them is a street or a town with its postcode. */
const placeOf = (location: string): Venue | undefined => {
  if (location === '') return undefined;
  const [, named = '', address = ''] = NAME_AND_ADDRESS.exec(location) ?? [];
  const isNamed = named.trim() !== '' && address.includes(',');
  const [name = '', ...rest] = isNamed ? [named.trim(), ...partsOf(address)] : partsOf(location);
  const isAddress = rest.length > 1 && rest.some((part) => /\d/.test(part) && /\p{L}/u.test(part));
  // A location that begins with the number of a house has no name beside its street.
  if (!isAddress || URL.canParse(location)) return { venue: partsOf(location, '\n').join(', ') };
  const street = /^\d+\s/.test(name) ? [name] : [];
  return { venue: name, ...addressOf([...street, ...rest]) };
};

const STATE_AND_ZIP = /^(\p{Lu}{2,3})(?:\s+(\d{4,6}(?:-\d{4})?))?$/u;
const ZIP = /^(?:\p{Lu}{1,2}-)?\d{4,6}(?:-\d{3,4})?$/u;
const ZIP_AND_CITY = /^((?:\p{Lu}{1,2}-)?\d{4,6})\s(\P{N}+)$/u;
const CITY_AND_ZIP =
  /^(\P{N}+)\s(\d{4,6}(?:-\d{4})?|\p{Lu}{1,2}\d[\p{Lu}\d]?\s*\d\p{Lu}{2}|\p{Lu}\d\p{Lu}\s*\d\p{Lu}\d)$/u;

/** Takes the parts of an address apart, from its end. */
const addressOf = (parts: readonly string[]): Omit<Venue, 'venue'> => {
  const rest = [...parts];
  const found: { -readonly [Name in keyof Venue]?: Venue[Name] } = {};
  const last = (): string => rest.at(-1) ?? '';
  if (isCountry(last())) found.country = rest.pop() ?? '';
  if (ZIP.test(last()) && rest.length > 1) found.zip = rest.pop() ?? '';
  const [state, zipOfState] = STATE_AND_ZIP.exec(last())?.slice(1) ?? [];
  if (state !== undefined && rest.length > 1) {
    rest.pop();
    found.stateprovince = state;
    if (zipOfState !== undefined) found.zip = zipOfState;
  }
  const hasTown = rest.length > 1 || !/\d/.test(last()) || ZIP_AND_CITY.test(last());
  if (hasTown) Object.assign(found, townOf(rest.pop() ?? ''));
  if (rest.length > 0) found.address = rest.join(', ');
  return found;
};

const townOf = (text: string): Pick<Venue, 'city' | 'zip'> => {
  const [zip, town] = ZIP_AND_CITY.exec(text)?.slice(1) ?? CITY_AND_ZIP.exec(text)?.slice(1).reverse() ?? [];
  return { ...((town ?? text) !== '' && { city: town ?? text }), ...(zip !== undefined && { zip }) };
};

/** The languages in which names of countries are known. */
const LANGUAGES = [UNTRANSLATED, 'fr', 'es', 'de', 'it', 'pt', 'nl', 'sv'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const REGIONS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
const USUAL_NAMES = ['usa', 'u.s.a.', 'uk', 'england', 'scotland', 'wales', 'united states of america'];

let countries: ReadonlySet<string> | undefined;

const isCountry = (text: string): boolean => {
  countries ??= new Set([
    ...USUAL_NAMES,
    ...LANGUAGES.flatMap((language) => {
      const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
      return REGIONS.map((region) => names.of(region)?.toLowerCase() ?? '');
    }),
  ]);
  return text !== '' && countries.has(text.toLowerCase());
};

const COORDINATES = /^(?:geo:)?(-?\d{1,3}(?:\.\d+)?)[;,](-?\d{1,3}(?:\.\d+)?)/i;

const coordinatesOf = (value: string): Pick<Venue, '_VenueLat' | '_VenueLng'> | undefined => {
  const [latitude = Number.NaN, longitude = Number.NaN] = COORDINATES.exec(value)?.slice(1).map(Number) ?? [];
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
  return isPlace ? { _VenueLat: latitude, _VenueLng: longitude } : undefined;
};
