import fc from 'fast-check';
import { hasCode, type NewCommit } from '../index.ts';
import { newCommit, takes } from '../logUnderTest.contract.ts';
import { type CommitOutcome, createLogAppender } from './logAppender.ts';
import { type CommitDocument, type InsertResult, type LogWire, NotSentError, WireError } from './logWire.ts';

/**
 * Outcomes of a call: answered, lost in one of the ways of a network and a replica set, or failed by an error of the
 * driver. A lingering write is applied, and reaches a majority only later, unless another primary is elected before.
 */
const FATES = [
  'answered',
  'never sent',
  'lost before',
  'lost after',
  'applied late',
  'rolled back',
  'lingering',
  'another primary',
  'refused by the driver',
  'fault before',
  'fault after',
] as const;
type Fate = (typeof FATES)[number];

const FAULT = new TypeError('a fault of the driver');

/** A server as in the manual: ordered inserts, unique `_id` and `keys`, majority reads, and losses by election. */
class ModelServer {
  readonly documents: CommitDocument[] = [];
  /** Number of documents that a majority has; an election may lose later ones. */
  durable = 0;
  #late: (readonly CommitDocument[])[] = [];
  readonly #fates: Iterator<Fate>;

  constructor(fates: readonly Fate[]) {
    this.#fates = fates.values();
  }

  get wire(): LogWire {
    return {
      insert: (documents) => this.#call(() => this.#insert(documents), documents),
      holding: (keys) =>
        this.#call(() => this.#majority().filter((document) => keys.some((key) => document.keys.includes(key)))),
      last: () => this.#call(() => this.#majority().at(-1)?._id ?? 0),
    };
  }

  /** Completes every pending write; from here on every call is answered. */
  settle(): void {
    this.#arrive();
    this.durable = this.documents.length;
  }

  async #call<Value>(apply: () => Value, inserted: readonly CommitDocument[] = []): Promise<Value> {
    await Promise.resolve();
    const fate = this.#fate();
    if (fate !== 'applied late' && fate !== 'rolled back') this.#arrive();
    switch (fate) {
      case 'never sent':
        throw new WireError(false);
      case 'lost before':
        throw new WireError(true);
      case 'applied late':
        this.#late.push(inserted);
        throw new WireError(true);
      case 'rolled back':
        apply();
        this.documents.length = this.durable;
        throw new WireError(true);
      case 'lost after':
        apply();
        this.#replicate(inserted);
        throw new WireError(true);
      case 'lingering':
        apply();
        throw new WireError(true);
      case 'another primary':
        this.#elect();
        throw new WireError(true);
      case 'refused by the driver':
        throw inserted.length > 0 ? new NotSentError({ cause: FAULT }) : FAULT;
      case 'fault before':
        throw FAULT;
      case 'fault after':
        apply();
        throw FAULT;
      default: {
        const value = apply();
        this.#replicate(inserted);
        return value;
      }
    }
  }

  /** Returns the next outcome; after the last one a majority has everything. */
  #fate(): Fate {
    const { value, done } = this.#fates.next();
    if (done) this.durable = this.documents.length;
    return done ? 'answered' : value;
  }

  /** Replicates an acknowledged write, and all before it, to a majority; a read changes nothing. */
  #replicate(inserted: readonly CommitDocument[]): void {
    if (inserted.length > 0) this.durable = this.documents.length;
  }

  /** Elects another primary: writes without a majority are lost, and so are pending ones. */
  #elect(): void {
    this.documents.length = this.durable;
    this.#late = [];
  }

  #arrive(): void {
    for (const documents of this.#late.splice(0)) this.#insert(documents);
  }

  #majority(): readonly CommitDocument[] {
    return this.documents.slice(0, this.durable);
  }

  #insert(documents: readonly CommitDocument[]): InsertResult {
    for (const [index, document] of documents.entries()) {
      if (this.#taken(document)) return { refused: index };
      this.documents.push(document);
    }
    return { refused: undefined };
  }

  #taken({ _id, keys }: CommitDocument): boolean {
    return this.documents.some((other) => other._id === _id || other.keys.some((key) => keys.includes(key)));
  }
}

/** Creates an appender whose time passes only in pauses, so that a run ends at once; `jumps` move the clock. */
const appender = (wire: LogWire, jumps: readonly number[] = []) => {
  let time = 0;
  const left = jumps.values();
  const pause = async (ms: number): Promise<void> => {
    time += ms + 1 + (left.next().value ?? 0);
    await Promise.resolve();
  };
  return createLogAppender(wire, { patience: 100, now: () => time, pause, random: () => 0.5 });
};

const STREAMS = ['venue-1', 'venue-2', 'venue-3'];
const commits = fc.array(
  fc.record({ stream: fc.constantFrom(...STREAMS), version: fc.integer({ min: 1, max: 3 }), once: fc.boolean() }),
  { minLength: 1, maxLength: 4 },
);
const build = (wanted: readonly { stream: string; version: number; once: boolean }[]): NewCommit[] =>
  wanted.map(({ stream, version, once }) => newCommit([takes(stream, version)], once ? ['effect/1'] : []));

const expectKept = (
  server: ModelServer,
  batches: readonly NewCommit[][],
  answers: readonly CommitOutcome[][],
): void => {
  expect(server.documents.map((document) => document._id)).toEqual(server.documents.map((_, index) => index + 1));
  const keys = server.documents.flatMap((document) => document.keys);
  expect(new Set(keys).size).toBe(keys.length);
  expect(holesIn(server.documents)).toEqual([]);
  for (const [b, batch] of batches.entries()) {
    for (const [index, commit] of batch.entries()) expectAnswer(server, commit, answers[b]?.[index]);
  }
};

const holesIn = (documents: readonly CommitDocument[]): string[] => {
  const versions = new Map(documents.map(({ events }) => [events[0]?.stream, 0]));
  return documents.flatMap(({ events }) =>
    events.flatMap(({ stream, version }) => {
      const isNext = version === (versions.get(stream) ?? 0) + 1;
      versions.set(stream, version);
      return isNext ? [] : [`${stream}@${version}`];
    }),
  );
};

const expectAnswer = (server: ModelServer, commit: NewCommit, answer: CommitOutcome | undefined): void => {
  const logged = server.documents.find((document) => document.meta.id === commit.meta.id);
  if (typeof answer === 'number') expect(logged?._id).toBe(answer);
  else if (!hasCode(answer, 'outcome-unknown')) expect(logged).toBeUndefined();
};

describe('an append over a connection that loses answers', () => {
  it('keeps acknowledged commits, refuses truthfully, and writes nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...FATES), { maxLength: 30 }),
        fc.array(commits, { minLength: 1, maxLength: 4 }),
        fc.array(fc.constantFrom(0, 0, -50, 60_000), { maxLength: 10 }),
        async (fates, wanted, jumps) => {
          const server = new ModelServer(fates);
          const batches = wanted.map(build);
          const replicas = [appender(server.wire, jumps), appender(server.wire)];
          const answers = await Promise.all(batches.map((batch, index) => replicas[index % 2]!(batch)));
          server.settle();
          expectKept(server, batches, answers);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('finds a commit again whose answer was lost', async () => {
    const server = new ModelServer(['answered', 'lost after']);
    expect(await appender(server.wire)([newCommit([takes('venue-1', 1)])])).toEqual([1]);
    expect(server.documents).toHaveLength(1);
  });

  it('distinguishes a lost commit from another try under the same id, which a majority has only now', async () => {
    const server = new ModelServer(['answered', 'lingering', 'lost before']);
    const first = newCommit([takes('venue-1', 1)]);
    const second = { ...newCommit([takes('venue-2', 1)]), meta: { ...first.meta, at: '2026-01-01T00:00:09.000Z' } };
    const unknown = expect.objectContaining({ code: 'outcome-unknown' });
    expect(await appender(server.wire, [60_000])([first])).toEqual([unknown]);
    const answers = await appender(server.wire)([second]);
    expect(answers).toEqual([
      expect.objectContaining({ code: 'key-taken', key: `once/${first.meta.id}`, position: 1 }),
    ]);
    expect(server.documents).toHaveLength(1);
  });

  it('distinguishes a lost commit from an unsent one', async () => {
    const away = (fate: Fate) => new ModelServer(Array.from({ length: 1_000 }, () => fate));
    const append = (fate: Fate) => appender(away(fate).wire)([newCommit([takes('venue-1', 1)])]);
    expect(await append('never sent')).toEqual([expect.objectContaining({ code: 'store-unavailable' })]);
    const unanswered = new ModelServer(['answered', ...Array.from({ length: 1_000 }, (): Fate => 'lost before')]);
    expect(await appender(unanswered.wire)([newCommit([takes('venue-1', 1)])])).toEqual([
      expect.objectContaining({ code: 'outcome-unknown' }),
    ]);
  });

  it('refuses one commit of a batch for its key and writes the others', async () => {
    const server = new ModelServer([]);
    const batch = [1, 1, 2].map((version) => newCommit([takes('venue-1', version)]));
    expect(await appender(server.wire)(batch)).toEqual([1, expect.objectContaining({ code: 'version-conflict' }), 2]);
  });

  it('settles each commit of a batch when the driver refuses one, and sends that one no more', async () => {
    const server = new ModelServer([]);
    const fault = new RangeError('too large to be sent');
    let refusals = 0;
    const insert: LogWire['insert'] = async (documents) => {
      if (documents.every(({ events }) => events[0]?.stream !== 'venue-2')) return server.wire.insert(documents);
      refusals++;
      throw new NotSentError({ cause: fault });
    };
    const append = appender({ ...server.wire, insert });
    const batch = STREAMS.map((stream) => newCommit([takes(stream, 1)]));
    expect(await append(batch)).toEqual([1, fault, 2]);
    expect(refusals).toBe(2);
    expect(await append([newCommit([takes('venue-1', 2)])])).toEqual([3]);
  });

  it('is not repeated after an unknown failure, and reports an unknown outcome', async () => {
    const server = new ModelServer([]);
    const failing = [new TypeError('a fault of the driver')];
    const insert: LogWire['insert'] = async (documents) => {
      for (const fault of failing.splice(0)) throw fault;
      return server.wire.insert(documents);
    };
    const append = appender({ ...server.wire, insert });
    const unknown = expect.objectContaining({ code: 'outcome-unknown' });
    expect(await append([1, 2].map((version) => newCommit([takes('venue-1', version)])))).toEqual([unknown, unknown]);
    expect(await append([newCommit([takes('venue-1', 1)])])).toEqual([1]);
  });

  it('asks once whether the event before a new one is in the log', async () => {
    const server = new ModelServer([]);
    await appender(server.wire)([newCommit([takes('venue-1', 1)])]);
    let questions = 0;
    const holding: LogWire['holding'] = (keys) => {
      questions++;
      return server.wire.holding(keys);
    };
    const append = appender({ ...server.wire, holding });
    for (const version of [2, 3, 4]) expect(await append([newCommit([takes('venue-1', version)])])).toEqual([version]);
    expect(questions).toBe(1);
  });
});
