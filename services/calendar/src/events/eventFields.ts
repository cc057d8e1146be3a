import { isoLocal } from '@almanac/dates';
import { anything, boolean, type Invalid, invalid, text } from '@almanac/rest';
import { unescapeHtml } from '@almanac/text';
import { z } from 'zod';
import { type AnyItemTable, field } from '../content-items/itemFields.ts';
import { references } from '../linked-items/references.ts';
import { organizerArgs } from '../organizers/linkedOrganizers.ts';
import { idOf, memberId, piecesOf, storedAddress, webAddress } from '../requestArgs.ts';
import { venueArgs } from '../venues/linkedVenues.ts';
import { type Cost, noCost } from './cost.ts';
import type { TermReference } from './eventTerms.ts';

const MAX_UID_CHARACTERS = 255;

const flag = <const Name extends string>(name: Name, description: string) => {
  const member = { name, arg: boolean({ description }), shown: z.boolean().nullable() };
  return field(z.boolean(), {
    default: false,
    v1: member,
    calx: member,
    imported: true,
    copied: false,
    translated: false,
  });
};

const mapFlag = <const Name extends string>(name: Name, description: string) =>
  field(z.boolean().nullable(), {
    default: false,
    v1: { name, arg: boolean({ description }), shown: z.boolean().nullable() },
    calx: null,
    imported: true,
    copied: true,
    translated: false,
  });

/** Fields that `schedule.ts` and `cost.ts` read and show. */
const special = { v1: null, calx: null, translated: false } as const;

const scheduled = {
  ...special,
  default: '',
  copied: true,
  imported: ['start_date', 'end_date', 'timezone', 'all_day'],
} as const;

/** The ids of linked records; their arguments take more than ids. */
const linked = { default: [], imported: false, copied: false, translated: false } as const;

/** Fields that only commands on a series write. */
const ofSeries = { v1: null, calx: null, imported: false, copied: false, translated: false, since: 3 } as const;

/** Returns a wall clock in UTC as an ISO 8601 instant. */
const isoUtc = (wallClock: string): string => `${isoLocal(wallClock)}Z`;

const ids = z.array(z.int()).readonly();

/** Terms by id, slug or name, as comma text or list, or as views show them; the empty text and list mean none. */
const terms = (description: string) =>
  anything({
    description,
    parse: (value): TermReference[] | Invalid => {
      const references = piecesOf(value)?.map(termReference);
      return references?.every((reference) => reference !== undefined)
        ? references
        : invalid('{name} is no list of ids, slugs or names.');
    },
    default: null,
  });

const termReference = (piece: unknown): TermReference | undefined => {
  const id = idOf(memberId(piece));
  if (id !== undefined) return { id };
  return typeof piece === 'string' || typeof piece === 'number' ? String(piece) : undefined;
};

/** The fields that only events have, in the order in which `cal/events/v1` shows them. */
export const eventFields = {
  /** Zone name, `UTC` or a fixed offset such as `UTC+2`. */
  timezone: field(z.string(), scheduled),
  allDay: field(z.boolean(), { ...scheduled, default: false, published: { name: 'allDay' } }),
  /** Local time in the event's zone, `YYYY-MM-DD HH:MM:SS`. */
  start: field(z.string(), { ...scheduled, published: { name: 'startClock', convert: isoLocal } }),
  end: field(z.string(), { ...scheduled, published: { name: 'endClock', convert: isoLocal } }),
  startUtc: field(z.string(), { ...scheduled, published: { name: 'start', convert: isoUtc } }),
  endUtc: field(z.string(), { ...scheduled, published: { name: 'end', convert: isoUtc } }),
  cost: field(z.custom<Cost>(), {
    ...special,
    default: noCost,
    copied: false,
    imported: ['cost', 'currency_symbol', 'currency_position'],
  }),
  /** Null if it was never set; then the view shows the event's own address. */
  website: field(z.string().nullable(), {
    default: null,
    v1: {
      name: 'website',
      arg: anything({
        description: 'The address of the website of the event.',
        parse: (value) => webAddress(typeof value === 'string' ? unescapeHtml(value) : value),
        default: null,
      }),
      shown: z.string(),
    },
    calx: null,
    imported: true,
    copied: false,
    translated: '_EventURL',
    clean: storedAddress,
  }),
  /** Null if it was never set; then answers show true. */
  showMap: mapFlag('show_map', 'True if the event shows a map.'),
  showMapLink: mapFlag('show_map_link', 'True if the event shows a link to a map.'),
  hidden: {
    ...flag('hide_from_listings', 'True if lists leave the event out.'),
    calx: null,
    published: { name: 'hidden' },
  },
  sticky: flag('sticky', 'True if the event comes first in the calendar view.'),
  featured: flag('featured', 'True if the event is featured.'),
  categories: field(ids, {
    ...linked,
    v1: { name: 'categories', specialArg: terms('The categories of the event: ids, slugs or names.') },
    calx: { name: 'cal_events_cat' },
  }),
  tags: field(ids, {
    ...linked,
    v1: { name: 'tags', specialArg: terms('The tags of the event: ids, slugs or names.') },
    calx: { name: 'tags' },
    imported: true,
    published: { name: 'tags' },
  }),
  venues: field(ids, {
    ...linked,
    v1: {
      name: 'venue',
      specialArg: references('The venues of the event: ids, or objects with the values of a venue.', venueArgs),
    },
    calx: { name: 'venues' },
    copied: true,
  }),
  organizers: field(ids, {
    ...linked,
    v1: {
      name: 'organizer',
      specialArg: references(
        'The organizers of the event: ids, or objects with the values of an organizer.',
        organizerArgs,
      ),
    },
    calx: { name: 'organizers' },
    copied: true,
  }),
  /** The name by which importers find the event; null without one. */
  importUid: field(z.string().nullable(), {
    default: null,
    v1: {
      name: 'import_uid',
      arg: text({
        description: 'The unique name by which an importer recognizes the event.',
        maxLength: MAX_UID_CHARACTERS,
        words: { maxLength: undefined },
      }),
    },
    calx: null,
    imported: false,
    copied: false,
    translated: false,
    clean: (name) => name || null,
  }),
  /** The series of which the event is an occurrence; null for a single event. */
  series: field(z.int().nullable(), { ...ofSeries, default: null }),
  /** The original start of the occurrence, in local time of the series. */
  occurrence: field(z.string().nullable(), { ...ofSeries, default: null }),
  /** The names of fields that were edited in this occurrence alone; see `ownFieldsOf`. */
  ownFields: field(z.array(z.string()).readonly(), { ...ofSeries, default: [] }),
} as const satisfies AnyItemTable;
