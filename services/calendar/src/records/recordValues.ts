import { toWallClock } from '@almanac/dates';
import type { AskedDate, Placed } from '@almanac/publication';
import type { Calendar } from '../calendar.ts';
import { type DateText, readDate } from './dateTexts.ts';
import type { RecordFields, RecordState, Status } from './record.ts';

/** What decides when a record is published, as sent. */
export interface PublicationValues {
  readonly status?: Status | undefined;
  readonly date?: DateText | undefined;
  readonly date_utc?: DateText | undefined;
}

/**
 * Status and publication date as sent; `date` is read in the zone, `date_utc` in UTC and before it.
 * @param zone without one the site's
 */
export const readPublication = (
  { status, date, date_utc }: PublicationValues,
  { settings, now }: Pick<Calendar, 'settings' | 'now'>,
  zone = settings.current().timezone,
): { readonly status: Status | undefined; readonly date: AskedDate | undefined } => {
  const read = (text: DateText, argument: string, within: string): AskedDate => {
    const { instant } = readDate(text, { zone: within, now: now(), argument });
    return { instant, wallClock: toWallClock(instant, settings.current().timezone) };
  };
  if (date_utc !== undefined) return { status, date: read(date_utc, 'date_utc', 'UTC') };
  return { status, date: date === undefined ? undefined : read(date, 'date', zone) };
};

const derivedOrNotFields: ReadonlySet<string> = new Set<keyof RecordState>([
  'id',
  'version',
  'deleted',
  'language',
  'group',
  'languages',
  'modifiedUtc',
  'statusBeforeTrash',
  'slugBeforeTrash',
  'status',
  'date',
  'dateUtc',
  'slug',
  'path',
]);

/** All fields of a new record: those given, the others as the kind begins with. */
export const newRecordFields = <Fields extends RecordFields>(
  initial: RecordState & Fields,
  given: Partial<Fields>,
): Omit<Fields, Placed> => {
  const fields = Object.entries({ ...initial, ...given }).filter(([name]) => !derivedOrNotFields.has(name));
  return Object.fromEntries(fields) as Omit<Fields, Placed>;
};
