import { createHash } from 'node:crypto';
import {
  batchItem,
  type CalendarEntry,
  type CalendarSurvey,
  type ConvertedEvent,
  changesOf,
  decodeCalendar,
  entriesOf,
  eventBody,
  InvalidEntryError,
  isRecurring,
  type Occurrence,
  occurrencesOf,
  seriesDates,
  seriesOfEntry,
  surveyCalendar,
  type Window,
} from '@almanac/dates/icalendar';
import type { Recurrence } from '@almanac/dates/recurrence';
import { createPause, yieldToEventLoop } from '@almanac/rest';
import { UnreadableFileError } from '@almanac/text/lines';
import { FeedError, feedTexts } from './fetchFeed.ts';

const DAY_MS = 86_400_000;
const PIECE_BYTES = 64 * 1024;
const START_BYTES = 512;
/** Characters at the end of a file among which its last line is. */
const END_CHARACTERS = 100;
/** The number of occurrences of one entry. */
const MAX_OCCURRENCES = 500;

/** The part of a feed that the site takes at once. */
interface TakenPart {
  readonly uid: string;
  /** An item of `cal/event-import/v1`. */
  readonly item: object;
  /** The digest of the item. */
  readonly digest: string;
  /** The characters of the digested JSON. */
  readonly size: number;
  /** The site's code of its language; undefined if it names none, null if the site has no such language. */
  readonly language: string | undefined | null;
  readonly isPrivate: boolean;
}

/** An entry of a feed, or an occurrence of one. */
export interface FeedEntry extends TakenPart {
  readonly isCancelled: boolean;
  /** The UID of the series that the entry is an occurrence of. */
  readonly series?: string;
  /** True if the feed changes the occurrence alone (RECURRENCE-ID). */
  readonly isOwn: boolean;
}

/** A recurring entry that the site takes as a series. Its item has the times of the first occurrence, and no name. */
export interface FeedSeries extends TakenPart {
  readonly dates: ReturnType<typeof seriesDates>;
  readonly allDay: boolean;
  readonly recurrence: Recurrence;
}

/** A part of a feed; an entry that cannot be read has its UID alone. Occurrences follow their series. */
export type FeedPart = FeedEntry | FeedSeries | { readonly unread: string };

/** Yields the content piece by piece, so that other requests are answered while it is read. */
async function* piecesOf(body: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < body.length; from += PIECE_BYTES) {
    yield body.subarray(from, from + PIECE_BYTES);
    await yieldToEventLoop();
  }
}

/** True if a file ends as a calendar does; without its end, it says nothing about the entries that it lacks. */
export const isWhole = (body: Buffer): boolean =>
  /END:VCALENDAR\s*$/i.test(body.subarray(-END_CHARACTERS).toString('latin1').replaceAll('\0', ''));

export interface Reading {
  readonly now: Date;
  readonly languages: readonly string[];
  /** Names of categories that every event gets. */
  readonly categories: readonly string[];
  /** Returns the first start of the site's series of an entry; undefined if it has none. */
  seriesFrom(uid: string): Promise<string | undefined>;
}

/**
 * Yields the entries of a feed with the code of `npm run import`: recurring ones as series, and as their occurrences from
 * 30 days ago to a year from now.
 * @throws FeedError for a content that is not a calendar
 */
export async function* entriesOfFeed(body: Buffer, reading: Reading): AsyncGenerator<FeedPart> {
  const { now } = reading;
  const { source } = decodeCalendar(() => piecesOf(body), body.subarray(0, START_BYTES));
  const window = {
    from: new Date(now.getTime() - 30 * DAY_MS),
    to: new Date(now.getTime() + 365 * DAY_MS),
    most: MAX_OCCURRENCES,
  };
  const pause = createPause();
  const survey = await surveyCalendar(source).catch((error: unknown) => {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw new FeedError(feedTexts.notCalendar, {}, { cause: error });
  });
  for await (const entry of entriesOf(source, survey)) {
    if ('reason' in entry) {
      if (!entry.isLeftOut) yield { unread: entry.uid };
      continue;
    }
    // a rule may take long
    if (isRecurring(entry)) await yieldToEventLoop();
    const { found, failed } = occurrencesOf(entry, survey, window);
    for (const { uid } of failed) yield { unread: uid };
    const series = await seriesOf(entry, { survey, window, found, reading });
    if (series !== undefined) yield series;
    if (series !== undefined && 'unread' in series) continue;
    for (const occurrence of found) {
      await pause();
      yield occurrencePart(occurrence, { entry, series }, reading);
    }
  }
}

/** Returns an occurrence of an entry, which may be a series. */
const occurrencePart = (
  occurrence: Occurrence,
  { entry, series }: { readonly entry: CalendarEntry; readonly series: FeedSeries | undefined },
  reading: Reading,
): FeedPart => {
  const part = partOf(occurrence, reading);
  if (series === undefined || 'unread' in part) return part;
  return { ...part, series: series.uid, isOwn: occurrence.entry !== entry };
};

/** The number of characters of an item from which a series would exceed a commit. */
const MAX_SERIES_CHARACTERS = 40_000;

interface SeriesSource {
  readonly survey: CalendarSurvey;
  readonly window: Window;
  readonly found: readonly Occurrence[];
  readonly reading: Reading;
}

/** Returns an entry as a series; undefined for one that the site takes as single events. */
const seriesOf = async (
  entry: CalendarEntry,
  { survey, window, found, reading }: SeriesSource,
): Promise<FeedSeries | { readonly unread: string } | undefined> => {
  if (entry.recurrenceId !== undefined || !isRecurring(entry)) return undefined;
  const { line, uid, start, end, properties } = entry;
  const from = await reading.seriesFrom(uid);
  // a series goes on even if no occurrence is near
  if (found.length === 0 && from === undefined) return undefined;
  const changes = changesOf(survey, uid).filter((change) => 'start' in change);
  const series = seriesOfEntry(entry, changes, window, from);
  const part = partOf({ line, uid, entry, start, end }, reading);
  if (series === undefined || 'unread' in part) return undefined;
  if (part.size > MAX_SERIES_CHARACTERS) return from === undefined ? undefined : { unread: uid };
  const dates = seriesDates(series);
  const rules = properties.filter(({ name }) => RULES.has(name));
  const { uid: _uid, import_uid: _name, ...item } = part.item;
  return {
    ...part,
    item: { ...item, ...dates },
    digest: digestOf(
      JSON.stringify([part.digest, rules.map(({ name, parameters, value }) => [name, parameters, value])]),
    ),
    dates,
    allDay: start.isDay,
    recurrence: series.recurrence,
  };
};

const RULES: ReadonlySet<string> = new Set(['rrule', 'rdate', 'exdate']);

const partOf = (
  occurrence: Occurrence,
  { languages, categories }: Pick<Reading, 'languages' | 'categories'>,
): (FeedEntry & { readonly item: Readonly<Record<string, unknown>> }) | { readonly unread: string } => {
  try {
    const converted = eventBody(occurrence, languages);
    const item = itemOf(converted, categories);
    const { language, isPrivate, cancelled: isCancelled } = converted;
    const digested = JSON.stringify({ item, isPrivate, isCancelled });
    const facts = { digest: digestOf(digested), size: digested.length, language, isPrivate, isCancelled };
    return { uid: converted.body.import_uid, item, ...facts, isOwn: false };
  } catch (error) {
    if (!(error instanceof InvalidEntryError)) throw error;
    return { unread: occurrence.entry.uid };
  }
};

const digestOf = (value: string): string => createHash('sha256').update(value).digest('base64url');

const itemOf = (converted: ConvertedEvent, categories: readonly string[]): Readonly<Record<string, unknown>> => {
  const { body, picture } = converted;
  const names = [...new Set([...(body.categories ?? []), ...categories])];
  return {
    ...batchItem(converted),
    uid: body.import_uid,
    ...(names.length > 0 && { categories: names }),
    ...(picture !== undefined && 'address' in picture.content && { image: picture.content.address }),
  };
};
