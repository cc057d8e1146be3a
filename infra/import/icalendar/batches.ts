import { batchItem, type ConvertedEvent } from '@almanac/dates/icalendar';
import { RefusedError, type SiteClient, UnreachableError } from '../siteClient.ts';

const IMPORT = '/cal/event-import/v1/import';

interface Course {
  /** The number of finished entries, and of all entries. */
  readonly done: number;
  readonly total: number;
}

const percentage = ({ done, total }: Course): number => Math.min(100, Math.floor((100 * done) / Math.max(total, 1)));

/** Sends new events of a large calendar in batches, into an import of its own (docs/interface/calendar-imports.md). */
export class Batches {
  readonly #site: SiteClient;
  readonly #id: string;
  /** The hash for the next batch; undefined after a refused batch. */
  #hash: string | undefined;
  #sent = 0;

  private constructor(site: SiteClient, id: string, hash: string) {
    this.#site = site;
    this.#id = id;
    this.#hash = hash;
  }

  /** Starts an import; undefined if the account is not allowed to. */
  static async begin(site: SiteClient): Promise<Batches | undefined> {
    try {
      const begun = await site.request<{ import_id: string; batch_hash: string }>('POST', IMPORT, { origin: 'file' });
      return new Batches(site, begun.import_id, begun.batch_hash);
    } catch (error) {
      if (error instanceof RefusedError && [401, 403].includes(error.status)) return undefined;
      throw error;
    }
  }

  /** Sends a batch. Returns true if the site accepted it; the caller looks up the result of each item. */
  async send(items: readonly ConvertedEvent[], course: Course): Promise<boolean> {
    if (this.#hash === undefined) return false;
    const done = this.#sent;
    const body = {
      batch_hash: this.#hash,
      percentage_complete: percentage(course),
      // The number of batches is unknown; the final state ends the import.
      status: { data: course, batch: { total: done + 2, done } },
      events: items.map(batchItem),
    };
    this.#hash = undefined;
    try {
      const path = `${IMPORT}/${this.#id}/batch`;
      this.#hash = (await this.#site.request<{ next_batch_hash: string }>('POST', path, body)).next_batch_hash;
    } catch (error) {
      if (!(error instanceof RefusedError || error instanceof UnreachableError)) throw error;
      return false;
    }
    this.#sent += 1;
    return true;
  }

  /**
   * Ends the import. An import with a refused batch stays open.
   * @param stopped the reason of an early end; undefined at the end of the file
   */
  async end(course: Course, stopped: string | undefined): Promise<void> {
    if (this.#hash === undefined) return;
    const ended = this.#site.request('POST', `${IMPORT}/${this.#id}/state`, {
      batch_hash: this.#hash,
      status: stopped === undefined ? 'success' : 'failed',
      message: stopped ?? 'The whole file was read.',
      message_slug: stopped === undefined ? 'file-read' : 'stopped',
      percentage_complete: percentage(course),
    });
    // If the site itself stopped the run, the report already has its error.
    await (stopped === undefined ? ended : ended.catch(() => undefined));
  }
}
