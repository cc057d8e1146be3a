import { object, type SchemaKeywords } from '@almanac/rest';
import { z } from 'zod';

/** The type of a member of `meta`. */
export type MetaKind = 'boolean' | 'text' | 'separator' | 'numbers' | 'footnotes';

const members = (kind: MetaKind, names: readonly string[]): [string, MetaKind][] => names.map((name) => [name, kind]);

/**
 * The members of `meta` of posts and of the calendar's records, in the order of answers (docs/interface/core-posts.md
 * §9). A record of any kind has all of them.
 */
export const declaredMeta: ReadonlyMap<string, MetaKind> = new Map([
  ...members('boolean', ['_EventAllDay']),
  ...members('text', ['_EventTimezone', '_EventStartDate', '_EventEndDate', '_EventStartDateUTC', '_EventEndDateUTC']),
  ...members('boolean', ['_EventShowMap', '_EventShowMapLink']),
  ...members('text', [
    '_EventURL',
    '_EventCost',
    '_EventCostDescription',
    '_EventCurrencySymbol',
    '_EventCurrencyCode',
    '_EventCurrencyPosition',
  ]),
  ...members('separator', ['_EventDateTimeSeparator', '_EventTimeRangeSeparator']),
  ...members('numbers', ['_EventOrganizerID', '_EventVenueID']),
  ...members('text', [
    '_OrganizerEmail',
    '_OrganizerPhone',
    '_OrganizerWebsite',
    '_VenueAddress',
    '_VenueCity',
    '_VenueCountry',
    '_VenueProvince',
    '_VenueState',
    '_VenueZip',
    '_VenuePhone',
    '_VenueURL',
    '_VenueStateProvince',
    '_VenueLat',
    '_VenueLng',
  ]),
  ...members('boolean', ['_VenueShowMap', '_VenueShowMapLink']),
  ...members('footnotes', ['footnotes']),
]);

/** The value of a member of `meta`. */
export type MetaValue = boolean | string | readonly number[];

const emptyMeta = (kind: MetaKind): MetaValue => {
  if (kind === 'boolean') return false;
  return kind === 'numbers' ? [] : '';
};

const blank = Object.fromEntries([...declaredMeta].map(([name, kind]) => [name, emptyMeta(kind)]));

/** Returns the member `meta` of an answer: every declared member with its value, or the empty one. */
export const renderMeta = (values: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const meta: Record<string, unknown> = { ...blank };
  for (const [name, value] of Object.entries(values))
    if (Object.hasOwn(blank, name) && value != null) meta[name] = value;
  return meta;
};

const schemas: Readonly<Record<MetaKind, z.ZodType>> = {
  boolean: z.boolean(),
  text: z.string(),
  separator: z.string(),
  numbers: z.array(z.number()),
  footnotes: z.string(),
};

/** Schema of the member `meta` of answers: every declared member. */
export const metaSchema = z
  .strictObject(Object.fromEntries([...declaredMeta].map(([name, kind]) => [name, schemas[kind]])))
  .meta({ id: 'Meta' });

const TYPES = {
  boolean: 'boolean',
  text: 'string',
  separator: 'string',
  footnotes: 'string',
  numbers: 'array',
} as const;

const properties = (): SchemaKeywords['properties'] =>
  Object.fromEntries(
    [...declaredMeta].map(([name, kind]) => {
      const items = kind === 'numbers' ? { items: { type: 'number' } } : {};
      return [name, { type: TYPES[kind], ...items, default: emptyMeta(kind) }];
    }),
  );

/** The argument `meta` of a record; `sentMeta` reads its value. */
export const metaArg = object(
  {},
  { additional: true, words: { properties: properties() }, description: 'Further members.' },
);
