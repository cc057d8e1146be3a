import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@almanac/infra/free-port';
import { type NativeServer, startKafka } from '@almanac/infra/native';
import { lackingJava } from '@almanac/infra/native-java';
import { createDeadLetters, type Delivery, type RunningSubscription, relayName, toMessage } from '@almanac/messaging';
import { delivery, effects, testEvent } from '@almanac/messaging/contract';
import { createSenders, prepareTopics, topicOf } from '@almanac/messaging/kafka';
import { eventually } from '@almanac/testing';
import kafkajs from 'kafkajs';
import { type KafkaWorld, makeKafkaWorld } from '../contracts/kafkaWorld.ts';
import { describeOn } from '../engines/servers.ts';
import type { ServerUnderTest } from '../servers.ts';

/** Timeout for a stop in milliseconds, long enough for a busy machine. */
const STOPS_WITHIN = 60_000;
/** Bytes of a message that only some topics accept. */
const LARGE = 80_000;
const folder = mkdtempSync(join(tmpdir(), 'almanac-broker-'));
let ports: { port: number; controllerPort: number };
let broker: NativeServer;

const startBroker = async (): Promise<void> => {
  broker = await startKafka({ ...ports, folder });
};

/** Closes the world of a test and restarts the broker if it has stopped. */
const tidy = async (world: KafkaWorld): Promise<void> => {
  await world.close();
  if (broker.process.exitCode !== null || broker.process.signalCode !== null) await startBroker();
};

/** A native broker, even if `KAFKA_BROKERS` names another, because the tests stop it. */
const own: ServerUnderTest = {
  name: 'a Kafka broker on native',
  lacking: lackingJava(),
  start: async () => {
    ports = { port: await freePort(), controllerPort: await freePort() };
    await startBroker();
    return broker;
  },
  stop: async () => {
    await broker.stop();
    rmSync(folder, { recursive: true, force: true });
  },
};

describeOn('the bus', own, () => {
  describe('and a failing broker', () => {
    let world: KafkaWorld;
    beforeEach(async () => {
      world = await makeKafkaWorld(broker.address);
    });
    afterEach(() => tidy(world));

    const subscribe = (
      made: ReturnType<typeof effects>,
      more: { ephemeral?: boolean } = {},
    ): Promise<RunningSubscription> =>
      world.bus().subscribe({ name: made.name, sources: ['core'], takes: [testEvent], handle: made.handle, ...more });

    const append = async (count: number, text = ''): Promise<void> => {
      for (let turn = 0; turn < count; turn++) await world.append('core', [`tag-${turn % 3}`], { text });
    };

    const expectInOrder = (made: ReturnType<typeof effects>, count: number): void => {
      expect(made.size).toBe(count);
      for (const key of ['tag-0', 'tag-1', 'tag-2']) {
        const positions = made.of(key).map((position) => Number(position.split('/')[0]));
        expect(positions).toEqual([...positions].sort((one, other) => one - other));
      }
    };

    it.each(['SIGTERM', 'SIGKILL'] as const)(
      'survives a broker that stops by %s and starts: writes go on, the relay catches up',
      async (signal) => {
        const [copies, rules] = [effects('calendar.copies'), effects('gateway.rules')];
        await subscribe(copies);
        await subscribe(rules, { ephemeral: true });
        await append(30);
        await eventually(() => copies.size === 30 && rules.size === 30);
        const stopped = broker.stop(signal);
        await append(30);
        await stopped;
        await append(30);
        expect(await world.relay('core').lag()).toBeGreaterThan(0);
        await startBroker();
        await append(30);
        await eventually(() => copies.size === 120 && rules.size === 120);
        expectInOrder(copies, 120);
        expectInOrder(rules, 120);
        await eventually(async () => (await world.relay('core').lag()) === 0);
        expect(world.log.errors).toEqual([]);
      },
    );

    it('stops in good time while the broker does not answer', async () => {
      const running = await subscribe(effects('calendar.copies'));
      await append(1);
      await broker.stop('SIGKILL');
      await append(5);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      const begun = performance.now();
      await Promise.all([running.stop(), world.relay('core').stop()]);
      expect(performance.now() - begun).toBeLessThan(STOPS_WITHIN);
    });

    it('leaves no connection of a sender whose send failed', async () => {
      const connecting = jest.spyOn(net, 'connect');
      const sender = await createSenders(world.connection, 'core')();
      await sender.send([toMessage(delivery(1))]);
      await world.close();
      await broker.stop('SIGKILL');
      await expect(sender.send([toMessage(delivery(2))])).rejects.toThrow();
      await sender.close();
      const opened = connecting.mock.results.map(({ value }) => value as net.Socket);
      expect(opened).not.toEqual([]);
      await eventually(() => opened.every(({ destroyed }) => destroyed));
      connecting.mockRestore();
    });
  });

  describe('and events too large for the topic', () => {
    let world: KafkaWorld;
    beforeEach(async () => {
      world = await makeKafkaWorld(broker.address);
    });
    afterEach(() => world.close());

    /** Sets the maximum bytes per message of a topic; resolves when the broker applies it. */
    const limitTopic = async (topic: string, bytes: number, isDone: () => Promise<boolean>): Promise<void> => {
      const admin = client(world).admin();
      await admin.connect();
      const configEntries = [
        { name: 'max.message.bytes', value: String(bytes) },
        { name: 'retention.ms', value: '-1' },
      ];
      const resources = [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configEntries }];
      await admin.alterConfigs({ validateOnly: false, resources }).finally(() => admin.disconnect());
      await eventually(isDone);
    };

    /** The broker applies changes in order, so a visible later change to another topic proves the earlier one. */
    const limit = async (bytes: number): Promise<void> => {
      const producer = client(world).producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner });
      await producer.connect();
      const topic = topicOf(world.connection, 'calendar');
      const takes = () =>
        producer.send({ topic, messages: [{ value: 'x'.repeat(LARGE) }] }).then(
          () => true,
          () => false,
        );
      await limitTopic(topicOf(world.connection, 'core'), bytes, async () => true);
      await limitTopic(topic, bytes, async () => (await takes()) === bytes > LARGE);
      await producer.disconnect();
    };

    it('makes dead letters with the key alone, and sends them later with a flag, so that checkpoints do not skip them', async () => {
      await limit(50_000);
      const made = effects('calendar.copies');
      const running = await world
        .bus()
        .subscribe({ name: made.name, sources: ['core'], takes: [testEvent], handle: made.handle });
      const letters = createDeadLetters(world.relayEntries('core'), relayName('core'));
      const streams = Array.from({ length: 12 }, (_, index) => `tag-${index}`);
      await world.append('core', streams);
      await world.append('core', ['tag-1'], { text: 'x'.repeat(LARGE) });
      await world.append('core', streams);
      await world.append('core', streams);
      await eventually(() => made.size === 34);
      expect((await letters.list()).map((one) => [one.delivery.position, one.delivery.n])).toEqual([
        [2, 0],
        [3, 1],
        [4, 1],
      ]);
      await limit(1_000_000);
      await letters.requestReplay();
      await eventually(() => made.size === 37);
      expect(made.of('tag-1')).toEqual(['1/1', '2/0', '3/1', '4/1']);
      await world.append('core', ['tag-1']);
      expect(await running.reached('core', { position: 5, n: 0, key: 'tag-1' }, 60_000)).toBe(true);
      expect([made.size, made.arrived.length]).toEqual([38, 38]);
    });

    it('keeps an oversized event from harming a later send of the same sender', async () => {
      await limit(50_000);
      const sender = await createSenders(world.connection, 'core')();
      const appended = (first: number): Delivery[] =>
        Array.from({ length: 12 }, (_, index) => ({ ...delivery(first + index), key: `tag-${index}` }));
      const large = { ...delivery(13), key: 'tag-1', data: 'x'.repeat(LARGE) };
      const tooLarge = expect.objectContaining({ code: 'message-too-large' });
      await expect(sender.send([...appended(1), large].map((one) => toMessage(one)))).rejects.toThrow(tooLarge);
      await sender.send(appended(14).map((one) => toMessage(one)));
      await sender.close();
      const made = effects('calendar.copies');
      await world.bus().subscribe({ name: made.name, sources: ['core'], takes: [testEvent], handle: made.handle });
      await eventually(() => appended(14).every(({ key, position }) => made.of(key).includes(`${position}/0`)));
      expect(made.size).toBeGreaterThan(12);
      expect(made.of('tag-1')).toEqual(['15/0']);
    });
  });

  describe('and its topics', () => {
    let world: KafkaWorld;
    beforeEach(async () => {
      world = await makeKafkaWorld(broker.address);
    });
    afterEach(() => tidy(world));

    it('refuses topics that are missing or unfit', async () => {
      const { connection } = world;
      const unfit = (reasons: readonly string[]) => expect.objectContaining({ code: 'topics-unfit', reasons });
      const { prefix } = connection;
      await expect(prepareTopics(connection, ['misc'])).rejects.toThrow(unfit([`no ${prefix}.misc.v1`]));
      await expect(prepareTopics({ ...connection, partitions: 4 }, ['core'])).rejects.toThrow(
        unfit([`${prefix}.core.v1 has 3 partitions, not 4`]),
      );
      await prepareTopics(connection, ['core', 'calendar']);
      await prepareTopics(connection, ['core', 'misc'], { create: { replicas: 1 } });
      const admin = new kafkajs.Kafka({ brokers: [...connection.brokers] }).admin();
      await admin.connect();
      const configEntries = [{ name: 'cleanup.policy', value: 'compact' }];
      const type = kafkajs.ConfigResourceTypes.TOPIC;
      await admin.alterConfigs({
        validateOnly: false,
        resources: [{ type, name: topicOf(connection, 'misc'), configEntries }],
      });
      await admin.disconnect();
      await expect(prepareTopics(connection, ['misc'])).rejects.toThrow(
        unfit(
          expect.arrayContaining([
            `${prefix}.misc.v1 has cleanup.policy compact`,
            `${prefix}.misc.v1 has retention.ms 604800000`,
          ]),
        ),
      );
    });
  });
});

const client = ({ connection }: KafkaWorld) =>
  new kafkajs.Kafka({ brokers: [...connection.brokers], logLevel: kafkajs.logLevel.NOTHING, retry: { retries: 0 } });
