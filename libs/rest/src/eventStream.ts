import { Readable } from 'node:stream';
import type { RestResponse } from './answer.ts';

/** The content type of an answer that goes on: events as they happen (server-sent events). */
export const EVENT_STREAM = 'text/event-stream';

export interface ServerEvent {
  /** From which a client goes on that comes again (`Last-Event-ID`). */
  readonly id?: string;
  /** What kind of event it is; without it `message`. */
  readonly event?: string;
  /** Anything JSON can say. */
  readonly data: unknown;
}

export interface EventStreamOptions {
  /** Milliseconds after which a client comes again whose stream was cut; the client's own choice without it. */
  readonly retry?: number;
  /** Milliseconds after which a silent stream shows that it is alive; default 15,000. */
  readonly keepAlive?: number;
  /** Bytes that wait for a slow client at most; with more the stream is cut, and the client comes again; default 256 KiB. */
  readonly mostWaiting?: number;
}

const ALIVE = ': alive\n\n';
const MOST_WAITING = 256 * 1_024;
const NAME = /^[\w.:/@-]*$/;

const line = (name: string, value: string | undefined): string => {
  if (value === undefined) return '';
  if (!NAME.test(value)) throw new RangeError(`${name} of an event has letters, digits and some signs alone: ${value}`);
  return `${name}: ${value}\n`;
};

/** An event as it is written; JSON has no line ends, so one line bears the data. */
const textOf = ({ id, event, data }: ServerEvent): string =>
  `${line('id', id)}${line('event', event)}data: ${JSON.stringify(data)}\n\n`;

/**
 * What a route answers that tells events as long as its client listens. Its memory is bounded by `mostWaiting`. Listen to
 * `close` to stop telling: the client has left, is too slow, or the process stops.
 */
export class EventStream extends Readable {
  readonly #most: number;
  readonly #beat: NodeJS.Timeout;
  #finished = false;
  /** Resolves once its client takes more. */
  #wanted = Promise.withResolvers<void>();

  constructor({ keepAlive = 15_000, mostWaiting = MOST_WAITING, retry }: EventStreamOptions = {}) {
    super();
    this.#most = mostWaiting;
    // a client that takes nothing gets no more signs of life
    this.#beat = setInterval(() => this.readableLength === 0 && !this.#finished && this.push(ALIVE), keepAlive).unref();
    if (retry !== undefined) this.push(`retry: ${retry}\n\n`);
  }

  /** Tells an event; false where nobody listens any more. */
  tell(event: ServerEvent): boolean {
    if (this.destroyed || this.#finished) return false;
    const text = textOf(event);
    if (this.readableLength + Buffer.byteLength(text) > this.#most) this.destroy();
    else this.push(text);
    return !this.destroyed;
  }

  /** Ends the stream after what was told. */
  finish(): void {
    if (!this.destroyed && !this.#finished) this.push(null);
    this.#finished = true;
  }

  /** Waits while its client has not taken what it was told, for telling more of what is there already. */
  async room(): Promise<void> {
    while (this.readableLength >= this.readableHighWaterMark && !this.destroyed) await this.#wanted.promise;
  }

  /** The answer of the route. */
  response(): RestResponse {
    return {
      body: this,
      contentType: EVENT_STREAM,
      headers: { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
    };
  }

  override _read(): void {
    this.#wanted.resolve();
    this.#wanted = Promise.withResolvers();
  }

  /** That its client has left is no error. */
  override _destroy(_error: Error | null, done: (error?: Error | null) => void): void {
    clearInterval(this.#beat);
    this.#wanted.resolve();
    done(null);
  }
}
