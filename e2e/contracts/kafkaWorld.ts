import { randomUUID } from 'node:crypto';
import type { ServiceName } from '@almanac/contracts';
import type { Entries } from '@almanac/documents';
import { createSqliteEntries, openDatabase } from '@almanac/documents/sqlite';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import { type Bus, type Log, type RunningRelay, startRelay, systemTime } from '@almanac/messaging';
import {
  type AppendTest,
  type BusWorld,
  createTestLog,
  personsUnderTest,
  publishTest,
} from '@almanac/messaging/contract';
import {
  createKafkaBus,
  createSenders,
  type KafkaBusOptions,
  type KafkaConnection,
  prepareTopics,
  topicOf,
} from '@almanac/messaging/kafka';
import { messagesOn } from '../kafkaMessages.ts';

/** A logger that keeps its messages. */
interface RecordingLog extends Log {
  readonly errors: string[];
  readonly warnings: string[];
}

const recordingLog = (): RecordingLog => {
  const [errors, warnings]: [string[], string[]] = [[], []];
  return {
    errors,
    warnings,
    info: () => undefined,
    warn: (fields, text) => void warnings.push(`${text} ${String((fields as { error?: unknown }).error ?? '')}`),
    error: (_fields, text) => void errors.push(text),
  };
};

export interface KafkaWorld extends BusWorld {
  readonly connection: KafkaConnection;
  readonly log: RecordingLog;
  bus(options?: Partial<KafkaBusOptions>): Bus;
  relay(service: ServiceName): RunningRelay;
  relayEntries(service: ServiceName): Entries;
}

const SERVICES = ['core', 'calendar'] as const;

/** Topics of its own on a broker, the relays of core and calendar, and buses of a third service. */
export const makeKafkaWorld = async (brokers: string, partitions = 3): Promise<KafkaWorld> => {
  const log = recordingLog();
  const connection = { brokers: brokers.split(','), clientId: 'e2e', log, prefix: `e2e-${randomUUID()}`, partitions };
  await prepareTopics(connection, SERVICES, { create: { replicas: 1 } });
  const databases = SERVICES.map(() => openDatabase(':memory:'));
  const clock = { now: () => Date.now() };
  const own = openDatabase(':memory:');
  const entries = createSqliteEntries(own, clock);
  const persons = personsUnderTest(createSqliteEntries(own, clock));
  const testLogs = new Map<ServiceName, AppendTest>();
  const relays = new Map<ServiceName, RunningRelay>();
  const recordsOf = new Map<ServiceName, Entries>();
  for (const [index, service] of SERVICES.entries()) {
    const database = databases[index] ?? own;
    const store = createSqliteEventStore(database);
    testLogs.set(service, createTestLog(store));
    recordsOf.set(service, createSqliteEntries(database, clock));
    const relay = startRelay({
      service,
      source: { store, publishing: publishTest, sealing: persons.sealing },
      entries: of(recordsOf, service),
      makeSender: createSenders(connection, service),
      holder: randomUUID(),
      time: systemTime,
      log,
      poll: 100,
      lease: { duration: 1_000, beat: 200 },
    });
    relays.set(service, relay);
  }
  const buses: Bus[] = [];
  return {
    connection,
    log,
    entries,
    persons,
    kept: async () => {
      const letters = [entries, ...recordsOf.values()].map((each) => each.list('parked'));
      return JSON.stringify([await Promise.all(letters), await rawMessages(connection, SERVICES)]);
    },
    bus: (options = {}) => {
      const bus = createKafkaBus({
        ...connection,
        entries,
        poll: 50,
        attempts: 3,
        opening: persons.opening(),
        ...options,
      });
      buses.push(bus);
      return bus;
    },
    append: (service, ...what) => of(testLogs, service)(...what),
    relay: (service) => of(relays, service),
    relayEntries: (service) => of(recordsOf, service),
    close: async () => {
      await Promise.all(
        [...relays.values(), ...buses.map((bus) => ({ stop: () => bus.close() }))].map((one) => one.stop()),
      );
      for (const database of [own, ...databases]) if (database.isOpen) database.close();
    },
  };
};

/** Returns every message on the topics of services, as it is stored. */
export const rawMessages = async (connection: KafkaConnection, services: readonly ServiceName[]): Promise<string[]> => {
  const topics = services.map((service) => topicOf(connection, service));
  const messages = await messagesOn(connection.brokers, topics);
  return messages.map(({ key, value, headers }) => JSON.stringify([textOf(key), textOf(value), textOf(headers)]));
};

const textOf = (part: Buffer | object | null | undefined): string =>
  Buffer.isBuffer(part) ? part.toString('latin1') : JSON.stringify(Object.values(part ?? {}).map(String));

const of = <Value>(map: ReadonlyMap<ServiceName, Value>, service: ServiceName): Value => {
  const value = map.get(service);
  if (value === undefined) throw new Error(`no ${service} in this world`);
  return value;
};
