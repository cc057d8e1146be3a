import { takeVisits, VISITS_PER_BATCH, type VisitBatch, type VisitRecord } from '@almanac/contracts';
import { askInternal, type FetchInternal, type Log } from '@almanac/service';

export interface VisitLogOptions {
  readonly fetchInternal: FetchInternal;
  readonly newId: () => string;
  readonly log: Pick<Log, 'warn'>;
}

/** Milliseconds between two batches: a killed gateway loses the visits since the last batch. */
const SEND_INTERVAL_MS = 500;
/** Maximum number and maximum bytes of queued records: beyond either limit the oldest are dropped. */
const MAX_RECORDS = 5_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Maximum bytes of the records in one batch: half the limit of a service. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** Maximum number of values in the records of one batch, which leaves room for its counts within a service's limit. */
const BATCH_VALUES = 20_000;

interface Waiting {
  readonly record: VisitRecord;
  readonly bytes: number;
}

const valuesOf = (record: VisitRecord): number =>
  Object.keys(record).length + Object.keys(record.headers ?? {}).length + 1;

interface Count {
  hits: number;
  last: string;
}

/**
 * Queues hits and visits until the redirection service has received them (docs/interface/redirects.md §6).
 * It sends one batch at a time. A failed batch is retried unchanged, so that it counts once.
 */
export class VisitLog {
  readonly #options: VisitLogOptions;
  #counts = new Map<number, Count>();
  #records: Waiting[] = [];
  #bytes = 0;
  #lost = 0;
  #batch: VisitBatch | undefined;
  #sending: Promise<boolean> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failed = false;

  constructor(options: VisitLogOptions) {
    this.#options = options;
  }

  /** Counts a hit of a rule. */
  count(rule: number, at: string): void {
    const count = this.#counts.get(rule);
    if (count === undefined) this.#counts.set(rule, { hits: 1, last: at });
    else {
      count.hits++;
      count.last = at;
    }
    this.#sendSoon();
  }

  record(record: VisitRecord): void {
    const bytes = bytesOf(record);
    this.#records.push({ record, bytes });
    this.#bytes += bytes;
    if (this.#records.length > MAX_RECORDS || this.#bytes > MAX_BYTES) this.#throwAway();
    if (this.#records.length >= VISITS_PER_BATCH && this.#batch === undefined) void this.#send();
    else this.#sendSoon();
  }

  /** Sends the queue once more and stops. */
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

  /** Drops a tenth of the records, the oldest first, so that the limit is not reached again at once. */
  #throwAway(): void {
    const gone = this.#records.splice(0, Math.ceil(this.#records.length / 10));
    for (const { bytes } of gone) this.#bytes -= bytes;
    this.#lost += gone.length;
  }

  #sendSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#send();
    }, SEND_INTERVAL_MS).unref();
  }

  /** Sends the next batch. True if the service received it, or nothing was queued. */
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
    const records = this.#takeRecords();
    const lost = this.#lost;
    this.#lost = 0;
    return { batch: this.#options.newId(), counts, records, lost };
  }

  #takeRecords(): VisitRecord[] {
    let [taken, size, values] = [0, 0, 0];
    for (const { record, bytes } of this.#records) {
      values += valuesOf(record);
      const isFull = size + bytes > BATCH_BYTES || values > BATCH_VALUES;
      if (taken === VISITS_PER_BATCH || (taken > 0 && isFull)) break;
      taken++;
      size += bytes;
    }
    this.#bytes -= size;
    return this.#records.splice(0, taken).map(({ record }) => record);
  }

  async #post(batch: VisitBatch): Promise<boolean> {
    const { fetchInternal, log } = this.#options;
    try {
      const { refused } = await askInternal(fetchInternal, takeVisits, { send: batch });
      // a batch that is refused now would be refused again: no retry
      if (refused !== undefined) {
        log.warn({ err: refused, records: batch.records.length }, 'visits of redirects were refused and dropped');
      }
      this.#failed = false;
      return true;
    } catch (error) {
      if (!this.#failed)
        log.warn({ err: error }, 'visits of redirects cannot be delivered yet; keeping them for a retry');
      this.#failed = true;
      return false;
    }
  }
}

/** Returns an upper bound of the record's size as JSON, in bytes: each character may take six bytes. */
const bytesOf = ({ url, target, agent, referrer, domain, headers = {} }: VisitRecord): number => {
  let characters = url.length + target.length + (agent?.length ?? 0) + (referrer?.length ?? 0) + domain.length;
  let texts = 5;
  for (const name in headers) {
    characters += name.length + (headers[name]?.length ?? 0);
    texts += 2;
  }
  return 300 + 6 * (characters + texts);
};
