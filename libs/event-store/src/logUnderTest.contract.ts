import { randomUUID } from 'node:crypto';
import type { Commit, EventStore, NewCommit, NewEvent } from './index.ts';

/** An empty log with two stores on it: of two processes if the adapter allows it, else twice the same. */
interface LogUnderTest {
  readonly stores: readonly [EventStore, EventStore];
  close(): Promise<void>;
}

export interface Stores {
  readonly store: EventStore;
  readonly other: EventStore;
}

interface MakeLogOptions {
  /** Maximum bytes that its stores read at once. */
  readonly pageSize?: number;
}

export type MakeLog = (options?: MakeLogOptions) => Promise<LogUnderTest>;

/** Creates a new log for each test. */
export const twoStores = (makeLog: MakeLog): Stores => {
  let log: LogUnderTest;
  beforeEach(async () => {
    log = await makeLog();
  });
  afterEach(() => log.close());
  return {
    get store() {
      return log.stores[0];
    },
    get other() {
      return log.stores[1];
    },
  };
};

export const newCommit = (events: readonly NewEvent[], once: readonly string[] = []): NewCommit => ({
  events,
  once,
  meta: {
    id: randomUUID(),
    at: '2026-01-01T00:00:00.000Z',
    principal: 'user:1',
    language: 'en',
    correlation: 'correlation',
    causation: 'causation',
  },
});

export const takes = (stream: string, version: number, data: object = {}): NewEvent => ({
  stream,
  version,
  type: 'Taken',
  data,
});

export const wholeLog = async (store: EventStore): Promise<Commit[]> => {
  const commits: Commit[] = [];
  for (;;) {
    const more = await store.readLog(commits.length, 97);
    if (more.length === 0) return commits;
    commits.push(...more);
  }
};

export const keyFaultsOf = async (store: EventStore): Promise<string[]> => {
  const faults: string[] = [];
  for await (const fault of store.keyFaults()) faults.push(fault);
  return faults;
};

/** Expects dense positions from 1, contiguous versions in each stream, and unique keys. */
export const expectConsistentLog = (commits: readonly Commit[]): void => {
  expect(commits.map((commit) => commit.position)).toEqual(commits.map((_, index) => index + 1));
  const versions = new Map<string, number>();
  for (const event of commits.flatMap((commit) => commit.events)) {
    expect(event.version).toBe((versions.get(event.stream) ?? 0) + 1);
    versions.set(event.stream, event.version);
  }
  const keys = commits.flatMap((commit) => commit.keys);
  expect(new Set(keys).size).toBe(keys.length);
};

/** Returns the outcome of each append: its position or its error's code. */
export const outcomes = async (appends: readonly Promise<{ position: number }>[]): Promise<(number | string)[]> =>
  (await Promise.allSettled(appends)).map((settled) =>
    settled.status === 'fulfilled' ? settled.value.position : (settled.reason as { code: string }).code,
  );
