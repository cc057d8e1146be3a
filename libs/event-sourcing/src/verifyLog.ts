import { type Commit, type EventStore, hasCode } from '@almanac/event-store';
import { LRUCache } from 'lru-cache';

const BATCH_SIZE = 1_000;

/** Maximum number of streams with cached versions; for others the log is read again. */
const MAX_CACHED_STREAMS = 100_000;

/** Returns the faults of a log, in words: a missing position, a version out of order, a key of several commits. */
export const faultsOfLog = async (store: EventStore, remembered = MAX_CACHED_STREAMS): Promise<string[]> => {
  const faults: string[] = [];
  const check = createCheck(store, faults, remembered);
  let position = 0;
  try {
    for (
      let commits = await store.readLog(0, BATCH_SIZE);
      commits.length > 0;
      commits = await store.readLog(position, BATCH_SIZE)
    ) {
      for (const commit of commits) await check(commit);
      position += commits.length;
    }
    for await (const fault of store.keyFaults()) faults.push(fault);
  } catch (error) {
    if (!hasCode(error, 'log-gap') && !hasCode(error, 'log-damaged')) throw error;
    faults.push(error.message);
  }
  return faults;
};

const createCheck = (store: EventStore, faults: string[], remembered: number) => {
  const versions = new LRUCache<string, number>({ max: remembered });

  return async ({ position, events }: Commit): Promise<void> => {
    for (const { stream, version } of events) {
      const known =
        versions.get(stream) ?? (version === 1 ? 0 : await versionBefore(store, { stream, version, position }));
      const expected = known + 1;
      if (version !== expected) faults.push(`${stream}@${version} at position ${position} should be @${expected}`);
      versions.set(stream, version);
    }
  };
};

interface Place {
  readonly stream: string;
  readonly version: number;
  readonly position: number;
}

/** Returns the version of a stream before a position: first tries the expected place, then reads the stream. */
const versionBefore = async (store: EventStore, { stream, version, position }: Place): Promise<number> => {
  for await (const expected of store.readStream(stream, { from: version - 1 })) {
    if (expected.version === version - 1 && expected.position <= position) return version - 1;
    break;
  }
  let last = 0;
  for await (const event of store.readStream(stream)) if (event.position < position) last = event.version;
  return last;
};
