import { credentialsChanged, userDeleted } from '@almanac/contracts';
import { type Principal, userId } from '@almanac/identity';
import { EventStream } from '@almanac/rest';
import type { ServicePorts } from '@almanac/service';
import type { Packages } from '../../misc.ts';
import type { Feed } from './feed.ts';
import { type FeedPlace, isBefore } from './feedEvent.ts';
import type { PlacedEvent } from './feedStore.ts';
import { FeedTail } from './feedTail.ts';

/** Subscription of a client to a stream of events. */
export interface Listening {
  readonly from: FeedPlace;
  /** End of the feed when the stream began. */
  readonly begun: FeedPlace;
  /** Wanted types; empty for all. */
  readonly wanted: ReadonlySet<string>;
  /** Maximum number of events sent. */
  readonly limit: number;
  readonly principal: Principal;
}

/** Maximum number of open streams of a process. */
const MAX_OPEN_STREAMS = 100;
const MAX_BUFFERED_BYTES = 1_048_576;
/** Polling interval for events added by other processes, in milliseconds. */
const LOOKS_EVERY = 250;
const ASKS_EVERY = 1_000;
/** Number of events below which a stream reads more blocks of old events at a time. */
const SMALL = 100;
const MAX_BLOCKS = 16;
const RETRY = 2_000;
/** Maximum duration of a stream in milliseconds; then the client must authenticate again. */
const MAX_STREAM_MS = 3_600_000;

export interface FeedStreamsOptions extends Pick<ServicePorts, 'log'> {
  readonly feed: Feed;
  readonly packages: Packages;
}

/** The event streams of this process. Each has its own position in the feed, so none waits for another. */
export class FeedStreams {
  readonly #options: FeedStreamsOptions;
  readonly #tail: FeedTail;
  readonly #open = new Set<EventStream>();
  #woken = Promise.withResolvers<void>();
  #timers: readonly NodeJS.Timeout[] = [];

  constructor(options: FeedStreamsOptions) {
    this.#options = options;
    this.#tail = new FeedTail(options.feed.store);
    options.feed.onAdded(() => this.#wake());
  }

  /** Opens a stream; undefined if the process has reached its limit of streams. */
  open(listening: Listening): EventStream | undefined {
    if (this.#open.size >= MAX_OPEN_STREAMS) return undefined;
    const stream = new EventStream({ mostWaiting: MAX_BUFFERED_BYTES, retry: RETRY });
    if (this.#open.size === 0) this.#start(listening.begun);
    this.#open.add(stream);
    const ending = setTimeout(() => stream.finish(), MAX_STREAM_MS).unref();
    stream.once('close', () => {
      clearTimeout(ending);
      this.#open.delete(stream);
      if (this.#open.size === 0) this.stop();
      this.#wake();
    });
    this.#tell(stream, listening).catch((err: unknown) => {
      this.#options.log.warn({ err }, 'an event stream was closed: the feed cannot be read');
      stream.destroy();
    });
    return stream;
  }

  /** Ends all streams; their clients reconnect. */
  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    for (const stream of this.#open) stream.finish();
  }

  #start(end: FeedPlace): void {
    this.#tail.beginAt(end);
    const { packages, log } = this.#options;
    const ask = async (): Promise<void> => {
      if (!(await packages.isActive('event-stream'))) for (const stream of this.#open) stream.finish();
    };
    this.#timers = [
      setInterval(() => this.#wake(), LOOKS_EVERY).unref(),
      setInterval(
        () => ask().catch((err: unknown) => log.warn({ err }, 'the permissions of event streams could not be checked')),
        ASKS_EVERY,
      ).unref(),
    ];
  }

  #wake(): void {
    this.#woken.resolve();
    this.#woken = Promise.withResolvers();
  }

  /** Sends old events as fast as the client reads them, then new ones at once. It disconnects a slow client. */
  async #tell(stream: EventStream, listening: Listening): Promise<void> {
    let [place, left, isLive, blocks] = [listening.from, listening.limit, false, 1];
    while (!stream.destroyed && !stream.readableEnded) {
      const { promise: woken } = this.#woken;
      const page = await this.#options.feed.withPermalinks(await this.#tail.after(place, blocks));
      blocks = page.length < SMALL ? Math.min(2 * blocks, MAX_BLOCKS) : 1;
      for (const found of page) {
        if (!isLive) await stream.room();
        if (!this.#tellOne(stream, found, listening)) return;
        if (isWanted(found, listening) && --left === 0) return stream.finish();
        place = found.place;
      }
      if (page.length > 0) continue;
      isLive = true;
      await woken;
    }
  }

  /** Sends an event if it is wanted; false if the stream has ended. */
  #tellOne(stream: EventStream, found: PlacedEvent, listening: Listening): boolean {
    if (endsFor(found, listening)) stream.finish();
    const { id, type } = found.event;
    return isWanted(found, listening) ? stream.tell({ id, event: type, data: found.event }) : !stream.destroyed;
  }
}

const isWanted = ({ event }: PlacedEvent, { wanted }: Listening): boolean =>
  wanted.size === 0 || wanted.has(event.type);

/** True if the event invalidates the listener's credentials or rights after the stream began. */
const endsFor = ({ place, kept }: PlacedEvent, { begun, principal }: Listening): boolean => {
  if (!isBefore(place, begun)) return false;
  if (credentialsChanged.is(kept)) return kept.data.userId === userId(principal);
  return userDeleted.is(kept) && kept.data.id === userId(principal);
};
