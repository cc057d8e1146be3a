import { Readable } from 'node:stream';
import type { RestResponse } from './answer.ts';

/** The content type of server-sent events. */
export const EVENT_STREAM = 'text/event-stream';

export interface ServerEvent {
  /** The id from which a reconnecting client resumes (`Last-Event-ID`). */
  readonly id?: string;
  /** The type of the event; default `message`. */
  readonly event?: string;
  /** Any JSON value. */
  readonly data: unknown;
}

export interface EventStreamOptions {
  /** Milliseconds after which a disconnected client reconnects; default: the client's own choice. */
  readonly retry?: number;
  /** Milliseconds after which a silent stream sends a sign of life; default 15,000. */
  readonly keepAlive?: number;
  /**
   * Maximum bytes buffered for a slow client; beyond it the stream is cut, and the client reconnects; default 256 KiB.
   */
  readonly mostWaiting?: number;
}

const KEEP_ALIVE_COMMENT = ': alive\n\n';
const MAX_BUFFERED_BYTES = 256 * 1_024;
const NAME = /^[\w.:/@-]*$/;

const line = (name: string, value: string | undefined): string => {
  if (value === undefined) return '';
  if (!NAME.test(value)) throw new RangeError(`${name} of an event has letters, digits and some signs alone: ${value}`);
  return `${name}: ${value}\n`;
};

/** Formats an event; JSON has no line breaks, so the data fits into one line. */
const textOf = ({ id, event, data }: ServerEvent): string =>
  `${line('id', id)}${line('event', event)}data: ${JSON.stringify(data)}\n\n`;

/**
 * The body of an answer that sends events as long as its client listens; `mostWaiting` limits its memory.
 * Listen to `close` to stop sending: the client has disconnected, is too slow, or the process stops.
 */
export class EventStream extends Readable {
  readonly #most: number;
  readonly #beat: NodeJS.Timeout;
  #finished = false;
  /** Resolves when its client reads more. */
  #wanted = Promise.withResolvers<void>();

  constructor({ keepAlive = 15_000, mostWaiting = MAX_BUFFERED_BYTES, retry }: EventStreamOptions = {}) {
    super();
    this.#most = mostWaiting;
    // a client that reads nothing gets no further signs of life
    this.#beat = setInterval(
      () => this.readableLength === 0 && !this.#finished && this.push(KEEP_ALIVE_COMMENT),
      keepAlive,
    ).unref();
    if (retry !== undefined) this.push(`retry: ${retry}\n\n`);
  }

  /** Sends an event; false if the client no longer listens. */
  tell(event: ServerEvent): boolean {
    if (this.destroyed || this.#finished) return false;
    const text = textOf(event);
    if (this.readableLength + Buffer.byteLength(text) > this.#most) this.destroy();
    else this.push(text);
    return !this.destroyed;
  }

  /** Ends the stream after the events that were sent. */
  finish(): void {
    if (!this.destroyed && !this.#finished) this.push(null);
    this.#finished = true;
  }

  /** Waits while its client lags behind, before stored events are sent. */
  async room(): Promise<void> {
    while (this.readableLength >= this.readableHighWaterMark && !this.destroyed) await this.#wanted.promise;
  }

  /** Returns the answer of the route. */
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

  /** A client that disconnects is no error. */
  override _destroy(_error: Error | null, done: (error?: Error | null) => void): void {
    clearInterval(this.#beat);
    this.#wanted.resolve();
    done(null);
  }
}
