import { createHash } from 'node:crypto';
import { type Author, storedContent, storedTitle } from '@almanac/text';
import { type CalendarTime, clockOf } from './calendarTime.ts';
import { firstValue, type Property, textsOf, unescaped } from './contentLine.ts';
import { DAY_MS } from './dateTime.ts';
import { type EntryTexts, propertiesIn, textsOfEntry } from './entryTexts.ts';
import { type Venue, venueOf } from './location.ts';
import type { Occurrence } from './occurrences.ts';
import { type Picture, pictureOf } from './picture.ts';
import { isCancelled } from './readCalendar.ts';
import { findNamedZone, UTC } from './zones.ts';

/** The body of a create or update of `cal/events/v1/events`. */
interface EventBody {
  readonly import_uid: string;
  readonly title: string;
  readonly description: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly all_day: boolean;
  /** Empty for days, which are those of the site; undefined for times without a zone. */
  readonly timezone?: string;
  readonly website?: string;
  readonly cost?: string;
  readonly categories?: readonly string[];
}

export interface ConvertedEvent extends Pick<EntryTexts, 'language'> {
  readonly body: EventBody;
  readonly venue: Venue | undefined;
  readonly organizer: { readonly organizer: string; readonly email?: string } | undefined;
  readonly picture: Picture | undefined;
  readonly cancelled: boolean;
  /** True for an entry that its calendar does not show to everybody (CLASS). */
  readonly isPrivate: boolean;
  /** Descriptions of invalid values that were left out. */
  readonly dropped: readonly string[];
  /** Descriptions of values that the site shows otherwise. */
  readonly notes: readonly string[];
}

const MAX_UID_LENGTH = 255;
const MAX_COST_LENGTH = 200;
/** Texts of calendars are cleaned, as those of batches are, so that a second run changes nothing. */
const FOREIGN_AUTHOR: Author = { unfilteredHtml: false };

/** Matches a sign that begins no tag: descriptions are texts, in which programs write HTML. */
const NO_TAG = /<(?![a-z/!])/gi;

/** Properties in which calendars give the cost of an event. */
const COST_PROPERTIES = ['x-cost', 'x-event-cost', 'x-price', 'cost'];

/**
 * Converts an occurrence to the arguments of the interface (docs/interface/calendar.md §10.1).
 * @param languages the codes of the site, as of `textsOfEntry`
 */
export const eventBody = (occurrence: Occurrence, languages: readonly string[] | undefined): ConvertedEvent => {
  const { entry } = occurrence;
  const { calendar } = entry;
  const { language, title, description } = textsOfEntry(entry.properties, languages);
  const properties = propertiesIn(language, entry.properties, languages);
  const website = websiteOf(firstValue(properties, 'url'));
  const organizer = organizerOf(properties);
  const categories = categoriesOf(properties);
  const cost = costOf(properties);
  const status = firstValue(properties, 'status').toUpperCase();
  return {
    language,
    body: {
      import_uid: importUid(occurrence.uid),
      title: storedTitle(title, FOREIGN_AUTHOR),
      description: storedContent(description.replaceAll(NO_TAG, '&lt;'), FOREIGN_AUTHOR),
      ...datesOf(occurrence),
      ...(website.value !== undefined && { website: website.value }),
      ...(cost.value !== undefined && { cost: cost.value }),
      ...(categories.value.length > 0 && { categories: categories.value }),
    },
    venue: venueOf(properties),
    organizer: organizer.value,
    picture: pictureOf(properties),
    cancelled: isCancelled(properties, calendar),
    isPrivate: /^(?:PRIVATE|CONFIDENTIAL)$/i.test(firstValue(properties, 'class')),
    dropped: [
      ...[website, organizer, categories, cost].flatMap(({ dropped }) => dropped),
      ...entry.brokenLines.map((line) => `line ${line}, which is no property`),
    ],
    notes: status === 'TENTATIVE' ? ['it is tentative (STATUS:TENTATIVE), and published'] : [],
  };
};

/** Returns an event as an item of `cal/event-import/v1` (docs/interface/calendar-imports.md §4), without its picture. */
export const batchItem = ({ body: { website, ...body }, venue, organizer }: ConvertedEvent) => ({
  ...body,
  ...(website !== undefined && { url: website }),
  ...(venue !== undefined && { venue }),
  ...(organizer !== undefined && { organizer }),
});

/** Returns the UID, or its digest if it is too long for `import_uid`. */
const importUid = (uid: string): string =>
  uid.length <= MAX_UID_LENGTH ? uid : `sha256:${createHash('sha256').update(uid).digest('hex')}`;

type Dates = Pick<EventBody, 'start_date' | 'end_date' | 'all_day' | 'timezone'>;

const datesOf = ({ start, end, entry: { calendar } }: Occurrence): Dates => {
  if (start.isDay) {
    const lastDay = Math.max(start.local, end.local - DAY_MS);
    return {
      start_date: clockOf(start).slice(0, 10),
      end_date: clockOf({ local: lastDay }).slice(0, 10),
      all_day: true,
      timezone: '',
    };
  }
  if (start.zone === undefined) return { start_date: clockOf(start), end_date: clockOf(end), all_day: false };
  const shown = start.zone === UTC ? (calendar.zone ?? UTC) : start.zone;
  const instant = start.zone.instantOf(start.local);
  const timezone = shown.nameAt(shown.localOf(instant));
  // A zone that the file describes is a fixed offset here, which is another one after a clock change.
  const zone = findNamedZone(timezone) ?? shown;
  const clockIn = (time: CalendarTime): string =>
    zone === time.zone ? clockOf(time) : clockOf({ local: zone.localOf((time.zone ?? UTC).instantOf(time.local)) });
  return { start_date: clockIn(start), end_date: clockIn(end), all_day: false, timezone };
};

interface CheckedValue<Value> {
  readonly value: Value;
  readonly dropped: readonly string[];
}

const websiteOf = (written: string): CheckedValue<string | undefined> => {
  const text = unescaped(written)
    .trim()
    .replace(/^<(.*)>$/, '$1');
  if (text === '') return { value: undefined, dropped: [] };
  const usable = /^https?:$/.test(URL.parse(text)?.protocol ?? '');
  return usable ? { value: text, dropped: [] } : { value: undefined, dropped: [`URL ${text} is no web address`] };
};

const costOf = (properties: readonly Property[]): CheckedValue<string | undefined> => {
  const text = unescaped(properties.find(({ name }) => COST_PROPERTIES.includes(name))?.value ?? '').trim();
  if (text.length > MAX_COST_LENGTH)
    return { value: undefined, dropped: [`a cost of more than ${MAX_COST_LENGTH} characters`] };
  return { value: text === '' ? undefined : text, dropped: [] };
};

const categoriesOf = (properties: readonly Property[]): CheckedValue<readonly string[]> => {
  const names = new Set(properties.filter(({ name }) => name === 'categories').flatMap(({ value }) => textsOf(value)));
  // The interface takes a number as the id of a category.
  const isName = (name: string): boolean => !/^\d+$/.test(name);
  return {
    value: [...names].filter(isName),
    dropped: [...names].filter((name) => !isName(name)).map((name) => `category ${name} is a number`),
  };
};

/** Returns the e-mail address of a `mailto:`; undefined if it is none. */
const emailOf = (address: string): string | undefined =>
  /^mailto:([^\s@]+@[^\s@][^\s@.]*\.[^\s@]+)$/i.exec(address)?.[1];

const organizerOf = (
  properties: readonly Property[],
): CheckedValue<{ readonly organizer: string; readonly email?: string } | undefined> => {
  const property = properties.find(({ name }) => name === 'organizer');
  if (property === undefined) return { value: undefined, dropped: [] };
  const address = property.value;
  const email = emailOf(address) ?? emailOf(`mailto:${property.parameters.email ?? ''}`);
  const dropped = email === undefined && address !== '' ? [`ORGANIZER ${address} is no e-mail address`] : [];
  const organizer = unescaped(property.parameters.cn ?? '').trim() || email;
  if (organizer === undefined) return { value: undefined, dropped };
  return { value: { organizer, ...(email !== undefined && { email }) }, dropped };
};
