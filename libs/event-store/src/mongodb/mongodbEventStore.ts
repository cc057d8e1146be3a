import { setTimeout as pause } from 'node:timers/promises';
import { type DocumentWrite, pageFrom } from '@almanac/documents';
import { calculateObjectSize } from 'bson';
import type { Db } from 'mongodb';
import { LogGapError, StoreUnavailableError } from '../errors.ts';
import type { Commit, EventStore, NewCommit, StreamEvent, StreamVersion } from '../eventStore.ts';
import { createGroupCommit } from '../groupCommit.ts';
import { type PreparedCommit, prepareCommit } from '../preparedCommit.ts';
import { type StreamPage, streamed } from '../streamPages.ts';
import { keyFaults } from './keyFaults.ts';
import { type AppenderOptions, createLogAppender } from './logAppender.ts';
import { type CommitDocument, WireError } from './logWire.ts';
import { createMongodbLine, type LineCollections, type Ticket, type TicketCounter } from './mongodbLine.ts';
import { answered, createMongodbWire, READ, WRITE } from './mongodbWire.ts';
import { createTurns } from './turns.ts';

export type { AppendTry } from './logAppender.ts';

export interface MongodbEventStoreOptions extends Partial<Pick<AppenderOptions, 'patience' | 'onTry'>> {
  /** Writes the documents of a commit right after it; the projector repairs reported failures. */
  readonly documents?: { write(writes: readonly DocumentWrite[]): Promise<void> };
  readonly onDocumentsMissed?: (error: unknown) => void;
  /** Maximum bytes of a commit, as JSON and as BSON; default 15 MiB. */
  readonly limit?: number;
  /** Bytes read at once; default `PAGE_SIZE`. The server sends at most one batch of 16 MiB beyond it. */
  readonly pageSize?: number;
}

type Appending = PreparedCommit & { readonly documents: readonly DocumentWrite[] };

/**
 * Creates the log in a MongoDB collection that several processes share; `prepareLog` must have created its indexes. The
 * client of the database stays open when the store is closed.
 */
export const createMongodbEventStore = (database: Db, options: MongodbEventStoreOptions = {}): EventStore => {
  const commits = database.collection<CommitDocument>('commits');
  const wire = createMongodbWire(commits);
  const listeners = new Set<() => void>();
  const time = { now: () => performance.now(), pause: (ms: number) => pause(ms) };
  const turns = createTurns(createMongodbLine(lineOf(database)), time);
  const append = createLogAppender(wire, { ...options, ...time, random: Math.random, turns });
  const projecting = new Set<Promise<void>>();
  const page = { sizeOf: (commit: CommitDocument) => calculateObjectSize(commit), pageSize: options.pageSize };
  let closed = false;

  const project = async (items: readonly Appending[]): Promise<void> => {
    const writes = items.flatMap((item) => item.documents);
    if (writes.length === 0 || options.documents === undefined) return;
    try {
      await options.documents.write(writes);
    } catch (error) {
      options.onDocumentsMissed?.(error);
    }
  };

  const group = createGroupCommit<Appending, { position: number }>(async (batch) => {
    const answers = await append(batch.map(({ item }): NewCommit => JSON.parse(item.json)));
    const written = batch.filter((_, index) => typeof answers[index] === 'number');
    const settle = (): void => {
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index];
        if (typeof answer === 'number') resolve({ position: answer });
        else reject(answer);
      }
      if (written.length > 0) for (const listener of listeners) listener();
    };
    // The next batch need not wait for these documents; the callers of their commits do.
    const projected = project(written.map(({ item }) => item)).then(settle, settle);
    projecting.add(projected);
    void projected.then(() => projecting.delete(projected));
  });

  const readLog: EventStore['readLog'] = async (after, limit = 500) => {
    const query = commits
      .find({ _id: { $gt: after } }, READ)
      .sort({ _id: 1 })
      .limit(limit);
    return consecutive((await read(pageFrom(query, page))).rows, after);
  };

  const readStream = async (stream: string, from: number): Promise<StreamPage> => {
    const [start] = from === 1 ? [{ _id: 1 }] : await read(wire.holding([`${stream}@${from}`]));
    if (start === undefined) return { events: [], isFull: false };
    const wanted = { 'events.stream': stream, _id: { $gte: start._id } };
    const { rows, isFull } = await read(pageFrom(commits.find(wanted, READ).sort({ _id: 1 }), page));
    return { events: rows.flatMap((commit) => eventsOf(commit, stream, from)), isFull };
  };

  const last = (): Promise<number> => read(wire.last());

  return {
    append: async (commit, { documents = [] } = {}) => {
      if (closed) throw new StoreUnavailableError();
      return group.add({ ...prepareCommit(commit, options.limit), documents });
    },
    readStream: (stream, { from = 1 } = {}) => streamed(from, (next) => readStream(stream, next)),
    readLog,
    commitAt: async (position) => {
      const found = await read(commits.findOne({ _id: position }, LINEARIZABLE));
      return found === null ? undefined : commitOf(found);
    },
    findCommit: async (id) => {
      const found = await read(commits.findOne({ keys: `once/${id}` }, READ));
      return found === null ? undefined : commitOf(found);
    },
    firstMoved: async (known) => {
      if (known.length === 0) return undefined;
      const nextOf = ({ stream, version }: StreamVersion): string => `${stream}@${version + 1}`;
      const found = new Set((await read(wire.holding(known.map(nextOf)))).flatMap(({ keys }) => keys));
      return known.find((each) => found.has(nextOf(each)))?.stream;
    },
    last,
    keyFaults: async function* () {
      yield* keyFaults(readLog, (keys) => read(wire.holding(keys)), await last());
    },
    onAppend: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    redact: async (redactions) => {
      for (const redaction of redactions) {
        const { position, stream, version, data } = redaction;
        const change = { $set: { 'events.$[event].data': data } };
        const arrayFilters = [{ 'event.stream': stream, 'event.version': version }];
        await read(commits.updateOne({ _id: position }, change, { ...WRITE, arrayFilters }));
      }
    },
    close: async () => {
      closed = true;
      await group.idle();
      await Promise.all([...projecting, turns.leave()]);
    },
  };
};

/**
 * Creates missing indexes of the log; the unique one on `keys` is the only lock (docs/architecture.md §2).
 */
export const prepareLog = async (database: Db): Promise<void> => {
  const commits = database.collection<CommitDocument>('commits');
  await commits.createIndex({ keys: 1 }, { unique: true, name: 'keys' });
  await commits.createIndex({ 'events.stream': 1, _id: 1 }, { name: 'streams' });
};

/** The server first confirms that it is still the primary, and has everything acknowledged before it. */
const LINEARIZABLE = { readConcern: 'linearizable', readPreference: 'primary', maxTimeMS: 4_000 } as const;

const read = async <Value>(answer: Promise<Value>): Promise<Value> => {
  try {
    return await answered(answer);
  } catch (error) {
    throw error instanceof WireError ? new StoreUnavailableError({ cause: error.cause }) : error;
  }
};

const lineOf = (database: Db): LineCollections => ({
  tickets: database.collection<Ticket>('line'),
  given: database.collection<TicketCounter>('line-numbers'),
});

const commitOf = ({ _id, keys, events, meta }: CommitDocument): Commit => ({ position: _id, keys, events, meta });

const consecutive = (documents: readonly CommitDocument[], after: number): Commit[] =>
  documents.map((document, index) => {
    if (document._id !== after + index + 1) throw new LogGapError(after + index + 1, document._id);
    return commitOf(document);
  });

const eventsOf = ({ _id, events, meta }: CommitDocument, stream: string, from: number): StreamEvent[] =>
  events
    .filter((event) => event.stream === stream && event.version >= from)
    .map((event) => ({ ...event, meta, position: _id }));
