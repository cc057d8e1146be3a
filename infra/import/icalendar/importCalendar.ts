import { setImmediate } from 'node:timers/promises';
import { wallClockMs } from '@almanac/dates';
import {
  type CalendarEntry,
  type CalendarSurvey,
  type ConvertedEvent,
  changesOf,
  type EntryNote,
  type EntrySeries,
  entriesOf,
  eventBody,
  heldBy,
  InvalidEntryError,
  isRecurring,
  languageTag,
  type Occurrence,
  occurrencesOf,
  seriesDates,
  seriesOfEntry,
  surveyCalendar,
  type Window,
} from '@almanac/dates/icalendar';
import { apart, type Source } from '@almanac/text/lines';
import { type Course, createCourse } from '../course.ts';
import { inFlight } from '../inFlight.ts';
import { type Brought, Place } from '../place.ts';
import { RefusedError, type SiteClient } from '../siteClient.ts';
import { languagesWhenNamed } from '../siteLanguages.ts';
import { inLanguage } from '../wxr/siteRecords.ts';
import { Batches } from './batches.ts';
import { Cancellations } from './cancellations.ts';
import type { Pictures } from './pictures.ts';
import { References } from './references.ts';

export interface ImportReport {
  /** The number of entries and occurrences; it grows while recurring entries are read. */
  found: number;
  /** The number of things from earlier runs of an interrupted import. */
  readonly earlier: number;
  created: number;
  updated: number;
  unchanged: number;
  /** Cancelled entries whose events were, or are now, in the trash. */
  cancelled: number;
  /** Failed entries, with the line in the file and the reason. */
  readonly failed: EntryNote[];
  /** Entries and occurrences that are not wanted: older versions, those outside the window. */
  readonly left: EntryNote[];
  /** Entries imported without an invalid value. */
  readonly dropped: { line: number; what: string }[];
  /** Entries that the site shows otherwise than their calendar. */
  readonly notes: { line: number; what: string }[];
  /** Describes text of the file that is not UTF-8. */
  encoding?: string;
  /** The first and last start, for a request that lists the imported events. */
  first?: string;
  last?: string;
}

export interface ImportOptions {
  readonly window: Window;
  readonly width: number;
  /** True to import recurring entries as series; default: each occurrence is a single event. */
  readonly series?: boolean;
  /** Fetches and uploads pictures; default: events get none. */
  readonly pictures?: Pictures;
  /** Stops the run; default: after ten failures in a row. */
  readonly course?: Course;
  /** The progress of an interrupted run; default: from the start, without storing progress. */
  readonly place?: Place;
  /** Called after each entry with the numbers of finished and of all entries. */
  readonly onProgress: (done: number, total: number) => void;
}

type Outcome = 'created' | 'updated' | 'unchanged' | 'cancelled';

interface KnownEvent {
  readonly id: number;
  readonly status: string;
  readonly modified: string;
  readonly start_date: string;
  readonly url: string;
  readonly website: string;
  readonly cost: string;
  readonly categories: readonly unknown[];
  readonly series?: { readonly id: number; readonly occurrence: string; readonly changed: boolean };
}

interface EventAnswer extends KnownEvent {
  /** Undefined for a former occurrence in the trash, whose start another one has. */
  readonly import_uid?: string;
  readonly venue: { readonly id: number } | readonly { readonly id: number }[];
  readonly organizer: readonly { readonly id: number }[];
}

const EVENTS = '/cal/events/v1/events';
const LOOKUP = 50;
/** The number of characters of pictures in the file from which a look-up has fewer events. */
const MAX_HELD_CHARACTERS = 32 * 1024 * 1024;
/** The number of entries from which new events are sent in batches. */
const LARGE = 200;
const STATUSES = 'publish,future,draft,pending,private,trash';

/**
 * Imports an iCalendar file through the public interface, entry by entry as it is read. The UID (`import_uid`)
 * identifies events: a second run changes nothing, and a changed entry updates its event.
 * @throws UnreadableFileError for a text that is not a calendar
 */
export const importCalendar = async (
  source: Source,
  site: SiteClient,
  options: ImportOptions,
): Promise<ImportReport> => {
  const survey = await surveyCalendar(source);
  const { course = createCourse(), place = Place.nowhere(), pictures, onProgress, width } = options;
  const earlier = place.earlier.done;
  const report: ImportReport = {
    found: survey.entries,
    earlier,
    created: 0,
    updated: 0,
    unchanged: 0,
    cancelled: 0,
    failed: [],
    left: [],
    dropped: [],
    notes: [],
  };
  const isStopped = (): boolean => course.stopped !== undefined;
  const importer = new Importer(site, { report, course, place, pictures });
  const batches = survey.entries < LARGE ? undefined : await Batches.begin(site);
  let done = earlier;
  const told = () => ({ done, total: report.found });
  /**
   * Stops the run after an error if something was imported, so that its report is printed; otherwise throws the error.
   */
  const orStop = <Answer>(asking: Promise<Answer>): Promise<Answer | undefined> =>
    asking.catch((error: Error) => {
      if (done === earlier) throw error;
      course.stop(error.message);
      return undefined;
    });
  const events = eventsOf(source, survey, {
    languagesOf: languagesWhenNamed(site),
    report,
    place,
    window: options.window,
    isStopped,
    bringSeries: async (entry, found) =>
      options.series === true ? ((await orStop(importer.bringSeries(entry, found))) ?? []) : found,
  });
  for await (const items of chunksOf(events)) {
    if (isStopped()) break;
    place.expect(report.found);
    const known = await orStop(lookUp(site, items.map(uidOf)));
    if (known === undefined) break;
    await orStop(importer.lookUpPictures(items));
    const inSeries = occurrencesByName(known);
    const isNew = (item: Item): boolean => !known.has(uidOf(item)) && !inSeries.has(uidOf(item));
    const isBatched = (item: Item): boolean => fitsBatch(item) && isNew(item);
    const made = batches && (await orStop(importer.bringTogether(batches, items.filter(isBatched), told())));
    done += made?.size ?? 0;
    const others = items.filter((item) => made?.has(item) !== true);
    await inFlight(others, { width, isStopped }, async (item) => {
      const [event, occurrences] = [known.get(uidOf(item)), inSeries.get(uidOf(item))];
      if (event === undefined && occurrences !== undefined && !item.cancelled)
        await importer.bringOnly(item, occurrences, options.window);
      else await importer.bring(item, event);
      onProgress(++done, report.found);
    });
    onProgress(done, report.found);
  }
  await batches?.end(told(), course.stopped);
  for (const list of [report.failed, report.left]) list.sort((a, b) => a.line - b.line);
  return report;
};

/**
 * True if a batch says all about a new event. Batches have one language, find venues by their names alone, have no
 * status, and fetch pictures themselves.
 */
const fitsBatch = ({ language, cancelled, isPrivate, picture, venue }: ConvertedEvent): boolean =>
  language === undefined && !cancelled && !isPrivate && picture === undefined && Object.keys(venue ?? {}).length <= 1;

interface Reading {
  readonly languagesOf: ReturnType<typeof languagesWhenNamed>;
  readonly report: ImportReport;
  readonly place: Place;
  readonly window: Window;
  readonly isStopped: () => boolean;
  /** Imports the series of a recurring entry. Returns the occurrences that are left to import. */
  readonly bringSeries: (entry: RecurringEntry, found: readonly Occurrence[]) => Promise<readonly Occurrence[]>;
}

/**
 * Yields the events of a file that earlier runs have not imported, read on demand. Reports unreadable entries. Ends
 * once the run has stopped.
 */
async function* eventsOf(
  source: Source,
  survey: CalendarSurvey,
  { languagesOf, report, place, window, isStopped, bringSeries }: Reading,
): AsyncGenerator<Item> {
  let count = 0;
  const recurringOf = (entry: CalendarEntry, languages: readonly string[] | undefined): RecurringEntry => {
    const changes = changesOf(survey, entry.uid).filter((change) => 'start' in change);
    return { entry, changes, window, languages };
  };
  for await (const entry of entriesOf(source, survey)) {
    const isUnloaded = 'reason' in entry;
    // Rules may take long, and nothing is sent for an unloaded entry; a signal that stops the run is received here.
    if (isUnloaded || isRecurring(entry)) await setImmediate();
    if (isStopped()) return;
    if (isUnloaded) {
      const { isLeftOut, ...note } = entry;
      report[isLeftOut ? 'left' : 'failed'].push(note);
      continue;
    }
    const { found, failed, left } = occurrencesOf(entry, survey, window);
    report.failed.push(...failed);
    report.left.push(...left);
    report.found += Math.max(found.length, 1) - 1;
    const languages = await languagesOf(found.map((occurrence) => languageTag(occurrence.entry.properties)));
    const rest = new Set(isSeries(entry, found) ? await bringSeries(recurringOf(entry, languages), found) : found);
    yield* leftItems(itemsOf(found, { first: count, languages, report }), { rest, place, report });
    count += found.length;
  }
}

/** Yields the items that neither an earlier run nor a series has brought. */
function* leftItems(
  items: Iterable<Item>,
  { rest, place, report }: Pick<Reading, 'place' | 'report'> & { readonly rest: ReadonlySet<Occurrence> },
): Generator<Item> {
  for (const item of items) {
    if (place.has(item.thing)) noteStart(report, item);
    else if (rest.has(item.occurrence)) yield item;
  }
}

const isSeries = (entry: CalendarEntry, found: readonly Occurrence[]): boolean =>
  entry.recurrenceId === undefined && isRecurring(entry) && found.length > 0;

const inOtherLanguage = ({ line, uid, properties }: CalendarEntry): EntryNote => ({
  line,
  uid,
  reason: `its language ${apart(languageTag(properties))} is none of the setting \`languages\``,
});

interface Conversion {
  /** The number of the first occurrence in the file. */
  readonly first: number;
  readonly languages: readonly string[] | undefined;
  readonly report: ImportReport;
}

/**
 * Yields occurrences in the terms of the interface. Reports those whose zone, described by the file, cannot be read, and
 * entries in a language that the site does not have.
 */
function* itemsOf(found: readonly Occurrence[], { first, languages, report }: Conversion): Generator<Item> {
  const foreign = new Set<CalendarEntry>();
  for (const [index, occurrence] of found.entries()) {
    try {
      const item = { thing: String(first + index), occurrence, ...eventBody(occurrence, languages) };
      if (item.language === null) foreign.add(occurrence.entry);
      else yield item;
    } catch (error) {
      if (!(error instanceof InvalidEntryError)) throw error;
      const { line, uid } = occurrence.entry;
      report.failed.push({ line, uid, reason: error.message });
    }
  }
  report.left.push(...Array.from(foreign, inOtherLanguage));
}

/** Yields items in chunks of one look-up; fewer if their pictures are large. */
async function* chunksOf(all: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let chunk: Item[] = [];
  for await (const each of all) {
    chunk.push(each);
    if (chunk.length < LOOKUP && heldCharacters(chunk) < MAX_HELD_CHARACTERS) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** Returns the number of characters of pictures that items hold; occurrences of an entry share theirs. */
const heldCharacters = (items: readonly Item[]): number =>
  [...new Set(items.flatMap(({ picture }) => picture ?? []))].reduce((sum, picture) => sum + heldBy(picture), 0);

/** True if a site still has any of the events from an earlier run. */
export const isCalendarThere = async (site: SiteClient, recent: readonly Brought[]): Promise<boolean> =>
  (
    await lookUp(
      site,
      recent.map(({ mark }) => mark),
    )
  ).size > 0;

/** Returns the events from earlier runs by their UID. */
const lookUp = async (site: SiteClient, uids: readonly string[]): Promise<Map<string, KnownEvent>> =>
  new Map(
    (await namedEvents(site, uids)).flatMap((event) =>
      event.import_uid === undefined ? [] : [[event.import_uid, event] as const],
    ),
  );

interface EventPage {
  readonly events: readonly EventAnswer[];
  readonly total_pages: number;
}

/** Returns events with UIDs, or of a series with one. */
const namedEvents = async (site: SiteClient, uids: readonly string[]): Promise<readonly EventAnswer[]> => {
  const query = new URLSearchParams({ per_page: String(LOOKUP), status: STATUSES });
  for (const uid of uids) query.append('import_uid[]', uid);
  const found: EventAnswer[] = [];
  for (let page = 1; ; page++) {
    const { events, total_pages: pages } = await site.request<EventPage>('GET', `${EVENTS}?${query}&page=${page}`);
    found.push(...events);
    if (!(page < pages)) return found;
  }
};

/** Returns the occurrences of series by the names of these. */
const occurrencesByName = (known: ReadonlyMap<string, KnownEvent>): ReadonlyMap<string, readonly KnownEvent[]> => {
  const occurrences = [...known].filter(([, { series }]) => series !== undefined);
  const named = Map.groupBy(occurrences, ([uid]) => uid.slice(0, Math.max(uid.lastIndexOf('/'), 0)));
  return new Map([...named].map(([name, events]) => [name, events.map(([, event]) => event)]));
};

type Item = ConvertedEvent & {
  /** The name of the item in every run: its number in the file, since a UID may occur twice. */
  readonly thing: string;
  readonly occurrence: Occurrence;
};

/** Returns the path for a write. An existing event stays in its language. */
const pathOf = ({ language }: Item, known: KnownEvent | undefined): string =>
  known === undefined ? inLanguage(EVENTS, language ?? undefined) : `${EVENTS}/${known.id}`;

const uidOf = ({ body }: Item): string => body.import_uid;

/** Extends the range of starts in the report. */
const noteStart = (report: ImportReport, { body: { start_date: start } }: Item): void => {
  if (report.first === undefined || start < report.first) report.first = start;
  if (report.last === undefined || start > report.last) report.last = start;
};

interface ImportProgress {
  readonly report: ImportReport;
  readonly course: Course;
  readonly place: Place;
  readonly pictures: Pictures | undefined;
}

/** A recurring entry, its changed occurrences, and the languages of the site. */
interface RecurringEntry {
  readonly entry: CalendarEntry;
  readonly changes: readonly CalendarEntry[];
  readonly window: Window;
  readonly languages: readonly string[] | undefined;
}

/** Statuses by which the site refuses an entry, and not the account or the run. */
const ENTRY_STATUSES = [400, 409, 413, 422];

class Importer {
  readonly #site: SiteClient;
  readonly #report: ImportReport;
  readonly #course: Course;
  readonly #place: Place;
  readonly #pictures: Pictures | undefined;
  readonly #cancellations: Cancellations;
  readonly #venues = new References();
  readonly #organizers = new References();

  constructor(site: SiteClient, { report, course, place, pictures }: ImportProgress) {
    this.#site = site;
    this.#cancellations = new Cancellations(site);
    this.#report = report;
    this.#course = course;
    this.#place = place;
    this.#pictures = pictures;
  }

  async lookUpPictures(items: readonly Item[]): Promise<void> {
    await this.#pictures?.lookUp(items.flatMap(({ picture }) => picture ?? []));
  }

  /** Sends new events as one batch. Returns the items that the site has created; the others are sent one by one. */
  async bringTogether(
    batches: Batches,
    items: readonly Item[],
    course: { readonly done: number; readonly total: number },
  ): Promise<ReadonlySet<Item>> {
    if (items.length === 0 || !(await batches.send(items, course))) return new Set();
    const known = await lookUp(this.#site, items.map(uidOf));
    const made = items.filter((item) => known.has(item.body.import_uid));
    for (const item of made) {
      this.#tell(item);
      this.#count(item, 'created');
      this.#acknowledge(item, known.get(uidOf(item))?.id);
    }
    return new Set(made);
  }

  /** @param id the id of the event; undefined if there is none */
  #acknowledge(item: Item, id: number | undefined): void {
    this.#place.acknowledge(item.thing, id === undefined ? undefined : { id, mark: uidOf(item) });
    this.#course.succeeded();
  }

  #tell({ dropped, notes, occurrence: { line } }: Item): void {
    for (const what of dropped) this.#report.dropped.push({ line, what: apart(what) });
    for (const what of notes) this.#report.notes.push({ line, what });
  }

  /** Imports one entry and counts the result. */
  async bring(item: Item, known: KnownEvent | undefined): Promise<void> {
    const send = item.cancelled ? () => this.#cancel(item, known) : () => this.#send(item, known);
    const outcome = await this.#reported(item, send);
    if (outcome !== undefined) this.#count(item, outcome);
  }

  /** Does the work for an item, and reports its failure. Returns undefined if it failed. */
  async #reported(item: Item, work: () => Promise<Outcome>): Promise<Outcome | undefined> {
    const { line, entry } = item.occurrence;
    this.#tell(item);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.#report.failed.push({ line, uid: apart(entry.uid), reason: error.message });
      // A refused entry says nothing about the next ones.
      if (!(error instanceof RefusedError && ENTRY_STATUSES.includes(error.status))) this.#course.failed(error.message);
      return undefined;
    }
  }

  /**
   * Imports a recurring entry as a series, if the site can have it as one. Returns the occurrences that are left: those
   * that the entry or the site has changed, or all.
   */
  async bringSeries(recurring: RecurringEntry, found: readonly Occurrence[]): Promise<readonly Occurrence[]> {
    const { entry, changes, window, languages } = recurring;
    const known = await namedEvents(this.#site, [entry.uid]);
    const occurrences = known.filter((event) => event.series !== undefined);
    const present = await this.#presentOf(occurrences);
    const series = seriesOfEntry(entry, changes, window, present?.start);
    if (series === undefined) return found;
    const occurrence = { line: entry.line, uid: entry.uid, entry, start: entry.start, end: entry.end };
    const converted = eventBody(occurrence, languages);
    if (converted.language === null) return found;
    const item = { thing: `series-${entry.line}`, occurrence, ...converted };
    const isGone = occurrences.every(({ status }) => status === 'trash');
    const shown = isGone ? await this.#revivedOf(occurrences, item) : occurrences;
    const target = targetAmong(shown) ?? known.find((event) => event.series === undefined);
    // an interrupted run has sent it, or a person has moved it to the trash
    const isLeft = this.#place.has(item.thing) || (present !== undefined && target === undefined);
    const outcome = isLeft ? 'unchanged' : await this.#bringWhole(item, { series, present, target });
    return outcome === undefined ? [] : this.#leftOf(item, found, outcome);
  }

  /** Returns the occurrences that are left after a series, and counts the others. Those in the trash are reported. */
  async #leftOf(item: Item, found: readonly Occurrence[], outcome: Outcome): Promise<readonly Occurrence[]> {
    const made = await this.#namedOf(found);
    const follows = ({ entry }: Occurrence): boolean => entry === item.occurrence.entry;
    const trashed = found.filter((each) => follows(each) && made.get(each.uid)?.status === 'trash');
    const cancelled = await this.#cancellations.statusesOf(trashed.flatMap(({ uid }) => made.get(uid)?.id ?? []));
    const staying = trashed.filter(({ uid }) => !cancelled.has(made.get(uid)?.id ?? 0));
    const isChanged = (each: Occurrence): boolean =>
      !staying.includes(each) &&
      (!follows(each) || trashed.includes(each) || made.get(each.uid)?.series?.changed === true);
    const rest = found.filter(isChanged);
    this.#count(item, outcome, found.length - rest.length - staying.length);
    const [there, missing] = [rest.filter(({ uid }) => made.has(uid)), rest.filter(({ uid }) => !made.has(uid))];
    const reason = 'it changes an occurrence that the site has not made yet';
    this.#report.left.push(...missing.map(({ line, uid }) => ({ line, uid, reason })));
    this.#report.left.push(...staying.map(({ line, uid }) => ({ line, uid, reason: IN_TRASH })));
    return there;
  }

  /**
   * Imports an entry that recurs no longer, but has a series on the site: the series keeps one occurrence.
   * @param occurrences of the series
   */
  async bringOnly(item: Item, occurrences: readonly KnownEvent[], window: Window): Promise<void> {
    const target = targetAmong(occurrences);
    const present = await this.#presentOf(occurrences);
    const series = seriesOfEntry(item.occurrence.entry, [], window, present?.start);
    if (series === undefined || target === undefined) return this.bring(item, undefined);
    const outcome = await this.#bringWhole(item, { series, present, target });
    if (outcome === undefined) return;
    const [only] = (await namedEvents(this.#site, [uidOf(item)])).filter(({ status }) => status !== 'trash');
    const body = { ...item.body, import_uid: only?.import_uid ?? '' };
    const isChanged = only?.series?.changed === true;
    const own = isChanged ? await this.#reported(item, () => this.#send(item, only, body)) : outcome;
    if (own !== undefined) this.#count(item, outcome);
  }

  /** Returns the events of occurrences by their names. */
  async #namedOf(found: readonly Occurrence[]): Promise<Map<string, KnownEvent>> {
    const all = new Map<string, KnownEvent>();
    for (let at = 0; at < found.length; at += LOOKUP) {
      const names = found.slice(at, at + LOOKUP).map(({ uid }) => uid);
      for (const [uid, event] of await lookUp(this.#site, names)) all.set(uid, event);
    }
    return all;
  }

  /** Returns the times of the series of the site that has these occurrences; undefined without one. */
  async #presentOf(occurrences: readonly KnownEvent[]): Promise<PresentSeries | undefined> {
    const id = occurrences[0]?.series?.id;
    if (id === undefined) return undefined;
    const read = await this.#site.request<SeriesAnswer>('GET', `/calx/v1/series/${id}`);
    const clock = (time: string): string => time.replace('T', ' ');
    return { ...read, start: clock(read.start_date), end: clock(read.end_date) };
  }

  /** Creates a series or changes all its occurrences. Returns undefined if it failed. */
  async #bringWhole(item: Item, whole: WholeSeries): Promise<Outcome | undefined> {
    const { series, target } = whole;
    const { start_date: _start, end_date: _end, timezone: _zone, all_day: _days, ...texts } = item.body;
    const times = { ...datesFor(whole), all_day: item.body.all_day };
    const body = {
      ...texts,
      ...(!staysAsChanged(whole, item) && times),
      recurrence: series.recurrence,
      ...(target?.series && { scope: 'all' }),
    };
    return this.#reported(item, () => this.#send(item, target, body));
  }

  /** Restores the first event among some that an import has moved to the trash. */
  async #revivedOf(events: readonly KnownEvent[], item: Item): Promise<readonly KnownEvent[]> {
    const cancelled = await this.#cancellations.statusesOf(events.map(({ id }) => id));
    const first = events.find(({ id }) => cancelled.has(id));
    const revived = first && (await this.#revive(first, item));
    return revived === undefined ? [] : [revived];
  }

  /**
   * Restores an event with its former status if an import has moved it to the trash. Returns undefined if a person has.
   */
  async #revive({ id, modified }: KnownEvent, { isPrivate }: Item): Promise<KnownEvent | undefined> {
    const former = (await this.#cancellations.statusesOf([id])).get(id);
    if (former === undefined) return undefined;
    const status = isPrivate && former === 'publish' ? 'private' : former;
    const event = await this.#site.request<EventAnswer>('POST', `${EVENTS}/${id}`, { status });
    await this.#cancellations.forget(id);
    return { ...event, modified };
  }

  async #cancel(item: Item, known: KnownEvent | undefined): Promise<Outcome> {
    if (known !== undefined && known.status !== 'trash') {
      await this.#site.request('DELETE', `${EVENTS}/${known.id}`);
      await this.#cancellations.store(known.id, known.status);
    }
    this.#acknowledge(item, undefined);
    return 'cancelled';
  }

  /** Returns the event to change; one that an import has moved to the trash is restored. @throws Error if a person has */
  async #restored(item: Item, found: KnownEvent): Promise<KnownEvent> {
    const known = found.status === 'trash' ? await this.#revive(found, item) : found;
    if (known === undefined) throw new Error(IN_TRASH);
    if (known.status === 'private' && !item.isPrivate)
      this.#report.notes.push({ line: item.occurrence.line, what: 'its event is private on the site, and stays so' });
    return known;
  }

  /** @param body may leave members as they are */
  async #send(item: Item, found: KnownEvent | undefined, body: object = item.body): Promise<Outcome> {
    const known = found && (await this.#restored(item, found));
    const image = await this.#imageOf(item);
    const place = item.venue && JSON.stringify(item.venue);
    const venue = place === undefined ? undefined : await this.#venues.claim(place);
    const organizer = item.organizer && (await this.#organizers.claim(item.organizer.organizer));
    let answer: EventAnswer | undefined;
    try {
      answer = await this.#site.request<EventAnswer>('POST', pathOf(item, known), {
        ...(known && emptied(known)),
        ...body,
        ...(image !== undefined && { image }),
        ...(item.isPrivate && mayHide(known) && { status: 'private' }),
        venue: item.venue === undefined ? [] : (venue ?? item.venue),
        organizer: item.organizer === undefined ? [] : [organizer ?? item.organizer],
      });
    } finally {
      if (place !== undefined) this.#venues.settle(place, answer && [answer.venue].flat()[0]?.id);
      if (item.organizer !== undefined) this.#organizers.settle(item.organizer.organizer, answer?.organizer[0]?.id);
    }
    this.#acknowledge(item, answer.id);
    if (known === undefined) return 'created';
    return known.modified === answer.modified ? 'unchanged' : 'updated';
  }

  /** Returns the id of the entry's picture; undefined without one. An event keeps its picture if this one is lost. */
  async #imageOf({ picture, occurrence: { line } }: Item): Promise<number | undefined> {
    if (picture === undefined || this.#pictures === undefined) return undefined;
    try {
      return await this.#pictures.idOf(picture);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.#report.dropped.push({ line, what: apart(`${picture.title}: ${error.message}`) });
      return undefined;
    }
  }

  /** @param count the number of events that the item stands for */
  #count(item: Item, outcome: Outcome, count = 1): void {
    this.#report[outcome] += count;
    if (outcome !== 'cancelled') noteStart(this.#report, item);
  }
}

const IN_TRASH = 'the site has it in the trash; restore it there first';

/** The times of a series of the site, as `calx/v1` shows them. */
interface SeriesAnswer {
  readonly start_date: string;
  readonly end_date: string;
  readonly timezone: string;
  readonly all_day: boolean;
}

/** A series of the site with its first start and end. */
interface PresentSeries extends Pick<SeriesAnswer, 'timezone' | 'all_day'> {
  readonly start: string;
  readonly end: string;
}

/** The change of a series of the site. */
interface WholeSeries {
  readonly series: EntrySeries;
  /** An occurrence of the series, or a single event that becomes one. */
  readonly target: KnownEvent | undefined;
  /** Undefined if the site has no such series. */
  readonly present: PresentSeries | undefined;
}

/** Returns the occurrence by which a series is changed: one that has not been edited alone, if there is one. */
const targetAmong = (occurrences: readonly KnownEvent[]): KnownEvent | undefined => {
  const shown = occurrences.filter(({ status }) => status !== 'trash');
  return shown.find(({ series }) => series?.changed === false) ?? shown[0];
};

/** Returns the times of an occurrence by which all move: it moves by as much as the series. */
const datesFor = ({ series, target, present }: WholeSeries): ReturnType<typeof seriesDates> => {
  if (target?.series === undefined || present === undefined) return seriesDates(series);
  const start = target.series.changed ? target.start_date : target.series.occurrence;
  return seriesDates(series, wallClockMs(start) - wallClockMs(present.start));
};

/** True if an occurrence has times of its own and its series keeps those that it has. */
const staysAsChanged = ({ series, target, present }: WholeSeries, { body }: Item): boolean => {
  if (target?.series?.changed !== true || present === undefined || present.all_day !== body.all_day) return false;
  const { start_date: start, end_date: end, timezone } = seriesDates(series);
  const isSameZone = timezone === '' || timezone === present.timezone;
  return isSameZone && present.start.startsWith(start) && present.end.startsWith(end);
};

/** Returns the values of an event that an entry without them empties. */
const emptied = ({ url, website, cost, categories }: KnownEvent) => ({
  ...(website !== '' && website !== url && { website: '' }),
  ...(cost !== '' && { cost: '' }),
  ...(categories.length > 0 && { categories: [] }),
});

/** True if an event becomes private; a draft stays one. */
const mayHide = (known: KnownEvent | undefined): boolean =>
  known === undefined || known.status === 'publish' || known.status === 'future';
