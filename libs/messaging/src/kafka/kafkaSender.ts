import type { ServiceName } from '@almanac/contracts';
import kafkajs, { type Kafka, type PartitionerArgs, type Producer } from 'kafkajs';
import { type Message, sizeOf } from '../cloudEvent.ts';
import { MessageTooLargeError, type Sender } from '../sender.ts';
import { atMost, connectTo, type KafkaConnection } from './connection.ts';
import { partitionerOf, topicOf } from './topics.ts';

/** Maximum milliseconds for which the broker may wait for its replicas. */
const ACKNOWLEDGED_WITHIN = 5_000;
/** Milliseconds after which a connection that does not close is left to its own timeouts. */
const CLOSED_WITHIN = 2_000;
const TOO_LARGE = ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE'];

/** Creates the senders of a service's relay (`RelayOptions.makeSender`). */
export const createSenders = (connection: KafkaConnection, service: ServiceName): (() => Promise<Sender>) => {
  const kafka = connectTo(connection);
  const topic = topicOf(connection, service);
  return async () => {
    const sender = new KafkaSender(kafka, topic, partitionerOf(connection));
    await sender.connect();
    return sender;
  };
};

/**
 * A sender on an idempotent producer. After any failed send, kafkajs 2.2.4 decreases the producer's sequence, even for
 * partitions whose messages the broker has stored. The next messages could then be taken for repeats and be lost. So no
 * producer is used after a failed send, even if only one message was too large for one of the partitions.
 */
class KafkaSender implements Sender {
  readonly #kafka: Kafka;
  readonly #topic: string;
  readonly #partitionOf: (key: string) => number;
  #producer: Producer | undefined;

  constructor(kafka: Kafka, topic: string, partitionOf: (key: string) => number) {
    this.#kafka = kafka;
    this.#topic = topic;
    this.#partitionOf = partitionOf;
  }

  async connect(): Promise<Producer> {
    this.#producer = this.#kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: () => namedPartition,
    });
    return this.#orClose(async (producer) => {
      await producer.connect();
      return producer;
    }, this.#producer);
  }

  async send(messages: readonly Message[]): Promise<void> {
    const record = { topic: this.#topic, acks: -1, timeout: ACKNOWLEDGED_WITHIN };
    const producer = this.#producer ?? (await this.connect());
    const placed = messages.map((message) => ({ ...message, partition: this.#partitionOf(message.key) }));
    await this.#orClose(async () => {
      await producer.send({ ...record, messages: placed });
    }, producer).catch((error: unknown) => {
      throw isTooLarge(error) ? new MessageTooLargeError(bytesOf(messages), { cause: error }) : error;
    });
  }

  async close(): Promise<void> {
    const producer = this.#producer;
    this.#producer = undefined;
    if (producer === undefined) return;
    await atMost(CLOSED_WITHIN, producer.disconnect());
  }

  async #orClose<Result>(work: (producer: Producer) => Promise<Result>, producer: Producer): Promise<Result> {
    try {
      return await work(producer);
    } catch (error) {
      await this.close();
      throw error;
    }
  }
}

/** Returns the partition of a message, which every message names, so kafkajs has no choice. */
const namedPartition = ({ message }: PartitionerArgs): number => message.partition ?? 0;

const isTooLarge = (error: unknown): boolean =>
  error instanceof kafkajs.KafkaJSProtocolError && TOO_LARGE.includes(error.type);

const bytesOf = (messages: readonly Message[]): number => messages.reduce((sum, message) => sum + sizeOf(message), 0);
