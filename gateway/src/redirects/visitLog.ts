import { REDIRECT_VISITS, VISITS_PER_BATCH, type VisitBatch, type VisitRecord } from '@almanac/contracts';
import type { FetchInternal, Log } from '@almanac/service';

export interface VisitLogOptions {
  readonly fetchInternal: FetchInternal;
  readonly newId: () => string;
  readonly log: Pick<Log, 'warn'>;
}

/** Milliseconds between two batches: a gateway that is killed loses what happened since. */
const EVERY = 500;
/** The most records that wait: beyond them the oldest are thrown away. */
const MOST_RECORDS = 5_000;
/** The most characters of the headers of all records that wait; records beyond them go without. */
const MOST_HEADERS = 8_000_000;

interface Count {
  hits: number;
  last: string;
}

/**
 * What rules have done at this gateway, until the redirection service has it (docs/interface/redirects.md §6). It sends
 * batches one after another; one that was not taken is sent again as it is, so that it counts once.
 */
export class VisitLog {
  readonly #options: VisitLogOptions;
  #counts = new Map<number, Count>();
  #records: VisitRecord[] = [];
  #headers = 0;
  #lost = 0;
  #batch: VisitBatch | undefined;
  #sending: Promise<boolean> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failed = false;

  constructor(options: VisitLogOptions) {
    this.#options = options;
  }

  /** Counts a visit of a rule. */
  count(rule: number, at: string): void {
    const count = this.#counts.get(rule);
    if (count === undefined) this.#counts.set(rule, { hits: 1, last: at });
    else {
      count.hits++;
      count.last = at;
    }
    this.#sendSoon();
  }

  record(given: VisitRecord): void {
    this.#records.push(this.#withRoom(given));
    if (this.#records.length > MOST_RECORDS) {
      this.#headers -= headersSize(this.#records.shift());
      this.#lost++;
    }
    if (this.#records.length >= VISITS_PER_BATCH && this.#batch === undefined) void this.#send();
    else this.#sendSoon();
  }

  /** Sends what is left, once. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#sending;
    while ((await this.#send()) && !this.#isEmpty);
    clearTimeout(this.#timer);
  }

  get #isEmpty(): boolean {
    return this.#batch === undefined && this.#counts.size === 0 && this.#records.length === 0 && this.#lost === 0;
  }

  #withRoom(given: VisitRecord): VisitRecord {
    const size = headersSize(given);
    if (this.#headers + size > MOST_HEADERS) {
      const { headers: _headers, ...record } = given;
      return record;
    }
    this.#headers += size;
    return given;
  }

  #sendSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#send();
    }, EVERY).unref();
  }

  /** Whether everything that was to be sent was taken. */
  #send(): Promise<boolean> {
    this.#sending ??= this.#sendBatch().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendBatch(): Promise<boolean> {
    this.#batch ??= this.#nextBatch();
    if (this.#batch === undefined) return true;
    const isTaken = await this.#post(this.#batch);
    if (isTaken) this.#batch = undefined;
    if (!this.#isEmpty) this.#sendSoon();
    return isTaken;
  }

  #nextBatch(): VisitBatch | undefined {
    if (this.#isEmpty) return undefined;
    const counts = [...this.#counts].slice(0, VISITS_PER_BATCH).map(([rule, count]) => ({ rule, ...count }));
    for (const { rule } of counts) this.#counts.delete(rule);
    const records = this.#records.splice(0, VISITS_PER_BATCH);
    for (const record of records) this.#headers -= headersSize(record);
    const lost = this.#lost;
    this.#lost = 0;
    return { batch: this.#options.newId(), counts, records, lost };
  }

  async #post(batch: VisitBatch): Promise<boolean> {
    const { fetchInternal, log } = this.#options;
    try {
      const { status } = await fetchInternal('redirection', REDIRECT_VISITS, { body: batch });
      if (status >= 500) throw new Error(`answered ${status}`);
      // what is refused now will be refused again
      if (status >= 400) log.warn({ status, records: batch.records.length }, 'visits of redirects were refused');
      this.#failed = false;
      return true;
    } catch (error) {
      if (!this.#failed) log.warn({ err: error }, 'visits of redirects are not taken; they wait');
      this.#failed = true;
      return false;
    }
  }
}

const headersSize = (record: VisitRecord | undefined): number =>
  record?.headers === undefined ? 0 : JSON.stringify(record.headers).length;
