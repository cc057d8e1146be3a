import type { Entries } from '@almanac/documents';
import { readLease, type SeenLease, type Time } from '@almanac/messaging';

/** Longer than the interval of a holder's heartbeats, shorter than the caller's timeout. */
const WATCHED_MS = 3_500;
const LOOK_MS = 200;

export interface WatchedWork {
  readonly name: string;
  /** True if its holder's heartbeat advanced during the watch. */
  readonly runs: boolean;
}

export interface WorkWatchOptions {
  readonly entries: Entries;
  readonly time: Time;
}

const hasBeaten = (before: SeenLease | undefined, now: SeenLease | undefined): boolean =>
  before !== undefined && before.term === now?.term && before.beat < now.beat && !now.released;

/**
 * Watches leases until each has shown a working holder, or for some seconds. Only heartbeats prove a working holder:
 * the lease of a killed process looks like one of a running process.
 */
export const watchLeases = async (
  { entries, time }: WorkWatchOptions,
  names: readonly string[],
): Promise<WatchedWork[]> => {
  const seen = new Map<string, SeenLease | undefined>();
  const running = new Set<string>();
  const until = time.now() + WATCHED_MS;
  const look = async (name: string): Promise<void> => {
    const now = await readLease(entries, name);
    if (hasBeaten(seen.get(name), now)) running.add(name);
    seen.set(name, now);
  };
  for (;;) {
    await Promise.all(names.filter((name) => !running.has(name)).map(look));
    if (running.size === names.length || time.now() >= until) break;
    await time.sleep(LOOK_MS);
  }
  return names.map((name) => ({ name, runs: running.has(name) }));
};
