import { languageCodes } from '@almanac/i18n';
import { seriesNamed } from '../series/importedEvents.ts';
import type { FeedItem, FeedSeriesItem, KnownEntries, RunCounts } from './feedMemory.ts';
import { FeedError, feedTexts } from './fetchFeed.ts';
import { entriesOfFeed, type FeedEntry, type FeedSeries } from './readFeed.ts';
import type { Run } from './takeEntries.ts';
import { keptBy } from './takeSeries.ts';

/** The number of events of a feed: those it has, and those that an earlier run has made. */
const MAX_EVENTS = 20_000;

export const noCounts: RunCounts = { found: 0, created: 0, updated: 0, unchanged: 0, removed: 0, left: 0 };

/** A content of a feed, and what the site knows of its entries. */
export interface FeedContent {
  readonly body: Buffer;
  readonly known: KnownEntries;
  /** The first starts of the site's series by their UIDs, as of the first reading. */
  readonly firstStarts: Map<string, string | undefined>;
}

interface ReadParts {
  readonly counts: RunCounts;
  /** The UIDs of the entries that the feed has. */
  readonly present: ReadonlySet<string>;
  /** The UIDs of the entries that are series. */
  readonly series: ReadonlySet<string>;
  /** The events that remain occurrences of series with news, under other names. */
  readonly kept: ReadonlySet<number>;
  /** The UIDs of entries that cannot be read. */
  readonly unread: ReadonlySet<string>;
  /** True if an entry is new or has changed. */
  readonly hasNews: boolean;
}

type Take = (entry: FeedEntry | FeedSeries) => Promise<void>;

const isNews = ({ digest }: FeedEntry | FeedSeries, before: FeedItem | FeedSeriesItem | undefined): boolean =>
  before?.digest !== digest || before.removed;

/** One reading of a content. */
class ContentReading {
  readonly present = new Set<string>();
  readonly series = new Set<string>();
  readonly kept = new Set<number>();
  readonly unread = new Set<string>();
  hasNews = false;
  readonly #run: Run;
  readonly #known: KnownEntries;
  readonly #take: Take | undefined;
  /** The UIDs of series with news, whose occurrences are all read again. */
  readonly #changed = new Set<string>();
  #total: number;
  #unchanged = 0;
  #left = 0;

  constructor(run: Run, known: KnownEntries, take: Take | undefined) {
    this.#run = run;
    this.#known = known;
    this.#take = take;
    this.#total = known.items.size;
  }

  get counts(): RunCounts {
    const found = this.present.size + this.unread.size;
    return { ...noCounts, found, unchanged: this.#unchanged, left: this.#left + this.unread.size };
  }

  async readSeries(part: FeedSeries): Promise<void> {
    if (this.series.has(part.uid)) return;
    this.series.add(part.uid);
    if (part.language === null || !isNews(part, this.#known.series.get(part.uid))) return;
    this.#changed.add(part.uid);
    await this.#passOn(part);
    if (this.#take === undefined) for (const id of await keptBy(this.#run, part)) this.kept.add(id);
  }

  async readEntry(part: FeedEntry): Promise<void> {
    const before = this.#known.items.get(part.uid);
    // an occurrence that the feed cancels alone is there with its series
    if (part.isCancelled && part.series !== undefined && before === undefined) await this.#passOn(part);
    if (part.isCancelled || this.present.has(part.uid)) return;
    this.present.add(part.uid);
    if (before === undefined) this.#total += 1;
    if (this.#total > MAX_EVENTS) throw new FeedError(feedTexts.tooMany, { limit: MAX_EVENTS });
    if (part.language === null) this.#left += 1;
    else if (isNews(part, before) || this.#changed.has(part.series ?? '')) await this.#passOn(part);
    else this.#unchanged += 1;
  }

  async #passOn(part: FeedEntry | FeedSeries): Promise<void> {
    this.hasNews = true;
    await this.#take?.(part);
  }
}

/**
 * Reads the entries of a content, and passes on those that are new or have changed.
 * @throws FeedError for more than `MAX_EVENTS`
 */
export const readContent = async (
  run: Run,
  { body, known, firstStarts }: FeedContent,
  take?: Take,
): Promise<ReadParts> => {
  const { calendar, feed } = run;
  const seriesFrom = async (uid: string): Promise<string | undefined> => {
    if (!firstStarts.has(uid)) firstStarts.set(uid, (await seriesNamed(calendar, uid))?.from);
    return firstStarts.get(uid);
  };
  const content = { now: calendar.now(), languages: languageCodes(), categories: feed.categories, seriesFrom };
  const reading = new ContentReading(run, known, take);
  for await (const part of entriesOfFeed(body, content)) {
    if ('unread' in part) reading.unread.add(part.unread);
    else if ('recurrence' in part) await reading.readSeries(part);
    else await reading.readEntry(part);
  }
  return reading;
};
