import { integrationEvents, plainTypeOf } from '@almanac/contracts';
import type { Delivery, KnownEvent, Subscription } from './bus.ts';
import { type DeadLetters, UnknownTypeError } from './deadLetters.ts';
import { tracedHandling, tracedTogether } from './deliverySpans.ts';
import type { Log } from './log.ts';
import type { BusObserver } from './observer.ts';
import { parsedBy } from './parsedDeliveries.ts';
import type { Opening } from './personal/sealing.ts';
import type { Time } from './time.ts';

export interface ConsumerOptions {
  readonly subscription: Subscription;
  /** Dead letters; without them a delivery that keeps failing is dropped. */
  readonly letters: DeadLetters | undefined;
  readonly time: Time;
  readonly log: Log;
  readonly observer: BusObserver;
  /** Opens sealed members; dead letters are stored as they arrived. */
  readonly opening: Opening;
  /** Maximum attempts before a delivery becomes a dead letter. */
  readonly attempts: number;
}

/** Passes deliveries to a subscription's handler, one after another. */
export interface Consumer {
  /**
   * Handles a delivery or makes it a dead letter; returns true when it is done, false if the signal came first. While
   * the handler's store is unreachable, it keeps retrying: that is not the delivery's fault.
   */
  consume(delivery: Delivery, signal: AbortSignal): Promise<boolean>;
  /**
   * Handles several deliveries together, or skips them if the subscription takes none of them. Returns false if they
   * must be consumed one by one. Then the subscription cannot handle several, one of their keys is blocked, or handling
   * failed and the faulty one must be found. Handling a delivery again is harmless.
   */
  consumeTogether(deliveries: () => Promise<readonly Delivery[]>): Promise<boolean>;
  /** Loads data that deliveries will need, as far as possible, before they are consumed one by one. */
  prepare(deliveries: readonly Delivery[]): Promise<void>;
  /** Handles the dead letters of a source whose replay an operator has requested; see `DeadLetters.drain`. */
  replay(source: Delivery['source'], signal: AbortSignal, owns?: (key: string) => boolean): Promise<void>;
}

export const createConsumer = (options: ConsumerOptions): Consumer => {
  const { subscription, letters, time, log, observer, opening, attempts } = options;
  const known = knownTypes(subscription);

  /** Returns a delivery in plain form, parsed by its contract. */
  const opened = async (delivery: Delivery): Promise<Delivery> => {
    const contract = known.contractOf(delivery);
    return parsedBy(contract, await opening.open(delivery));
  };

  /** Retries until the handler resolves, the attempts are used up, or the signal comes. */
  const retry = async (delivery: Delivery, signal: AbortSignal): Promise<void> => {
    const begun = time.now();
    for (let attempt = 1; ; attempt++) {
      try {
        const said = await opened(delivery);
        await tracedHandling(subscription, said, () => subscription.handle(said));
        return observer.handled(subscription.name, delivery, time.now() - begun);
      } catch (error) {
        log.warn({ ...whereabouts(subscription, delivery), attempt, error }, 'a delivery failed');
        if (signal.aborted || isHopeless(error) || (!isOutage(error) && attempt >= attempts)) throw error;
      }
      await time.sleep(backoff(attempt), signal);
    }
  };

  const consume = async (delivery: Delivery, signal: AbortSignal): Promise<boolean> => {
    if (signal.aborted) return false;
    opening.note(delivery);
    if (known.skips(delivery)) return true;
    if (letters?.isBlocked(delivery) && (await letters.addBehind(delivery))) return true;
    try {
      await retry(delivery, signal);
    } catch (error) {
      if (signal.aborted) return false;
      await letters?.add(delivery, error);
      observer.deadLettered(subscription.name, delivery);
      const outcome =
        letters === undefined ? 'is dropped' : 'has become a dead letter, and blocks what follows with its key';
      log.error({ ...whereabouts(subscription, delivery), error }, `a delivery ${outcome}`);
    }
    return true;
  };

  const handleTogether = async (deliveries: readonly Delivery[]): Promise<void> => {
    const begun = time.now();
    const said = await Promise.all(deliveries.map(opened));
    await tracedTogether(subscription, said, async () => {
      if (subscription.handleTogether !== undefined) return subscription.handleTogether(said);
      for (const delivery of said) await subscription.handle(delivery);
    });
    const share = (time.now() - begun) / deliveries.length;
    for (const delivery of deliveries) observer.handled(subscription.name, delivery, share);
  };

  const consumeTogether = async (read: () => Promise<readonly Delivery[]>): Promise<boolean> => {
    try {
      const told = await read();
      for (const delivery of told) opening.note(delivery);
      const deliveries = told.filter((delivery) => !known.skips(delivery));
      if (deliveries.length === 0) return true;
      if (subscription.handleTogether === undefined && !subscription.hasRareEffects) return false;
      if (deliveries.some((delivery) => letters?.isBlocked(delivery))) return false;
      await handleTogether(deliveries);
      return true;
    } catch (error) {
      log.info({ subscription: subscription.name, error }, 'a batch of deliveries failed; retrying one by one');
      return false;
    }
  };

  return {
    consume,
    consumeTogether,
    prepare: async (deliveries) => {
      // a delivery that cannot be opened now is retried in its turn
      await Promise.allSettled(deliveries.filter((delivery) => known.takes(delivery)).map(opening.prepare));
    },
    replay: async (source, signal, owns = () => true) => {
      await letters?.refresh(source);
      await letters?.requestKnown(source, (type, key) => known.has(type) && owns(key));
      const handle = async (delivery: Delivery): Promise<void> => {
        if (!known.skips(delivery)) await retry(delivery, signal);
      };
      await letters?.drain(source, handle, signal, owns);
    },
  };
};

const whereabouts = (subscription: Subscription, delivery: Delivery): object => ({
  subscription: subscription.name,
  source: delivery.source,
  position: delivery.position,
  n: delivery.n,
  key: delivery.key,
  type: delivery.type,
  correlation: delivery.correlation,
  causation: delivery.causation,
});

/** Returns the milliseconds before the next attempt: 100, doubled with each attempt up to 5,000. */
const backoff = (attempt: number): number => Math.min(100 * 2 ** (attempt - 1), 5_000);

/** Returns the rules for a subscription's types; see `Subscription.takes`. */
const knownTypes = ({ takes, ephemeral = false }: Subscription) => {
  const taken = new Map(takes.map((each) => [each.type, each]));
  const has = (type: string): boolean => taken.has(plainTypeOf(type)) || integrationEvents.has(plainTypeOf(type));
  const isTaken = ({ type }: Delivery): boolean => taken.has(plainTypeOf(type));
  return {
    has,
    takes: isTaken,
    skips: (delivery: Delivery): boolean => !isTaken(delivery) && (ephemeral || has(delivery.type)),
    /** Returns the contract of a delivery. @throws UnknownTypeError for a type that the subscription does not take */
    contractOf: ({ type }: Delivery): KnownEvent => {
      const contract = taken.get(plainTypeOf(type));
      if (contract === undefined) throw new UnknownTypeError(type);
      return contract;
    },
  };
};

const OUTAGES = ['store-unavailable', 'outcome-unknown'];

/** True if the store did not answer, or the consumer itself reports 503: the delivery is not at fault. */
const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if ('status' in error && error.status === 503) return true;
  return 'code' in error && OUTAGES.includes(String(error.code));
};

/** True if a retry in this process cannot help. */
const isHopeless = (error: unknown): boolean => error instanceof UnknownTypeError;
