import { type Course, createCourse } from '../course.ts';
import { inFlight } from '../inFlight.ts';
import type { Source } from '../lines.ts';
import type { SiteClient } from '../siteClient.ts';
import { Batches } from './batches.ts';
import { eventBody, type Translated } from './eventBody.ts';
import { type Occurrence, occurrencesOf, type Window } from './occurrences.ts';
import { type CalendarSurvey, entriesOf, surveyCalendar } from './readCalendar.ts';
import { References } from './references.ts';

export interface ImportReport {
  /** Entries and occurrences; more while recurring ones are read. */
  found: number;
  created: number;
  updated: number;
  unchanged: number;
  /** Cancelled entries that were, or are now, in the trash. */
  cancelled: number;
  /** Entries that did not come in, with the line in the file and the reason. */
  readonly failed: { line: number; reason: string }[];
  /** What came in without an address that was none. */
  readonly dropped: { line: number; what: string }[];
  /** The first and last start, for a request that lists what was imported. */
  first?: string;
  last?: string;
}

export interface ImportOptions {
  readonly window: Window;
  readonly width: number;
  /** Stops the run; default: after ten failures in a row. */
  readonly course?: Course;
  /** Called after each entry: how many of how many are done. */
  readonly onProgress: (done: number, total: number) => void;
}

interface Known {
  readonly id: number;
  readonly status: string;
  readonly modified: string;
}

interface EventAnswer extends Known {
  readonly import_uid: string;
  readonly venue: { readonly id: number } | readonly { readonly id: number }[];
  readonly organizer: readonly { readonly id: number }[];
}

const EVENTS = '/cal/events/v1/events';
const LOOKUP = 50;
/** So many entries go in batches. */
const LARGE = 200;
const STATUSES = 'publish,future,draft,pending,private,trash';

/**
 * Loads an iCalendar file through the public interface, entry by entry as it is read. Events are named by their UID
 * (`import_uid`), so a second run changes nothing and a changed entry updates its event.
 * @throws UnreadableFileError for a text that is no calendar
 */
export const importCalendar = async (
  source: Source,
  site: SiteClient,
  options: ImportOptions,
): Promise<ImportReport> => {
  const survey = await surveyCalendar(source);
  const report: ImportReport = {
    found: survey.entries,
    created: 0,
    updated: 0,
    unchanged: 0,
    cancelled: 0,
    failed: [],
    dropped: [],
  };
  const { course = createCourse(), onProgress, width } = options;
  const isStopped = (): boolean => course.stopped !== undefined;
  const importer = new Importer(site, report, course);
  const batches = survey.entries < LARGE ? undefined : await Batches.begin(site);
  let done = 0;
  const told = () => ({ done, total: report.found });
  /** What goes wrong once something has come in stops the run, and leaves its report. */
  const orStop = <Answer>(asking: Promise<Answer>): Promise<Answer | undefined> =>
    asking.catch((error: Error) => {
      if (done === 0) throw error;
      course.stop(error.message);
      return undefined;
    });
  for await (const items of chunksOf(eventsOf(source, survey, { report, window: options.window }), LOOKUP)) {
    if (isStopped()) break;
    const known = await orStop(lookUp(site, items));
    if (known === undefined) break;
    const isNew = ({ body, cancelled }: Item): boolean => !cancelled && !known.has(body.import_uid);
    const made = batches && (await orStop(importer.bringTogether(batches, items.filter(isNew), told())));
    done += made?.size ?? 0;
    const others = items.filter((item) => made?.has(item) !== true);
    await inFlight(others, { width, isStopped }, async (item) => {
      await importer.bring(item, known.get(item.body.import_uid));
      onProgress(++done, report.found);
    });
    onProgress(done, report.found);
  }
  await batches?.end(told(), course.stopped);
  report.failed.sort((a, b) => a.line - b.line);
  return report;
};

interface Reading {
  readonly report: ImportReport;
  readonly window: Window;
}

/** The events that a file says, read as they are asked for; what cannot be read is reported. */
async function* eventsOf(source: Source, survey: CalendarSurvey, { report, window }: Reading): AsyncGenerator<Item> {
  for await (const entry of entriesOf(source, survey)) {
    if (!('event' in entry)) {
      report.failed.push(entry);
      continue;
    }
    const occurrences = occurrencesOf(entry, survey, window);
    if (entry.event.isRecurring()) report.found += occurrences.length - 1;
    for (const occurrence of occurrences) yield { occurrence, ...eventBody(occurrence, survey.zone) };
  }
}

async function* chunksOf<Each>(all: AsyncIterable<Each>, most: number): AsyncGenerator<Each[]> {
  let chunk: Each[] = [];
  for await (const each of all) {
    chunk.push(each);
    if (chunk.length < most) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** The events that earlier runs made, by their UID. */
const lookUp = async (site: SiteClient, items: readonly Item[]): Promise<Map<string, Known>> => {
  const query = new URLSearchParams({ per_page: String(LOOKUP), status: STATUSES });
  for (const { body } of items) query.append('import_uid[]', body.import_uid);
  const page = await site.request<{ events: EventAnswer[] }>('GET', `${EVENTS}?${query}`);
  return new Map(page.events.map((event) => [event.import_uid, event]));
};

type Item = Translated & { readonly occurrence: Occurrence };

class Importer {
  readonly #site: SiteClient;
  readonly #report: ImportReport;
  readonly #course: Course;
  readonly #venues = new References();
  readonly #organizers = new References();

  constructor(site: SiteClient, report: ImportReport, course: Course) {
    this.#site = site;
    this.#report = report;
    this.#course = course;
  }

  /** Sends new events as one batch; answers which the site has made. The others say one by one why not. */
  async bringTogether(
    batches: Batches,
    items: readonly Item[],
    course: { readonly done: number; readonly total: number },
  ): Promise<ReadonlySet<Item>> {
    if (items.length === 0 || !(await batches.send(items, course))) return new Set();
    const known = await lookUp(this.#site, items);
    const made = items.filter((item) => known.has(item.body.import_uid));
    for (const item of made) {
      this.#drop(item);
      this.#count(item, 'created');
      this.#course.succeeded();
    }
    return new Set(made);
  }

  #drop({ dropped, occurrence: { line } }: Item): void {
    for (const what of dropped) this.#report.dropped.push({ line, what });
  }

  /** Brings one entry to the site and counts what became of it. */
  async bring(item: Item, known: Known | undefined): Promise<void> {
    const { line } = item.occurrence;
    this.#drop(item);
    try {
      if (item.cancelled) await this.#cancel(known);
      else if (known?.status === 'trash') throw new Error('the site has it in the trash; restore it there first');
      else await this.#send(item, known);
      this.#course.succeeded();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.#report.failed.push({ line, reason: error.message });
      this.#course.failed(error.message);
    }
  }

  async #cancel(known: Known | undefined): Promise<void> {
    if (known !== undefined && known.status !== 'trash') await this.#site.request('DELETE', `${EVENTS}/${known.id}`);
    this.#report.cancelled++;
  }

  async #send(item: Item, known: Known | undefined): Promise<void> {
    const venue = item.venue === undefined ? undefined : await this.#venues.claim(item.venue);
    const organizer = item.organizer && (await this.#organizers.claim(item.organizer.organizer));
    let answer: EventAnswer | undefined;
    try {
      answer = await this.#site.request<EventAnswer>('POST', known === undefined ? EVENTS : `${EVENTS}/${known.id}`, {
        ...item.body,
        venue: item.venue === undefined ? [] : (venue ?? { venue: item.venue }),
        organizer: item.organizer === undefined ? [] : [organizer ?? item.organizer],
      });
    } finally {
      if (item.venue !== undefined) this.#venues.settle(item.venue, answer && [answer.venue].flat()[0]?.id);
      if (item.organizer !== undefined) this.#organizers.settle(item.organizer.organizer, answer?.organizer[0]?.id);
    }
    if (known === undefined) this.#count(item, 'created');
    else this.#count(item, known.modified === answer.modified ? 'unchanged' : 'updated');
  }

  #count(item: Item, what: 'created' | 'updated' | 'unchanged'): void {
    this.#report[what]++;
    const start = item.body.start_date;
    if (this.#report.first === undefined || start < this.#report.first) this.#report.first = start;
    if (this.#report.last === undefined || start > this.#report.last) this.#report.last = start;
  }
}
