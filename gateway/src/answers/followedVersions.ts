import { type ChangesBeat, followChanges } from '@almanac/contracts';
import { systemTime, type Time } from '@almanac/messaging';
import type { CountedSource, SourceVersion } from '@almanac/rest';

/** Milliseconds after which the versions of a beat are no longer used. */
const FRESH_MS = 250;
/** Milliseconds without a beat after which a stream counts as broken. */
const SILENCE_MS = 2_000;
/** Milliseconds after a broken stream until the next one. */
const RETRY_MS = 500;

export interface FollowedVersionsOptions {
  /** Opens the service's stream of beats; see `followChanges`. */
  readonly open: (signal: AbortSignal) => AsyncIterable<unknown>;
  /** Returns milliseconds of a clock that is never set; default `performance.now`. */
  readonly elapsed?: () => number;
  readonly time?: Pick<Time, 'sleep'>;
}

/**
 * The versions of one service's sources, from its stream of beats (docs/adr/0087). They are known while the newest
 * beat is fresh. Its age is measured from the request of the stream, so it includes all delays of the network and no
 * clock of another machine. A broken stream ends all sources that were noted before: the service may have been restored
 * from a backup meanwhile, and count its changes from an earlier number.
 */
export class FollowedVersions {
  readonly #options: Required<FollowedVersionsOptions>;
  readonly #stopping = new AbortController();
  #sources = new Map<string, CountedSource>();
  #versions = new Map<string, SourceVersion>();
  /** Sources that are being changed. */
  #open = new Set<string>();
  /** The time at which the service had read the versions, at the earliest. */
  #readAt = Number.NEGATIVE_INFINITY;
  /** Beats that were read before this time do not count. */
  #notBefore = Number.NEGATIVE_INFINITY;
  #following: Promise<void> | undefined;

  constructor(options: FollowedVersionsOptions) {
    this.#options = { elapsed: () => performance.now(), time: systemTime, ...options };
  }

  start(): void {
    this.#following = this.#follow();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#following;
  }

  /** Returns a source of answers of the service; its version is unknown while no beat is fresh. */
  source(name: string): CountedSource {
    const known = this.#sources.get(name);
    if (known !== undefined) return known;
    const sources = this.#sources;
    const source = { version: () => (sources === this.#sources ? this.#current(name) : undefined) };
    sources.set(name, source);
    return source;
  }

  /** Raises the number of changes of a source, which the service has reported with an answer. */
  raise(name: string, count: number): void {
    const known = this.#versions.get(name);
    if (typeof known === 'number' && count > known) this.#versions.set(name, count);
  }

  /** Takes the versions as unknown until the next beat: a write may have changed any of them. */
  doubt(): void {
    this.#notBefore = this.#options.elapsed();
  }

  #current(name: string): SourceVersion | undefined {
    const isFresh = this.#readAt >= this.#notBefore && this.#options.elapsed() - this.#readAt <= FRESH_MS;
    return isFresh && !this.#open.has(name) ? this.#versions.get(name) : undefined;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const isWhole = await this.#readStream(signal).catch(() => false);
      if (isWhole) continue;
      this.#forget();
      await this.#options.time.sleep(RETRY_MS, signal);
    }
  }

  /** Reads a stream to its end; false if it had no beat. */
  async #readStream(stopping: AbortSignal): Promise<boolean> {
    const { open, elapsed } = this.#options;
    const silence = new AbortController();
    const isSilent = setTimeout(() => silence.abort(), SILENCE_MS).unref();
    try {
      const begun = elapsed();
      let beats = 0;
      for await (const data of open(AbortSignal.any([stopping, silence.signal]))) {
        isSilent.refresh();
        this.#take(followChanges.parseAnswer(data), begun);
        beats += 1;
      }
      return beats > 0;
    } finally {
      clearTimeout(isSilent);
    }
  }

  #take({ elapsed, versions }: ChangesBeat, begun: number): void {
    for (const [name, version] of Object.entries(versions)) {
      if (version === null) {
        this.#open.add(name);
        continue;
      }
      this.#open.delete(name);
      if (typeof version === 'number' && this.#versions.has(name)) this.raise(name, version);
      else this.#versions.set(name, version);
    }
    this.#readAt = Math.max(this.#readAt, begun + elapsed);
  }

  #forget(): void {
    this.#sources = new Map();
    this.#versions = new Map();
    this.#open = new Set();
    this.#readAt = Number.NEGATIVE_INFINITY;
  }
}
