import { plainText } from '@almanac/content';
import type { Principal } from '@almanac/identity';
import type { Values } from '@almanac/rest';
import { filledTitle, given, type Sent, sharedFields } from '../records/sharedFields.ts';
import { stateProvinceOf, type VenueFields, type VenueState, venueTexts } from './venue.ts';
import type { venueArgs } from './venueArgs.ts';

export type VenueValues = Sent<Values<typeof venueArgs>>;

/** What was sent about a venue as its fields; what was not sent is not there. */
export const venueFields = (values: VenueValues, principal: Principal): Partial<VenueFields> => ({
  ...sharedFields({ ...values, title: filledTitle('venue', textOf(values.venue)) }, principal),
  ...given(Object.fromEntries(venueTexts.map((name) => [name, textOf(values[name])])) as Partial<VenueFields>),
  ...given<VenueFields>({
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
export const completeAddress = (
  fields: Partial<VenueFields>,
  current: Pick<VenueState, 'country' | 'state' | 'province'>,
): Partial<VenueFields> => {
  const address = { country: current.country, state: current.state, province: current.province, ...fields };
  const changes = (['country', 'state', 'province'] as const).some((name) => address[name] !== current[name]);
  return fields.stateProvince === undefined && changes
    ? { ...fields, stateProvince: stateProvinceOf(address) }
    : fields;
};
