import { type Course, createCourse } from '../course.ts';
import { inFlight } from '../inFlight.ts';
import type { SiteClient } from '../siteClient.ts';
import { eventBody, type Translated } from './eventBody.ts';
import { type Occurrence, occurrencesOf, type Window } from './occurrences.ts';
import { readCalendar } from './readCalendar.ts';
import { References } from './references.ts';

export interface ImportReport {
  readonly found: number;
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
const STATUSES = 'publish,future,draft,pending,private,trash';

/**
 * Loads an iCalendar text through the public interface. Events are named by their UID (`import_uid`), so a second run
 * changes nothing and a changed entry updates its event.
 */
export const importCalendar = async (text: string, site: SiteClient, options: ImportOptions): Promise<ImportReport> => {
  const file = readCalendar(text);
  const occurrences = occurrencesOf(file.entries, options.window);
  const report: ImportReport = {
    found: occurrences.length + file.unreadable.length,
    created: 0,
    updated: 0,
    unchanged: 0,
    cancelled: 0,
    failed: [...file.unreadable],
    dropped: [],
  };
  const items = occurrences.map((occurrence) => ({ occurrence, ...eventBody(occurrence, file.zone) }));
  const known = await lookUp(
    site,
    items.map((item) => item.body.import_uid),
  );
  const course = options.course ?? createCourse();
  const importer = new Importer(site, report, { known, course });
  let done = file.unreadable.length;
  await inFlight(items, { width: options.width, isStopped: () => course.stopped !== undefined }, async (item) => {
    await importer.bring(item);
    options.onProgress(++done, report.found);
  });
  report.failed.sort((a, b) => a.line - b.line);
  return report;
};

/** The events that earlier runs made, by their UID. */
const lookUp = async (site: SiteClient, uids: readonly string[]): Promise<Map<string, Known>> => {
  const known = new Map<string, Known>();
  for (let at = 0; at < uids.length; at += LOOKUP) {
    const query = new URLSearchParams({ per_page: String(LOOKUP), status: STATUSES });
    for (const uid of uids.slice(at, at + LOOKUP)) query.append('import_uid[]', uid);
    const page = await site.request<{ events: EventAnswer[] }>('GET', `${EVENTS}?${query}`);
    for (const event of page.events) known.set(event.import_uid, event);
  }
  return known;
};

type Item = Translated & { readonly occurrence: Occurrence };

class Importer {
  readonly #site: SiteClient;
  readonly #report: ImportReport;
  readonly #known: ReadonlyMap<string, Known>;
  readonly #course: Course;
  readonly #venues = new References();
  readonly #organizers = new References();

  constructor(
    site: SiteClient,
    report: ImportReport,
    { known, course }: { readonly known: ReadonlyMap<string, Known>; readonly course: Course },
  ) {
    this.#site = site;
    this.#report = report;
    this.#known = known;
    this.#course = course;
  }

  /** Brings one entry to the site and counts what became of it. */
  async bring(item: Item): Promise<void> {
    const { line } = item.occurrence;
    for (const what of item.dropped) this.#report.dropped.push({ line, what });
    try {
      const known = this.#known.get(item.body.import_uid);
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
    this.#count(item, known, answer);
  }

  #count(item: Item, known: Known | undefined, answer: EventAnswer): void {
    if (known === undefined) this.#report.created++;
    else if (known.modified === answer.modified) this.#report.unchanged++;
    else this.#report.updated++;
    const start = item.body.start_date;
    if (this.#report.first === undefined || start < this.#report.first) this.#report.first = start;
    if (this.#report.last === undefined || start > this.#report.last) this.#report.last = start;
  }
}
