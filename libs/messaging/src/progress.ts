import type { ServiceName } from '@almanac/contracts';
import type { Entries } from '@almanac/documents';
import { type EventPosition, isAfter, type KeyedEventPosition } from './bus.ts';
import { checkpointId, type LogPosition, readCheckpoint } from './checkpoint.ts';
import type { Time } from './time.ts';

export interface ProgressOptions {
  readonly subscription: string;
  readonly entries: Entries;
  readonly time: Time;
  /** Called if a request waits for an event of a source. */
  readonly onWait?: (source: ServiceName) => void;
  /** Returns the partition of a key's events in its source; absent if sources have no partitions. */
  readonly partitionOf?: (key: string) => number;
}

/** Milliseconds between two reads of another instance's progress. */
const POLL_MS = 25;

/** The progress of a subscription, in this instance or, by its saved checkpoints, in another. */
export class Progress {
  readonly #options: ProgressOptions;
  readonly #logPositions = new Map<string, LogPosition>();
  readonly #waiting = new Set<AbortController>();

  constructor(options: ProgressOptions) {
    this.#options = options;
  }

  /** Records a step of a reader in this process. */
  move(source: ServiceName, logPosition: LogPosition, partition?: number): void {
    this.#logPositions.set(checkpointId(this.#options.subscription, source, partition), logPosition);
    for (const waiting of this.#waiting) waiting.abort('moved');
  }

  /** Returns the furthest known position. */
  logPosition(source: ServiceName): Promise<LogPosition> {
    return this.#furthest(checkpointId(this.#options.subscription, source));
  }

  /** Resolves to true if the event is handled within `timeout` ms. Its position must be of the log's current epoch. */
  async reached(source: ServiceName, eventPosition: KeyedEventPosition, timeout: number): Promise<boolean> {
    const { subscription, time, partitionOf, onWait } = this.#options;
    const id = checkpointId(subscription, source, partitionOf?.(eventPosition.key));
    const until = time.now() + timeout;
    for (;;) {
      const here = this.#logPositions.get(id);
      if (here !== undefined && covers(here, eventPosition)) return true;
      onWait?.(source);
      if (covers(await this.#furthest(id), eventPosition)) return true;
      const left = until - time.now();
      if (left <= 0) return false;
      await this.#change(Math.min(left, POLL_MS));
    }
  }

  async #furthest(id: string): Promise<LogPosition> {
    const kept = await readCheckpoint(this.#options.entries, id);
    const here = this.#logPositions.get(id);
    return here !== undefined && isAfter(here, kept) ? here : kept;
  }

  async #change(ms: number): Promise<void> {
    const moved = new AbortController();
    this.#waiting.add(moved);
    await this.#options.time.sleep(ms, moved.signal);
    this.#waiting.delete(moved);
  }
}

const covers = (logPosition: EventPosition, eventPosition: EventPosition): boolean =>
  logPosition.position === eventPosition.position
    ? logPosition.n >= eventPosition.n
    : logPosition.position > eventPosition.position;
