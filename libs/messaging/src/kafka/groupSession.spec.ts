import { EventEmitter } from 'node:events';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { EachBatchPayload, Kafka } from 'kafkajs';
import { until } from '../bus.contract.ts';
import { systemTime, type Time } from '../time.ts';
import { withHeartbeats } from './batch.ts';
import { runGroupSession } from './groupSession.ts';

const events = {
  CRASH: 'crash',
  GROUP_JOIN: 'join',
  HEARTBEAT: 'heartbeat',
  FETCH: 'fetch',
  END_BATCH_PROCESS: 'end',
} as const;

/** Fakes a consumer of kafkajs, with the members that a session uses. */
const fakeKafka = (run: (options: { eachBatch(payload: EachBatchPayload): Promise<void> }) => Promise<void>) => {
  const emitter = new EventEmitter();
  const counts = { disconnected: 0 };
  const consumer = {
    events,
    on: (event: string, listener: (event: unknown) => void) => emitter.on(event, listener),
    connect: async () => undefined,
    subscribe: async () => undefined,
    run,
    disconnect: async () => void counts.disconnected++,
  };
  return { kafka: { consumer: () => consumer } as unknown as Kafka, emitter, counts };
};

const sessionOf = (kafka: Kafka, sessionTimeout = 60) => ({
  kafka,
  group: 'almanac.calendar.copies',
  topics: ['almanac.core.v1'],
  sessionTimeout,
  time: systemTime,
  joined: () => undefined,
  eachBatch: async () => undefined,
});

describe('a session in a consumer group', () => {
  /** Creates a clock that advances when the session waits; `each` is called with every wait. */
  const virtualTime = (each: (waits: number) => void = () => undefined): Time => {
    let [now, waits] = [0, 0];
    return {
      now: () => now,
      sleep: async (ms) => {
        await turnOfTheLoop();
        now += ms;
        each(++waits);
      },
    };
  };

  it('ends with an error when the consumer falls silent', async () => {
    const { kafka, counts } = fakeKafka(async () => undefined);
    const session = runGroupSession({ ...sessionOf(kafka), time: virtualTime() }, new AbortController().signal);
    await expect(session).rejects.toThrow(expect.objectContaining({ code: 'silent-consumer' }));
    expect(counts.disconnected).toBe(1);
  });

  it('goes on while it sends heartbeats, until the signal comes', async () => {
    const { kafka, emitter, counts } = fakeKafka(async () => undefined);
    const stopping = new AbortController();
    const waited: number[] = [];
    const time = virtualTime((waits) => {
      waited.push(waits);
      emitter.emit(events.HEARTBEAT);
      if (waits === 20) stopping.abort('stopped');
    });
    await runGroupSession({ ...sessionOf(kafka), time }, stopping.signal);
    expect([waited.length, counts.disconnected]).toEqual([20, 1]);
  });

  it('ends with the error of a crash, and with that of a start', async () => {
    const crash = new Error('crashed');
    const { kafka, emitter } = fakeKafka(async () => void emitter.emit(events.CRASH, { payload: { error: crash } }));
    await expect(runGroupSession(sessionOf(kafka, 10_000), new AbortController().signal)).rejects.toBe(crash);
    const refused = fakeKafka(() => Promise.reject(crash));
    await expect(runGroupSession(sessionOf(refused.kafka, 10_000), new AbortController().signal)).rejects.toBe(crash);
  });

  it('is disconnected only when a start under way is over: kafkajs would join after its own stop', async () => {
    const order: string[] = [];
    const { kafka, counts } = fakeKafka(async () => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      order.push(`started, disconnected ${counts.disconnected}`);
    });
    const stopping = new AbortController();
    const session = runGroupSession(sessionOf(kafka, 10_000), stopping.signal);
    stopping.abort('stopped');
    await session;
    expect([...order, counts.disconnected]).toEqual(['started, disconnected 0', 1]);
  });
});

describe('work under heartbeats', () => {
  const parts = (heartbeat: () => Promise<void>) => ({ heartbeat, time: systemTime, interval: 10 });

  it('sends heartbeats for as long as it takes', async () => {
    let beats = 0;
    const heartbeat = async (): Promise<void> => void beats++;
    await withHeartbeats(parts(heartbeat), new AbortController().signal, () => until(() => beats > 3));
    const after = beats;
    await systemTime.sleep(50);
    expect(beats).toBe(after);
  });

  it('is aborted when the group has excluded its member, and throws the error when it is done', async () => {
    const rebalancing = new Error('the group is rebalancing');
    let done = false;
    const work = async (signal: AbortSignal): Promise<void> => {
      await systemTime.sleep(5_000, signal);
      done = true;
    };
    const beating = withHeartbeats(
      parts(() => Promise.reject(rebalancing)),
      new AbortController().signal,
      work,
    );
    await expect(beating).rejects.toBe(rebalancing);
    expect(done).toBe(true);
  });
});
