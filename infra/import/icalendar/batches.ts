import { RefusedError, type SiteClient, UnreachableError } from '../siteClient.ts';
import type { Translated } from './eventBody.ts';

const IMPORT = '/cal/event-import/v1/import';

interface Course {
  /** How many entries are done, of how many. */
  readonly done: number;
  readonly total: number;
}

const percentage = ({ done, total }: Course): number => Math.min(100, Math.floor((100 * done) / Math.max(total, 1)));

const itemOf = ({ body: { website, ...body }, venue, organizer }: Translated) => ({
  ...body,
  ...(website !== undefined && { url: website }),
  ...(venue !== undefined && { venue: { venue } }),
  ...(organizer !== undefined && { organizer }),
});

/** Sends new events of a large calendar in batches, into an import of its own (docs/interface/calendar-imports.md). */
export class Batches {
  readonly #site: SiteClient;
  readonly #id: string;
  /** Under which the next batch is sent; undefined once one was refused. */
  #hash: string | undefined;
  #sent = 0;

  private constructor(site: SiteClient, id: string, hash: string) {
    this.#site = site;
    this.#id = id;
    this.#hash = hash;
  }

  /** Begins an import; undefined where the account may not. */
  static async begin(site: SiteClient): Promise<Batches | undefined> {
    try {
      const begun = await site.request<{ import_id: string; batch_hash: string }>('POST', IMPORT, { origin: 'file' });
      return new Batches(site, begun.import_id, begun.batch_hash);
    } catch (error) {
      if (error instanceof RefusedError && [401, 403].includes(error.status)) return undefined;
      throw error;
    }
  }

  /** Sends a batch; answers whether the site took it. What it made of each item is to be looked up. */
  async send(items: readonly Translated[], course: Course): Promise<boolean> {
    if (this.#hash === undefined) return false;
    const done = this.#sent;
    const body = {
      batch_hash: this.#hash,
      percentage_complete: percentage(course),
      // how many there will be is not known: the state ends it
      status: { data: course, batch: { total: done + 2, done } },
      events: items.map(itemOf),
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

  /** Ends the import; one whose batch was refused goes on waiting. @param stopped why, where it is not at its end */
  async end(course: Course, stopped: string | undefined): Promise<void> {
    if (this.#hash === undefined) return;
    const ended = this.#site.request('POST', `${IMPORT}/${this.#id}/state`, {
      batch_hash: this.#hash,
      status: stopped === undefined ? 'success' : 'failed',
      message: stopped ?? 'The whole file was read.',
      message_slug: stopped === undefined ? 'file-read' : 'stopped',
      percentage_complete: percentage(course),
    });
    // where the site is what stopped it, that is said already
    await (stopped === undefined ? ended : ended.catch(() => undefined));
  }
}
