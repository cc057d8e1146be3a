import type { ServiceName } from '@almanac/contracts';
import type { Commit } from '@almanac/event-store';
import { type Delivery, isAfter } from './bus.ts';
import type { Checkpoint, LogPosition } from './checkpoint.ts';
import { type Message, toMessage } from './cloudEvent.ts';
import type { DeadLetters } from './deadLetters.ts';
import { tracedSend } from './deliverySpans.ts';
import type { Follower } from './followLog.ts';
import type { Log } from './log.ts';
import { batches } from './messageBatches.ts';
import { MessageTooLargeError, type Sender } from './sender.ts';
import { deliveriesOf, endOf, type Source, sealedDeliveries } from './source.ts';

export interface LogSenderOptions {
  readonly service: ServiceName;
  readonly source: Source;
  readonly checkpoint: Checkpoint;
  readonly letters: DeadLetters;
  readonly sender: Sender;
  readonly log: Log;
  /** Maximum bytes of one send. */
  readonly batchBytes: number;
  /** Sends a part of the events that an operator has requested again, if any. */
  readonly resend: (signal: AbortSignal) => Promise<void>;
}

/** A published event of a commit, with its log position. */
interface PublishedEvent {
  readonly delivery: Delivery;
  readonly logPosition: LogPosition;
}

/** A published event, sealed, as it is sent. */
interface Outgoing extends PublishedEvent {
  readonly message: Message;
}

/**
 * The relay's work during one tenure with one sender: maps commits, sends, then moves the checkpoint. An error of the
 * sender ends it: the next one starts again from the checkpoint.
 */
export class LogSender implements Follower<Commit> {
  readonly #options: LogSenderOptions;
  #logPosition: LogPosition;
  #after: number;

  constructor(options: LogSenderOptions, logPosition: LogPosition) {
    this.#options = options;
    this.#logPosition = logPosition;
    this.#after = Math.max(0, logPosition.position - 1);
  }

  get logPosition(): LogPosition {
    return this.#logPosition;
  }

  get after(): number {
    return this.#after;
  }

  async keep(): Promise<void> {
    await this.#options.checkpoint.save(this.#logPosition);
  }

  async take(commits: readonly Commit[], signal: AbortSignal): Promise<boolean> {
    const mapped = this.#mapped(commits);
    for (const batch of batches(await this.#sealed(mapped.flat()), this.#options.batchBytes)) {
      if (signal.aborted) return true;
      await this.#send(batch);
    }
    const last = commits[mapped.length - 1];
    if (last === undefined || last.position <= this.#after) return false;
    this.#logPosition = endOf(this.#options.source, last);
    this.#after = last.position;
    return true;
  }

  async round(signal: AbortSignal): Promise<void> {
    await this.#replayLetters(signal);
    await this.#options.resend(signal);
  }

  /**
   * Sends the dead letters whose replay was requested. After a failed send this sender is unusable, so the replay is
   * interrupted; the next sender continues it.
   */
  async #replayLetters(signal: AbortSignal): Promise<void> {
    const { letters, service, source, sender } = this.#options;
    const failed = new AbortController();
    await letters.refresh(service);
    const send = async (delivery: Delivery): Promise<void> => {
      try {
        const sealed = await sealedDeliveries(source, [delivery]);
        await sender.send(sealed.map((each) => toMessage(each, { replayed: true })));
      } catch (error) {
        if (!(error instanceof MessageTooLargeError)) failed.abort(error);
        throw error;
      }
    };
    await letters.drain(service, send, AbortSignal.any([signal, failed.signal]));
    failed.signal.throwIfAborted();
  }

  /**
   * Returns the events of each commit; if a later commit cannot be mapped, those before it, so that they are sent
   * first.
   */
  #mapped(commits: readonly Commit[]): PublishedEvent[][] {
    const mapped: PublishedEvent[][] = [];
    for (const commit of commits) {
      try {
        mapped.push(this.#told(commit));
      } catch (error) {
        if (mapped.length === 0) throw error;
        break;
      }
    }
    return mapped;
  }

  #told(commit: Commit): PublishedEvent[] {
    const { service, source } = this.#options;
    const end = endOf(source, commit);
    return deliveriesOf(service, source, commit)
      .filter((delivery) => isAfter(delivery, this.#logPosition))
      .map((delivery) => ({ delivery, logPosition: { ...end, n: delivery.n } }));
  }

  async #sealed(told: readonly PublishedEvent[]): Promise<Outgoing[]> {
    const { source } = this.#options;
    const deliveries = await sealedDeliveries(
      source,
      told.map(({ delivery }) => delivery),
    );
    return told.flatMap(({ logPosition }, index) => {
      const delivery = deliveries[index];
      if (delivery === undefined) return [];
      return [{ delivery, logPosition, message: toMessage(delivery, { commitId: logPosition.commitId }) }];
    });
  }

  async #send(batch: readonly Outgoing[]): Promise<void> {
    const free: Outgoing[] = [];
    for (const one of batch) if (!(await this.#addedBehind(one))) free.push(one);
    if (free.length > 0) await this.#sendOrSplit(free);
    this.#logPosition = batch.at(-1)?.logPosition ?? this.#logPosition;
    await this.keep();
  }

  /**
   * Sends a batch; one by one if it is too large. A single message that is too large becomes a dead letter and blocks
   * its key.
   */
  async #sendOrSplit(batch: readonly Outgoing[]): Promise<void> {
    try {
      const deliveries = batch.map((one) => one.delivery);
      const messages = batch.map((one) => one.message);
      await tracedSend(deliveries, () => this.#options.sender.send(messages));
    } catch (error) {
      if (!(error instanceof MessageTooLargeError)) throw error;
      const [first, second] = batch;
      if (first !== undefined && second === undefined) return this.#add(first, error);
      for (const one of batch) if (!(await this.#addedBehind(one))) await this.#sendOrSplit([one]);
    }
  }

  async #addedBehind({ delivery }: Outgoing): Promise<boolean> {
    const { letters } = this.#options;
    return letters.isBlocked(delivery) && (await letters.addBehind(delivery));
  }

  async #add({ delivery }: Outgoing, error: MessageTooLargeError): Promise<void> {
    const { letters, log } = this.#options;
    await letters.add(delivery, error.message);
    const { source, position, n, key } = delivery;
    log.error(
      { source, position, n, key },
      'an event is too large for its topic; it has become a dead letter, and blocks what follows with its key',
    );
  }
}
