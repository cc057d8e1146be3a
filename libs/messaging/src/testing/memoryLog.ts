import type { Commit, EventStore } from '@almanac/event-store';

export interface MemoryLog extends EventStore {
  /** Drops the commits after a position, as a restored backup would. */
  cut(position: number): void;
}

/** Creates an event store in memory, for specs of log readers; it checks nothing. */
export const memoryLog = (): MemoryLog => {
  const commits: Commit[] = [];
  const listeners = new Set<() => void>();
  return {
    append: async ({ events, meta }) => {
      commits.push({ position: commits.length + 1, keys: [], events, meta });
      for (const listener of listeners) listener();
      return { position: commits.length };
    },
    readStream: async function* () {},
    readLog: async (after, limit = 500) => commits.slice(after, after + limit),
    commitAt: async (position) => commits[position - 1],
    findCommit: async (id) => commits.find((commit) => commit.meta.id === id),
    firstMoved: async () => undefined,
    last: async () => commits.length,
    keyFaults: async function* () {},
    onAppend: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    redact: async () => undefined,
    close: async () => undefined,
    cut: (position) => {
      commits.length = position;
    },
  };
};
