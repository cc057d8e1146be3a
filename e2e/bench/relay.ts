import { randomUUID } from 'node:crypto';
import { createSqliteEntries, openDatabase } from '@almanac/documents/sqlite';
import type { EventStore } from '@almanac/event-store';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import {
  type Source as LogSource,
  type Message,
  type RunningRelay,
  startRelay,
  systemTime,
  toMessage,
} from '@almanac/messaging';
import {
  type AppendTest,
  createTestLog,
  type PersonsUnderTest,
  personsUnderTest,
  publishTest,
  testEvent,
  until,
} from '@almanac/messaging/contract';
import { createKafkaBus, createSenders, type KafkaConnection, prepareTopics, topicOf } from '@almanac/messaging/kafka';
import kafkajs from 'kafkajs';
import { kafkaUnderTest } from '../servers.ts';
import { median } from './measure.ts';
import { ms, perSecond, report, section } from './report.ts';

const EVENTS = 20_000;
/** Commits that the relay reads from the log and sends at a time. */
const BATCH = 500;
const TURNS = 400;
const PERSONS = 10_000;

interface Source {
  readonly store: EventStore;
  readonly append: AppendTest;
  /** Starts the relay. @param more `sealing` of personal members */
  relay(connection: KafkaConnection, more?: Pick<LogSource, 'sealing'>): RunningRelay;
  readonly persons: PersonsUnderTest;
  close(): void;
}

const makeSource = (): Source => {
  const database = openDatabase(':memory:');
  const store = createSqliteEventStore(database);
  const entries = createSqliteEntries(database, { now: () => Date.now() });
  return {
    store,
    append: createTestLog(store),
    persons: personsUnderTest(entries),
    relay: (connection, more = {}) =>
      startRelay({
        service: 'core',
        source: { store, publishing: publishTest, ...more },
        entries,
        holder: randomUUID(),
        makeSender: createSenders(connection, 'core'),
        time: systemTime,
        log: connection.log,
        poll: 1_000,
        lease: { duration: 6_000, beat: 2_000 },
      }),
    close: () => database.close(),
  };
};

const connectionTo = async (brokers: readonly string[]): Promise<KafkaConnection> => {
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const connection = { brokers, clientId: 'bench', log, prefix: `bench-${randomUUID()}` };
  await prepareTopics(connection, ['core'], { create: { replicas: 1 } });
  return connection;
};

const bareKafka = ({ brokers }: KafkaConnection) =>
  new kafkajs.Kafka({ brokers: [...brokers], clientId: 'bare', logLevel: kafkajs.logLevel.NOTHING });

const bareProducer = async (connection: KafkaConnection) => {
  const createPartitioner = kafkajs.Partitioners.DefaultPartitioner;
  const producer = bareKafka(connection).producer({ idempotent: true, maxInFlightRequests: 1, createPartitioner });
  await producer.connect();
  return producer;
};

const bareRate = async (connection: KafkaConnection, messages: readonly Message[]): Promise<number> => {
  const producer = await bareProducer(connection);
  const topic = topicOf(connection, 'core');
  const begun = performance.now();
  for (let from = 0; from < messages.length; from += BATCH) {
    await producer.send({ topic, acks: -1, messages: messages.slice(from, from + BATCH).map((one) => ({ ...one })) });
  }
  const took = performance.now() - begun;
  await producer.disconnect();
  return (messages.length / took) * 1_000;
};

const relayRate = async (
  connection: KafkaConnection,
  source: Source,
  more: Pick<LogSource, 'sealing'> = {},
): Promise<number> => {
  const begun = performance.now();
  const relay = source.relay(connection, more);
  await until(async () => (await relay.lag()) === 0, 60_000);
  const took = performance.now() - begun;
  await relay.stop();
  return ((await source.store.last()) / took) * 1_000;
};

const text = 'x'.repeat(200);

const messagesOf = async (store: EventStore): Promise<Message[]> => {
  const messages: Message[] = [];
  for (let after = 0; after < EVENTS; after += BATCH) {
    for (const { position, meta, events } of await store.readLog(after, BATCH)) {
      const [event] = events;
      const { at, principal, language, correlation } = meta;
      const recorded = { source: 'core', epoch: 1, position, n: 0, type: 'core.test.v1' } as const;
      const delivery = {
        ...recorded,
        key: event?.stream ?? '',
        data: event?.data,
        at,
        principal,
        language,
        correlation,
      };
      messages.push(toMessage(delivery, { commitId: meta.id }));
    }
  }
  return messages;
};

const benchThroughput = async (brokers: readonly string[]): Promise<void> => {
  const pair = await median(
    3,
    ({ ratio }) => ratio,
    async () => {
      const source = makeSource();
      await Promise.all(Array.from({ length: EVENTS }, (_, turn) => source.append([`tag-${turn}`], { text })));
      const messages = await messagesOf(source.store);
      const bare = await bareRate(await connectionTo(brokers), messages);
      const rate = await relayRate(await connectionTo(brokers), source);
      source.close();
      return { bare, rate, ratio: rate / bare };
    },
  );
  report({
    what: `The relay, ${EVENTS.toLocaleString('en-US')} commits from its start on`,
    figure: perSecond(pair.rate),
    against: `${perSecond(pair.bare)} (kafkajs sending the same messages, ${BATCH} a send)`,
    ratio: pair.ratio,
    goal: '≥ 0.70',
    reached: pair.ratio >= 0.7,
  });
};

/** Measures the cost of sealing: each event names another user, whose key exists or is created meanwhile. */
const benchSealing = async (brokers: readonly string[]): Promise<void> => {
  const rates = async (keys: 'none' | 'there' | 'made'): Promise<number> => {
    const source = makeSource();
    const names = Array.from({ length: PERSONS }, (_, turn) => turn + 1);
    await Promise.all(names.map((id) => source.append([`user-${id}`], { type: 'Personal', text: `Person ${id}` })));
    const { keys: kept, sealing } = source.persons;
    if (keys === 'there') await kept.keep(names.map((id) => `user-${id}`));
    const rate = await relayRate(await connectionTo(brokers), source, keys === 'none' ? {} : { sealing });
    source.close();
    return rate;
  };
  for (const [keys, words] of [
    ['there', 'whose keys are there'],
    ['made', 'whose keys are made'],
  ] as const) {
    const pair = await median(
      3,
      ({ ratio }) => ratio,
      async () => {
        const plain = await rates('none');
        const sealed = await rates(keys);
        return { plain, sealed, ratio: sealed / plain };
      },
    );
    report({
      what: `The relay, ${PERSONS.toLocaleString('en-US')} names of users ${words}`,
      figure: perSecond(pair.sealed),
      against: `${perSecond(pair.plain)} (the same in plain text)`,
      ratio: pair.ratio,
    });
  }
};

/** Sends messages one by one, each after the last has arrived; returns the sorted durations in milliseconds. */
const times = async (send: (turn: number, arrived: () => void) => Promise<unknown>): Promise<number[]> => {
  const taken: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun = performance.now();
    await send(turn, resolve);
    await promise;
    taken.push(performance.now() - begun);
    await systemTime.sleep(5);
  }
  return taken.slice(TURNS / 10).sort((one, other) => one - other);
};

const bareTimes = async (connection: KafkaConnection): Promise<number[]> => {
  const topic = topicOf(connection, 'core');
  const producer = await bareProducer(connection);
  const consumer = bareKafka(connection).consumer({ groupId: `bare-${randomUUID()}`, maxWaitTimeInMs: 500 });
  let arrived = (): void => undefined;
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({ eachMessage: async () => arrived() });
  const taken = await times(async (turn, then) => {
    arrived = then;
    await producer.send({ topic, acks: -1, messages: [{ key: `tag-${turn}`, value: text }] });
  });
  await Promise.all([consumer.disconnect(), producer.disconnect()]);
  return taken;
};

const busTimes = async (connection: KafkaConnection): Promise<number[]> => {
  const [source, database] = [makeSource(), openDatabase(':memory:')];
  const bus = createKafkaBus({ ...connection, entries: createSqliteEntries(database, { now: () => Date.now() }) });
  const relay = source.relay(connection);
  let arrived = (): void => undefined;
  await bus.subscribe({
    name: 'calendar.copies',
    sources: ['core'],
    takes: [testEvent],
    handle: async () => arrived(),
  });
  const taken = await times(async (turn, then) => {
    arrived = then;
    await source.append([`tag-${turn}`], { text });
  });
  await Promise.all([relay.stop(), bus.close()]);
  source.close();
  database.close();
  return taken;
};

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

const benchLatency = async (brokers: readonly string[]): Promise<void> => {
  const bare = await bareTimes(await connectionTo(brokers));
  const bus = await busTimes(await connectionTo(brokers));
  for (const [name, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    report({
      what: `From an append to another service's handler, ${name}`,
      figure: ms(at(bus, share)),
      against: `${ms(at(bare, share))} (kafkajs alone, send to eachMessage)`,
      ratio: at(bus, share) / at(bare, share),
    });
  }
};

/** Measures the throughput and latency of relay and bus on Kafka, compared with kafkajs alone. */
export const benchRelay = async (): Promise<void> => {
  const kafka = kafkaUnderTest();
  section(`Relay and bus on ${kafka.name}, against kafkajs alone`);
  const brokers = (await kafka.start()).address.split(',');
  try {
    await benchThroughput(brokers);
    await benchSealing(brokers);
    await benchLatency(brokers);
  } finally {
    await kafka.stop();
  }
};
