import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type EventStore, hasCode } from '@almanac/event-store';

/** Commits acknowledged to the writers of a log, and commits read by a reader that followed them. */
export interface WrittenLog {
  readonly acknowledged: ReadonlySet<string>;
  /** Commits with unknown outcome: they may or may not be in the log. */
  readonly open: ReadonlySet<string>;
  /** Commit ids in position order, as read during the test. */
  readonly read: readonly string[];
}

const WRITERS = 4;
const UNTOLD = ['outcome-unknown', 'store-unavailable'];

/** Starts writers, each with streams of its own, and a reader of the log. */
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

/** Returns the ids of the commits after a position; none while the store has no primary. */
const idsAfter = (store: EventStore, position: number): Promise<string[]> =>
  store.readLog(position).then(
    (commits) => commits.map(({ meta }) => meta.id),
    (error: unknown) => {
      if (!hasCode(error, 'store-unavailable')) throw error;
      return [];
    },
  );

/**
 * Expects each acknowledged commit in the log, none twice and none without a request. Expects that the reader saw the
 * same commits, so that no read commit was rolled back.
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
