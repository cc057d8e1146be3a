import { credentialsChanged, userDeleted } from '@almanac/contracts';
import { type Principal, userId } from '@almanac/identity';
import { EventStream } from '@almanac/rest';
import type { ServicePorts } from '@almanac/service';
import type { Packages } from '../../misc.ts';
import type { Feed } from './feed.ts';
import { type FeedPlace, isBehind } from './feedEvent.ts';
import type { PlacedEvent } from './feedStore.ts';
import { FeedTail } from './feedTail.ts';

/** What a client listens to. */
export interface Listening {
  readonly from: FeedPlace;
  /** Where the feed ended when it began. */
  readonly begun: FeedPlace;
  /** Types; empty for all. */
  readonly wanted: ReadonlySet<string>;
  /** How many events it takes. */
  readonly limit: number;
  readonly principal: Principal;
}

/** Streams of a process at a time. */
const MOST = 100;
const MOST_UNREAD = 1_048_576;
/** What another process has added is seen after this time at the latest, ms. */
const LOOKS_EVERY = 250;
const ASKS_EVERY = 1_000;
/** Each stream reads what is old for itself: one block at a time, more as long as they hold less than this many events. */
const SMALL = 100;
const MOST_BLOCKS = 16;
const RETRY = 2_000;
/** Who goes on listening is asked for credentials again, ms. */
const LONGEST = 3_600_000;

export interface FeedStreamsOptions extends Pick<ServicePorts, 'log'> {
  readonly feed: Feed;
  readonly packages: Packages;
}

/** The streams of events of this process. Each has a place of its own in the feed, so none waits for another. */
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

  /** Undefined where there are as many streams as a process has. */
  open(listening: Listening): EventStream | undefined {
    if (this.#open.size >= MOST) return undefined;
    const stream = new EventStream({ mostWaiting: MOST_UNREAD, retry: RETRY });
    if (this.#open.size === 0) this.#start(listening.begun);
    this.#open.add(stream);
    const ending = setTimeout(() => stream.finish(), LONGEST).unref();
    stream.once('close', () => {
      clearTimeout(ending);
      this.#open.delete(stream);
      if (this.#open.size === 0) this.stop();
      this.#wake();
    });
    this.#tell(stream, listening).catch((err: unknown) => {
      this.#options.log.warn({ err }, 'a stream of events ends: the feed cannot be read');
      stream.destroy();
    });
    return stream;
  }

  /** Ends all of them; their clients come again. */
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
      setInterval(() => ask().catch((err: unknown) => log.warn({ err }, 'streams go on unasked')), ASKS_EVERY).unref(),
    ];
  }

  #wake(): void {
    this.#woken.resolve();
    this.#woken = Promise.withResolvers();
  }

  /** What was there before is told as its client takes it; from then on at once, and who is too slow is cut. */
  async #tell(stream: EventStream, listening: Listening): Promise<void> {
    let [place, left, isLive, blocks] = [listening.from, listening.limit, false, 1];
    while (!stream.destroyed && !stream.readableEnded) {
      const { promise: woken } = this.#woken;
      const page = await this.#tail.after(place, blocks);
      blocks = page.length < SMALL ? Math.min(2 * blocks, MOST_BLOCKS) : 1;
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

  /** False where the stream is over. */
  #tellOne(stream: EventStream, found: PlacedEvent, listening: Listening): boolean {
    if (endsFor(found, listening)) stream.finish();
    const { id, type } = found.event;
    return isWanted(found, listening) ? stream.tell({ id, event: type, data: found.event }) : !stream.destroyed;
  }
}

const isWanted = ({ event }: PlacedEvent, { wanted }: Listening): boolean =>
  wanted.size === 0 || wanted.has(event.type);

/** Whether what is known of who listens is void: credentials or rights have changed since. */
const endsFor = ({ place, kept }: PlacedEvent, { begun, principal }: Listening): boolean => {
  if (!isBehind(place, begun)) return false;
  if (credentialsChanged.is(kept)) return kept.data.userId === userId(principal);
  return userDeleted.is(kept) && kept.data.id === userId(principal);
};
