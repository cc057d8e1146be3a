import { isSealedType, type ServiceName } from '@almanac/contracts';
import type { KafkaMessage } from 'kafkajs';
import type { BufferedCheckpoint } from '../bufferedCheckpoint.ts';
import type { Delivery } from '../bus.ts';
import { type Envelope, fromMessage, MalformedMessageError } from '../cloudEvent.ts';
import type { Consumer } from '../consumer.ts';
import type { Log } from '../log.ts';
import type { BusObserver } from '../observer.ts';
import { epochAt, LogContradictedError } from '../source.ts';

export interface PartitionReaderOptions {
  /** The subscription's name. */
  readonly subscription: string;
  readonly source: ServiceName;
  readonly partition: number;
  readonly checkpoint: BufferedCheckpoint;
  /** The last positions of the source's log at its restores, as far as this service was informed. */
  readonly restores?: readonly number[];
  readonly consumer: Consumer;
  readonly observer: BusObserver;
  readonly log: Log;
}

/** A message as received from kafkajs. */
export type Incoming = Pick<KafkaMessage, 'key' | 'value' | 'headers' | 'offset'>;

/** Reads one partition of a source for one subscription, while the partition is assigned. */
export class PartitionReader {
  readonly #options: PartitionReaderOptions;

  constructor(options: PartitionReaderOptions) {
    this.#options = options;
  }

  /**
   * Passes a message to the consumer unless it is a repeat, then moves the checkpoint. Returns true when it is done,
   * false if the signal came first. A replayed dead letter of the relay is passed regardless of the checkpoint.
   * @throws LogContradictedError, StaleTermError
   */
  async take(message: Incoming, signal: AbortSignal): Promise<boolean> {
    const { checkpoint, consumer, observer, subscription } = this.#options;
    const event = this.#read(message);
    if (event === undefined) return true;
    const { delivery, envelope } = event;
    if (this.#isUndone(delivery)) return true;
    if (envelope.replayed) return consumer.consume(delivery, signal);
    this.#verify(delivery, envelope);
    if (checkpoint.isRepeat(delivery)) {
      observer.repeated(subscription, delivery);
      return true;
    }
    if (!(await consumer.consume(delivery, signal))) return false;
    const { epoch, position, n } = delivery;
    checkpoint.move({ epoch, position, n, commitId: envelope.commitId ?? '' });
    await checkpoint.keepNowAndThen();
    return true;
  }

  /** Loads data that messages will need, for all of them at once, before they are taken. */
  async prepare(messages: readonly Incoming[]): Promise<void> {
    const { checkpoint, consumer } = this.#options;
    const events = messages.filter(isSealed).flatMap((message) => readable(message) ?? []);
    await consumer.prepare(
      events.flatMap(({ delivery, envelope }) => (envelope.replayed || !checkpoint.isRepeat(delivery) ? delivery : [])),
    );
  }

  /** Saves the checkpoint. @throws StaleTermError if another instance has taken the partition over */
  keep(): Promise<void> {
    return this.#options.checkpoint.keep();
  }

  /** True if a restore has undone the event: the source's log ended before it and continued in a later epoch. */
  #isUndone({ epoch, position }: Delivery): boolean {
    return epoch < epochAt(this.#options.restores ?? [], position);
  }

  /** Parses a message; skips one of another origin, which stays in the topic for analysis. */
  #read(message: Incoming): ReturnType<typeof fromMessage> | undefined {
    const { source, partition, subscription, log } = this.#options;
    try {
      const event = fromMessage(decode(message));
      if (event.delivery.source === source) return event;
      throw new MalformedMessageError(`an event of ${event.delivery.source}`);
    } catch (error) {
      if (!(error instanceof MalformedMessageError)) throw error;
      log.error({ subscription, source, partition, offset: message.offset, error }, 'a malformed message was skipped');
      return undefined;
    }
  }

  /** Checks that a commit at the checkpoint's position is the checkpoint's commit. */
  #verify({ epoch, position }: Delivery, { commitId = '' }: Envelope): void {
    const { subscription, source, partition, checkpoint } = this.#options;
    const { logPosition } = checkpoint;
    if (logPosition.position !== position || logPosition.epoch !== epoch || logPosition.commitId === commitId) return;
    throw new LogContradictedError(
      `${subscription} of ${source}/${partition}`,
      logPosition,
      `a message says ${commitId}`,
    );
  }
}

/** True if a message has sealed members, which need a key. */
const isSealed = ({ headers }: Incoming): boolean => isSealedType(String(headers?.ce_type));

/** Returns the event in a message; undefined for one of another origin. */
const readable = (message: Incoming): ReturnType<typeof fromMessage> | undefined => {
  try {
    return fromMessage(decode(message));
  } catch (error) {
    if (!(error instanceof MalformedMessageError)) throw error;
    return undefined;
  }
};

/** Converts a message of kafkajs. */
export const decode = ({ key, value, headers }: Incoming): Parameters<typeof fromMessage>[0] => ({
  key: key?.toString() ?? '',
  value: value?.toString() ?? '',
  headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, text]) => [name, String(text)])),
});
