import { createHash } from 'node:crypto';
import {
  batchItem,
  type ConvertedEvent,
  decodeCalendar,
  entriesOf,
  eventBody,
  InvalidEntryError,
  isRecurring,
  type Occurrence,
  occurrencesOf,
  surveyCalendar,
} from '@almanac/dates/icalendar';
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

/** An entry of a feed, or an occurrence of one. */
export interface FeedEntry {
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
  readonly isCancelled: boolean;
}

/** A part of a feed; an entry that cannot be read has its UID alone. */
export type FeedPart = FeedEntry | { readonly unread: string };

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
}

/**
 * Yields the entries of a feed with the code of `npm run import`: recurring ones as their occurrences from 30 days ago to
 * a year from now.
 * @throws FeedError for a content that is not a calendar
 */
export async function* entriesOfFeed(body: Buffer, { now, languages, categories }: Reading): AsyncGenerator<FeedPart> {
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
    for (const occurrence of found) {
      await pause();
      yield partOf(occurrence, { languages, categories });
    }
  }
}

const partOf = (occurrence: Occurrence, { languages, categories }: Omit<Reading, 'now'>): FeedPart => {
  try {
    const converted = eventBody(occurrence, languages);
    const item = itemOf(converted, categories);
    const { language, isPrivate, cancelled: isCancelled } = converted;
    const digested = JSON.stringify({ item, isPrivate, isCancelled });
    const facts = { digest: digestOf(digested), size: digested.length, language, isPrivate, isCancelled };
    return { uid: converted.body.import_uid, item, ...facts };
  } catch (error) {
    if (!(error instanceof InvalidEntryError)) throw error;
    return { unread: occurrence.entry.uid };
  }
};

const digestOf = (value: string): string => createHash('sha256').update(value).digest('base64url');

const itemOf = (converted: ConvertedEvent, categories: readonly string[]): object => {
  const { body, picture } = converted;
  const names = [...new Set([...(body.categories ?? []), ...categories])];
  return {
    ...batchItem(converted),
    uid: body.import_uid,
    ...(names.length > 0 && { categories: names }),
    ...(picture !== undefined && 'address' in picture.content && { image: picture.content.address }),
  };
};
