import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type EventStore, hasCode } from '@almanac/event-store';

/** What was acknowledged to the writers of a log, and what a reader that followed them has seen. */
export interface WrittenLog {
  readonly acknowledged: ReadonlySet<string>;
  /** Commits whose outcome is unknown to their writers: they are in the log or they are not. */
  readonly open: ReadonlySet<string>;
  /** The ids of the commits in the order of their positions, as they were read while all went on. */
  readonly read: readonly string[];
}

const WRITERS = 4;
const UNTOLD = ['outcome-unknown', 'store-unavailable'];

/** Starts writers, each of streams of its own, and a reader of the log. */
export const startWriters = (store: EventStore) => {
  const [acknowledged, open, read] = [new Set<string>(), new Set<string>(), [] as string[]];
  let stopped = false;
  const write = async (): Promise<void> => {
    while (!stopped) {
      const id = randomUUID();
      const at = new Date().toISOString();
      const meta = { id, at, principal: 'system', language: 'en', correlation: id, causation: id } as const;
      await store.append({ events: [{ stream: `venue-${id}`, version: 1, type: 'Taken', data: {} }], meta }).then(
        () => acknowledged.add(id),
        (error: unknown) => {
          if (!UNTOLD.some((code) => hasCode(error, code))) throw error;
          open.add(id);
        },
      );
    }
  };
  const follow = async (): Promise<void> => {
    while (!stopped) {
      read.push(...(await idsAfter(store, read.length)));
      await pause(20);
    }
  };
  const working = Promise.all([follow(), ...Array.from({ length: WRITERS }, write)]);
  return {
    stop: async (): Promise<WrittenLog> => {
      stopped = true;
      await working;
      return { acknowledged, open, read };
    },
  };
};

/** The commits after a position; none while the store has no primary. */
const idsAfter = (store: EventStore, position: number): Promise<string[]> =>
  store.readLog(position).then(
    (commits) => commits.map(({ meta }) => meta.id),
    (error: unknown) => {
      if (!hasCode(error, 'store-unavailable')) throw error;
      return [];
    },
  );

/**
 * Everything acknowledged is in the log; nothing is there twice, or without a request; and what the reader saw under
 * way is what the log says now, so nothing that was read has been rolled back.
 */
export const expectOnce = async (store: EventStore, { acknowledged, open, read }: WrittenLog): Promise<void> => {
  const log: string[] = [];
  for (let more = await store.readLog(0); more.length > 0; more = await store.readLog(log.length)) {
    log.push(...more.map(({ meta }) => meta.id));
  }
  const logged = new Set(log);
  expect(logged.size).toBe(log.length);
  expect([...acknowledged].filter((id) => !logged.has(id))).toEqual([]);
  expect(log.filter((id) => !acknowledged.has(id) && !open.has(id))).toEqual([]);
  expect(read).toEqual(log.slice(0, read.length));
};
