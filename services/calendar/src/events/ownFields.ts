import { isDeepStrictEqual } from 'node:util';
import type { Filter } from '@almanac/documents';
import { type EventFields, type EventState, eventKind } from './event.ts';
import type { EventValues } from './eventValues.ts';

/** The name of all times of an occurrence among its own fields. */
export const SCHEDULE = 'schedule';

const SCHEDULE_FIELDS: ReadonlySet<string> = new Set(['timezone', 'allDay', 'start', 'end', 'startUtc', 'endUtc']);

/** Fields that belong to an occurrence and not to its series. */
const UNSHARED_FIELDS: ReadonlySet<string> = new Set(['series', 'occurrence', 'ownFields', 'importUid']);

const OCCURRENCE_FIELDS: ReadonlySet<string> = new Set([...Object.keys(eventKind.fields), SCHEDULE, 'status', 'slug']);

/** Matches the occurrences that were edited alone. */
export const editedAlone: Filter = {
  field: 'ownFields',
  contains: [...OCCURRENCE_FIELDS],
};

const { initialState: blank } = eventKind.aggregate;

/** The fields that a translation job translates. */
const TEXT_FIELDS = [...new Set(eventKind.translated.flatMap(({ copy }) => Object.keys(copy(blank, blank))))];

/** Matches the occurrences with texts of their own, which a translation job concerns alone (docs/interface/series.md §1.1). */
export const withOwnTexts: Filter = { field: 'ownFields', contains: TEXT_FIELDS };

/** True if an occurrence has texts of its own. */
export const hasOwnTexts = ({ ownFields }: Pick<EventFields, 'ownFields'>): boolean =>
  TEXT_FIELDS.some((name) => ownFields.includes(name));

/** Returns the names of own fields for fields of an event; the times count as one. */
export const ownNamesOf = (fields: Iterable<string>): string[] => {
  const names = Array.from(fields, (name) => (SCHEDULE_FIELDS.has(name) ? SCHEDULE : name));
  return [...new Set(names)].filter((name) => OCCURRENCE_FIELDS.has(name) && !UNSHARED_FIELDS.has(name)).sort();
};

/** Returns the names of the fields that differ from the present ones; the times count as one. */
export const changedNames = (before: object, fields: object): string[] => {
  const present = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(fields).filter(
    ([name, value]) =>
      value !== undefined && !UNSHARED_FIELDS.has(name) && !isDeepStrictEqual(present.get(name), value),
  );
  return [...new Set(changed.map(([name]) => (SCHEDULE_FIELDS.has(name) ? SCHEDULE : name)))];
};

/** Returns the fields of an occurrence that its series no longer changes once these fields are edited alone. */
export const ownFieldsOf = (
  before: EventState | undefined,
  fields: Partial<EventFields>,
  { status, slug }: Pick<EventValues, 'status' | 'slug'>,
): Partial<Pick<EventFields, 'ownFields'>> => {
  if (before === undefined || before.series === null) return {};
  const publication = { ...(status && { status }), ...(slug && { slug }) };
  const own = new Set([...before.ownFields, ...changedNames(before, { ...fields, ...publication })]);
  return own.size === before.ownFields.length ? {} : { ownFields: [...own].sort() };
};
