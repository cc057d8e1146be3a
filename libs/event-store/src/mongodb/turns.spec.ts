import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { NewCommit } from '../index.ts';
import { newCommit, takes } from '../logUnderTest.contract.ts';
import { createLogAppender } from './logAppender.ts';
import { type CommitDocument, type LogWire, WireError } from './logWire.ts';
import { createMongodbLine, type LineCollections, type Ticket } from './mongodbLine.ts';
import { createTurns, type Line, type Turns } from './turns.ts';

/** A clock that advances when all tasks sleep. */
class VirtualTime {
  at = 0;
  #sleepers: { readonly until: number; readonly wake: () => void }[] = [];

  readonly now = (): number => this.at;
  readonly pause = (ms: number): Promise<void> =>
    new Promise((wake) => this.#sleepers.push({ until: this.at + ms, wake }));

  async pass(ms: number): Promise<void> {
    for (const end = this.at + ms; ; ) {
      await turnOfTheLoop();
      this.#sleepers.sort((one, other) => one.until - other.until);
      const next = this.#sleepers[0];
      if (next === undefined || next.until > end) return;
      this.#sleepers.shift();
      this.at = next.until;
      next.wake();
    }
  }
}

/** A queue that answers after a millisecond, or never. */
class ModelLine implements Line {
  readonly tickets: string[] = [];
  away = false;
  #entered = 0;
  readonly #time: VirtualTime;

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  async enter(): Promise<string> {
    await this.#answer();
    const ticket = `place ${++this.#entered}`;
    this.tickets.push(ticket);
    return ticket;
  }

  async first(): Promise<string | undefined> {
    await this.#answer();
    return this.tickets[0];
  }

  async leave(ticket: string): Promise<void> {
    await this.#answer();
    const index = this.tickets.indexOf(ticket);
    if (index >= 0) this.tickets.splice(index, 1);
  }

  async #answer(): Promise<void> {
    await this.#time.pause(1);
    if (this.away) throw new WireError(true);
  }
}

/** Creates the queue's collections on a server with a latency of a millisecond each way. */
const modelTickets = (time: VirtualTime, formerly?: number) => {
  const kept = new Map<string, Ticket & { count?: number }>();
  let given = 0;
  if (formerly !== undefined) kept.set('~counter', { _id: '~counter', count: formerly });
  const call = async <Value>(apply: () => Value): Promise<Value> => {
    await time.pause(1);
    const value = apply();
    await time.pause(1);
    return value;
  };
  const first = () => [...kept.keys()].filter((id) => id < '~').sort()[0];
  const tickets = {
    insertOne: ({ _id }: Ticket) => call(() => void kept.set(_id, { _id })),
    deleteOne: ({ _id }: Ticket) => call(() => void kept.delete(_id)),
    findOne: ({ _id }: { _id: unknown }) =>
      call(() => kept.get(typeof _id === 'string' ? _id : (first() ?? '')) ?? null),
  };
  const findOneAndUpdate = (_: Ticket, { $inc, $max }: Record<string, { count: number }>) =>
    call(() => {
      given = $inc === undefined ? Math.max(given, $max?.count ?? 0) : given + 1;
      return { count: given };
    });
  const collections = { tickets, given: { findOneAndUpdate } } as unknown as LineCollections;
  return { ...collections, kept };
};

/** Creates a log with a latency of a millisecond each way. */
const modelWire = (time: VirtualTime): LogWire => {
  const written: CommitDocument[] = [];
  const call = async <Value>(apply: () => Value): Promise<Value> => {
    await time.pause(1);
    const value = apply();
    await time.pause(1);
    return value;
  };
  const insert = (documents: readonly CommitDocument[]) => {
    if (documents[0]?._id !== written.length + 1) return { refused: 0 };
    written.push(...documents);
    return { refused: undefined };
  };
  return {
    insert: (documents) => call(() => insert(documents)),
    holding: () => call(() => []),
    last: () => call(() => written.length),
  };
};

/** Runs replicas that always have a commit to write; returns the number of commits of each. */
const writing = async (time: VirtualTime, turns: readonly (Turns | undefined)[], ms: number): Promise<number[]> => {
  const wire = modelWire(time);
  const written = turns.map(() => 0);
  const commits: NewCommit[] = [newCommit([takes('venue-1', 1)])];
  for (const [replica, own] of turns.entries()) {
    const append = createLogAppender(wire, { ...time, random: () => 0.5, ...(own !== undefined && { turns: own }) });
    const run = async (): Promise<void> => {
      for (;;) {
        const [answer] = await append(commits);
        if (typeof answer === 'number') written[replica] = (written[replica] ?? 0) + 1;
      }
    };
    void run();
  }
  await time.pass(ms);
  return written;
};

const unfairness = (written: readonly number[]): number => Math.max(...written) / Math.min(...written);

describe('the turns at the end of a log', () => {
  it('let every replica under load write about as much', async () => {
    const time = new VirtualTime();
    const line = new ModelLine(time);
    const turns = Array.from({ length: 4 }, () => createTurns(line, time));
    expect(unfairness(await writing(time, turns, 5_000))).toBeLessThan(1.5);
  });

  it('stay fair with clocks a minute apart, one of which jumps, since the server numbers the tickets', async () => {
    const time = new VirtualTime();
    const tickets = modelTickets(time);
    const clocks = [0, 60_000, -60_000, 0].map((ahead, replica) => () => {
      const jumped = replica === 3 && time.at > 2_000 ? 3_600_000 : 0;
      return time.at + ahead + jumped;
    });
    const wallClock = jest.spyOn(Date, 'now');
    const turns = clocks.map((now) => {
      const line = createMongodbLine(tickets);
      const enter = (): Promise<string> => {
        wallClock.mockImplementation(now);
        return line.enter();
      };
      return createTurns({ ...line, enter }, { ...time, now });
    });
    const written = await writing(time, turns, 5_000);
    wallClock.mockRestore();
    expect(Math.min(...written) / Math.max(...written)).toBeGreaterThan(0.7);
  });

  it('count tickets separately, and continue the numbers of an older release', async () => {
    const time = new VirtualTime();
    const numbered = async (formerly?: number): Promise<string[]> => {
      const { kept, ...collections } = modelTickets(time, formerly);
      const line = createMongodbLine(collections);
      for (let ticket = 0; ticket < 2; ticket++) await Promise.all([line.enter(), time.pass(20)]);
      return [...kept.keys()].sort();
    };
    expect(await numbered()).toEqual(['0000000000000001.', '0000000000000002.']);
    expect(await numbered(41)).toEqual(['0000000000000042.', '0000000000000043.', '~counter']);
  });

  it('are needed: the last writer knows the next position first', async () => {
    const written = await writing(new VirtualTime(), [undefined, undefined, undefined, undefined], 5_000);
    expect(unfairness(written)).toBeGreaterThan(10);
  });

  it('cost no question while a replica is alone and rests between batches', async () => {
    const time = new VirtualTime();
    const line = new ModelLine(time);
    line.first = () => Promise.reject(new Error('asked'));
    const turns = createTurns(line, time);
    for (let batch = 0; batch < 50; batch++) {
      expect(await turns.take()).toBe(false);
      turns.done();
      await time.pass(5);
      time.at += 5;
    }
  });

  it('remove the ticket of a killed replica', async () => {
    const time = new VirtualTime();
    const line = new ModelLine(time);
    await Promise.all([line.enter(), time.pass(1)]);
    const written = await writing(time, [createTurns(line, time), createTurns(line, time)], 5_000);
    expect(Math.min(...written)).toBeGreaterThan(500);
    expect(line.tickets).not.toContain('place 1');
  });

  it('go on when the queue does not answer', async () => {
    const time = new VirtualTime();
    const line = new ModelLine(time);
    line.away = true;
    const [written] = await writing(time, [createTurns(line, time)], 1_000);
    expect(written).toBeGreaterThan(300);
  });

  it('return the ticket of a replica that has nothing more to write', async () => {
    const time = new VirtualTime();
    const line = new ModelLine(time);
    const turns = createTurns(line, time);
    for (let loss = 0; loss < 2; loss++) {
      await turns.take();
      turns.lost();
    }
    const taken = turns.take();
    await time.pass(10);
    expect(await taken).toBe(true);
    expect(line.tickets).toHaveLength(1);
    turns.done();
    await time.pass(10);
    expect(line.tickets).toEqual([]);
  });
});
