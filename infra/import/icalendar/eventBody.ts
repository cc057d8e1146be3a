import { createHash } from 'node:crypto';
import ICAL from 'ical.js';
import type { Occurrence } from './occurrences.ts';

/** The body of a create or update of `cal/events/v1/events`. */
interface EventBody {
  readonly import_uid: string;
  readonly title: string;
  readonly description: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly all_day: boolean;
  readonly timezone?: string;
  readonly website?: string;
  readonly categories?: readonly string[];
}

export interface ConvertedEvent {
  readonly body: EventBody;
  readonly venue: string | undefined;
  readonly organizer: { readonly organizer: string; readonly email?: string } | undefined;
  readonly cancelled: boolean;
  /** Descriptions of invalid addresses that were left out. */
  readonly dropped: readonly string[];
}

const MAX_UID_LENGTH = 255;

/** Converts an occurrence to the arguments of the interface (docs/interface/calendar.md §10.1). */
export const eventBody = (occurrence: Occurrence, calendarZone: string | undefined): ConvertedEvent => {
  const { event } = occurrence;
  const website = websiteOf(event);
  const organizer = organizerOf(event);
  const categories = event.component
    .getAllProperties('categories')
    .flatMap((property) => property.getValues().map(String));
  return {
    body: {
      import_uid: importUid(occurrence.uid),
      title: event.summary.trim(),
      description: event.description ?? '',
      ...datesOf(occurrence, calendarZone),
      ...(website.value !== undefined && { website: website.value }),
      ...(categories.length > 0 && { categories }),
    },
    venue: event.location?.trim() || undefined,
    organizer: organizer.value,
    cancelled: String(event.component.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED',
    dropped: [...website.dropped, ...organizer.dropped],
  };
};

/** Returns the UID, or its digest if it is too long for `import_uid`. */
const importUid = (uid: string): string =>
  uid.length <= MAX_UID_LENGTH ? uid : `sha256:${createHash('sha256').update(uid).digest('hex')}`;

type Dates = Pick<EventBody, 'start_date' | 'end_date' | 'all_day' | 'timezone'>;

const datesOf = ({ start, end, event }: Occurrence, calendarZone: string | undefined): Dates => {
  if (start.isDate) return { start_date: dateOf(start), end_date: dateOf(lastDay(start, end)), all_day: true };
  const zone = zoneOf(event.component.getFirstProperty('dtstart'), start, calendarZone);
  return {
    start_date: wallClock(start, zone),
    end_date: wallClock(end, zone),
    all_day: false,
    ...(zone !== undefined && { timezone: zone }),
  };
};

/** Returns the last day. DTEND of a whole-day entry is the day after (RFC 5545 §3.6.1). */
const lastDay = (start: ICAL.Time, end: ICAL.Time): ICAL.Time => {
  const last = end.clone();
  last.addDuration(ICAL.Duration.fromSeconds(-86_400));
  return last.compare(start) < 0 ? start : last;
};

const zoneOf = (
  property: ICAL.Property | null,
  time: ICAL.Time,
  calendarZone: string | undefined,
): string | undefined => {
  const tzid = property?.getParameter('tzid');
  if (typeof tzid === 'string') return tzid;
  return isUtc(time) ? (calendarZone ?? 'UTC') : calendarZone;
};

const isUtc = (time: ICAL.Time): boolean => time.zone === ICAL.Timezone.utcTimezone;

/** Returns the clock time as written; an instant in UTC is converted to the zone. */
const wallClock = (time: ICAL.Time, zone: string | undefined): string => {
  const written = `${dateOf(time)} ${[time.hour, time.minute, time.second].map(twoDigits).join(':')}`;
  if (!isUtc(time) || zone === undefined || zone === 'UTC') return written;
  const shown = Temporal.Instant.from(`${written.replace(' ', 'T')}Z`)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime();
  return shown.toString({ smallestUnit: 'second' }).replace('T', ' ');
};

const twoDigits = (number: number): string => String(number).padStart(2, '0');

const dateOf = (time: ICAL.Time): string =>
  `${String(time.year).padStart(4, '0')}-${twoDigits(time.month)}-${twoDigits(time.day)}`;

interface CheckedValue<Value> {
  readonly value: Value | undefined;
  readonly dropped: readonly string[];
}

const websiteOf = (event: ICAL.Event): CheckedValue<string> => {
  const written = event.component.getFirstPropertyValue('url');
  if (written === null) return { value: undefined, dropped: [] };
  const text = String(written).trim();
  const usable = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return usable ? { value: text, dropped: [] } : { value: undefined, dropped: [`URL ${text} is no web address`] };
};

const organizerOf = (event: ICAL.Event): CheckedValue<{ organizer: string; email?: string }> => {
  const property = event.component.getFirstProperty('organizer');
  if (property === null) return { value: undefined, dropped: [] };
  const address = String(property.getFirstValue() ?? '');
  const email = /^mailto:([^\s@]+@[^\s@][^\s@.]*\.[^\s@]+)$/i.exec(address)?.[1];
  const dropped = email === undefined && address !== '' ? [`ORGANIZER ${address} is no e-mail address`] : [];
  const name = property.getParameter('cn');
  const organizer = typeof name === 'string' && name.trim() !== '' ? name.trim() : email;
  if (organizer === undefined) return { value: undefined, dropped };
  return { value: { organizer, ...(email !== undefined && { email }) }, dropped };
};
