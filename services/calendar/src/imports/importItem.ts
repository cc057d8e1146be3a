import { argsOf, fieldsWith } from '@almanac/content-model';
import { type Args, anything, type Invalid, invalid, isObject, list, object, type Values } from '@almanac/rest';
import type { ZodType } from 'zod';
import type { ItemValues } from '../content-items/writeItem.ts';
import { eventArgs } from '../events/eventArgs.ts';
import { eventFields } from '../events/eventFields.ts';
import { organizerArgs } from '../organizers/linkedOrganizers.ts';
import { organizerFields } from '../organizers/organizerFields.ts';
import { piecesOf } from '../requestArgs.ts';
import { venueArgs } from '../venues/linkedVenues.ts';
import { venueFields } from '../venues/venueFields.ts';

/** A record as the outside service sends it; its members are read one by one. */
type SentItem = Readonly<Record<string, unknown>>;

/** A venue or an organizer of an item. */
export interface ImportedLink {
  readonly globalIds: readonly string[];
  readonly title: string;
  readonly values: ItemValues;
}

/** A parsed item. */
export interface ImportItem {
  /** The name of the event at its origin; `""` without one. */
  readonly uid: string;
  readonly globalIds: readonly string[];
  readonly values: Values<typeof itemArgs>;
  /** Undefined if the item does not mention categories. */
  readonly categories: readonly string[] | undefined;
  /** Undefined if the item names none, like `organizers`. */
  readonly venues: readonly ImportedLink[] | undefined;
  readonly organizers: readonly ImportedLink[] | undefined;
  /** Invalid members that were left out of the event. */
  readonly leftOut: readonly string[];
}

/** Returns the arguments that an outside service may set; it cannot set author and publication date. */
const picked = <A extends Args, const N extends keyof A & string>(args: A, ...names: readonly N[]): Pick<A, N> => {
  const entries: readonly (readonly unknown[])[] = names.map((name) => [name, args[name]]);
  return Object.fromEntries(entries);
};

const itemArgs = {
  ...picked(eventArgs, 'import_uid', 'title', 'excerpt', 'status', 'description', 'image', 'all_day'),
  ...picked(eventArgs, 'start_date', 'end_date', 'timezone', 'cost', 'currency_symbol', 'currency_position'),
  ...argsOf(fieldsWith(eventFields, 'imported', true), 'v1'),
};
const venueOfItem = {
  ...picked(venueArgs, 'venue', 'description', 'image'),
  ...argsOf(fieldsWith(venueFields, 'imported', true), 'v1'),
};
const organizerOfItem = {
  ...picked(organizerArgs, 'organizer', 'description', 'image'),
  ...argsOf(fieldsWith(organizerFields, 'imported', true), 'v1'),
};

const { schema: itemSchema } = object(itemArgs);
const { schema: venueSchema } = object(venueOfItem);
const { schema: organizerSchema } = object(organizerOfItem);

/** Commas are parts of names here. */
const names = list(anything({ parse: nameOf }), { split: 'commas' });

function nameOf(value: unknown): string | Invalid {
  const name = typeof value === 'number' ? String(value) : value;
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : invalid('{name} is not a name.');
}

/** Thrown for an item from which no event can be made. */
export class UnreadableItem extends Error {
  constructor(member: string) {
    super(`The member ${member} is not valid.`);
  }
}

/** Members that must be valid: without them the item would be another record, or none. */
const REQUIRED_MEMBERS: ReadonlySet<string> = new Set([
  'start_date',
  'end_date',
  'timezone',
  'title',
  'all_day',
  'status',
  'import_uid',
  'venue',
  'organizer',
]);

interface Within {
  /** The member of the item that is read; `""` for the item itself. */
  readonly within: string;
  /** Collects the names of members that are left out. */
  readonly leftOut: string[];
}

interface Members<Value> {
  readonly args: Args;
  readonly schema: () => ZodType<Value>;
}

/** Reads the known members and ignores others. @throws UnreadableItem naming an invalid essential member */
const readMembers = <V>({ args, schema }: Members<V>, sent: SentItem, { within, leftOut }: Within): V => {
  const members = new Map(Object.entries(sent).filter(([name]) => Object.hasOwn(args, name)));
  for (;;) {
    const { success, data, error } = schema().safeParse(Object.fromEntries(members));
    if (success) return data;
    const path = (error.issues[0]?.path ?? []).map(String);
    const [member = 'title'] = path;
    const named = [...(within === '' ? [] : [within]), ...path].join('.') || 'title';
    if (REQUIRED_MEMBERS.has(member) || !members.delete(member)) throw new UnreadableItem(named);
    leftOut.push(named);
  }
};

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

const filled = (members: SentItem): SentItem =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );

/** Returns the date text from `2033-05-01`, `10`, `00`, `am`; the date may include its time. */
const clockOf = (sent: SentItem, which: 'start' | 'end'): string => {
  const date = textOf(sent[`${which}_date`]);
  const hour = textOf(sent[`${which}_hour`]);
  if (hour === '') return date;
  const minute = textOf(sent[`${which}_minute`]) || '00';
  return `${date.slice(0, 10)} ${String(hourOf(Number(hour), textOf(sent[`${which}_meridian`]))).padStart(2, '0')}:${minute.padStart(2, '0')}:00`;
};

const hourOf = (hour: number, meridian: string): number => {
  if (!/^[ap]m$/i.test(meridian) || hour > 12) return hour;
  return (hour % 12) + (meridian.toLowerCase() === 'pm' ? 12 : 0);
};

const globalIdsOf = ({ global_id, global_id_lineage: lineage }: SentItem): string[] => [
  ...new Set([global_id, ...(Array.isArray(lineage) ? lineage : [])].map(textOf).filter((id) => id !== '')),
];

/** Returns the objects of a value that is one object or a list of objects. */
const objectsOf = (value: unknown): SentItem[] => (Array.isArray(value) ? value : [value]).filter(isObject);

const venueOf = (sent: SentItem, leftOut: string[]): ImportedLink => {
  const { latitude, longitude, global_id: _id, global_id_lineage: _lineage, ...members } = sent;
  const named = filled({ ...members, _VenueLat: latitude, _VenueLng: longitude });
  const values = readMembers({ args: venueOfItem, schema: venueSchema }, named, { within: 'venue', leftOut });
  return { globalIds: globalIdsOf(sent), title: values.venue, values };
};

const organizerOf = (sent: SentItem, leftOut: string[]): ImportedLink => {
  const values = readMembers({ args: organizerOfItem, schema: organizerSchema }, filled(sent), {
    within: 'organizer',
    leftOut,
  });
  return { globalIds: globalIdsOf(sent), title: values.organizer, values };
};

const NAMES = ['categories', 'tags'] as const;

const namesOf = (sent: SentItem, member: (typeof NAMES)[number], leftOut: string[]): string[] | undefined => {
  const value = sent[member];
  if (value === undefined || value === null) return undefined;
  const { success, data } = names.schema().safeParse(Array.isArray(value) ? value : piecesOf(value));
  if (!success) leftOut.push(member);
  return data;
};

/** Renames the members of the outside service to those of the interface. */
const renamed = (sent: SentItem): SentItem => {
  const { url, tags: _tags, image, currency_position: position, ...members } = sent;
  return filled({
    ...members,
    currency_position: position === 'suffix' ? 'postfix' : position,
    website: url,
    image: isObject(image) ? (image.url ?? image.src) : image,
    start_date: clockOf(sent, 'start'),
    end_date: clockOf(sent, 'end'),
  });
};

const uidOf = (sent: SentItem): string => textOf(sent.uid) || textOf(sent.id);

/**
 * Reads an item (docs/interface/calendar-imports.md §4). Unknown members are ignored.
 * @param status of the event
 * @throws UnreadableItem naming a member
 */
export const readItem = (sent: unknown, status: string): ImportItem => {
  if (!isObject(sent)) throw new UnreadableItem('title');
  const { status: _status, ...members } = renamed(sent);
  const leftOut: string[] = [];
  const values = readMembers({ args: itemArgs, schema: itemSchema }, { ...members, status }, { within: '', leftOut });
  const tags = namesOf(sent, 'tags', leftOut);
  const venues = objectsOf(sent.venue).filter((each) => textOf(each.venue) !== '');
  const organizers = objectsOf(sent.organizer).filter((each) => textOf(each.organizer) !== '');
  return {
    uid: uidOf(sent),
    globalIds: globalIdsOf(sent),
    values: { ...values, ...(tags && { tags }) },
    categories: namesOf(sent, 'categories', leftOut),
    venues: venues.length === 0 ? undefined : venues.map((each) => venueOf(each, leftOut)),
    organizers: organizers.length === 0 ? undefined : organizers.map((each) => organizerOf(each, leftOut)),
    leftOut,
  };
};
