import type { Metadata } from '@almanac/domain';
import { metadata } from '@almanac/domain/testing';
import type { Commit, EventStore, NewEvent } from '@almanac/event-store';

export interface MemoryLog extends EventStore {
  /** Appends one commit of events of a type, one for each stream named, with data `{ id, text }`. */
  tell(streams: readonly string[], more?: { type?: string; text?: string; meta?: Partial<Metadata> }): Promise<number>;
  /** Drops the commits after a position, as a restored backup would. */
  cut(position: number): void;
}

/** An event store in memory, for specs of what reads logs. */
export const memoryLog = (): MemoryLog => {
  const commits: Commit[] = [];
  const listeners = new Set<() => void>();
  const versions = new Map<string, number>();
  let ids = 0;

  const place = (stream: string, type: string, data: unknown): NewEvent => {
    const version = (versions.get(stream) ?? 0) + 1;
    versions.set(stream, version);
    return { stream, version, type, data };
  };

  const self: MemoryLog = {
    append: async ({ events, meta }) => {
      commits.push({ position: commits.length + 1, keys: [], events, meta });
      for (const listener of listeners) listener();
      return { position: commits.length };
    },
    readStream: async () => [],
    readLog: async (after, limit = 500) => commits.slice(after, after + limit),
    findCommit: async (id) => commits.find((commit) => commit.meta.id === id),
    last: async () => commits.length,
    onAppend: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => undefined,
    tell: async (streams, { type = 'Told', text = '', meta = {} } = {}) => {
      const events = streams.map((stream) => place(stream, type, { id: Number(stream.split('-')[1] ?? 0), text }));
      return (await self.append({ events, meta: metadata({ id: `commit-${++ids}`, ...meta }) })).position;
    },
    cut: (position) => {
      commits.length = position;
    },
  };
  return self;
};
