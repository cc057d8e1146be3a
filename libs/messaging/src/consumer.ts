import { plainTypeOf } from '@almanac/contracts';
import type { Delivery, Subscription } from './bus.ts';
import { type DeadLetters, UnknownTypeError } from './deadLetters.ts';
import { tracedHandling, tracedTogether } from './deliverySpans.ts';
import type { Log } from './log.ts';
import type { BusObserver } from './observer.ts';
import type { Opening } from './personal/sealing.ts';
import type { Time } from './time.ts';

export interface ConsumerOptions {
  readonly subscription: Subscription;
  /** Without them a delivery that keeps failing is dropped. */
  readonly letters: DeadLetters | undefined;
  readonly time: Time;
  readonly log: Log;
  readonly observer: BusObserver;
  /** Opens what is sealed; dead letters are kept as they came. */
  readonly opening: Opening;
  /** How often a delivery is tried before it becomes a dead letter. */
  readonly attempts: number;
}

/** Brings deliveries to a subscription's handler, one after another. */
export interface Consumer {
  /**
   * Handles a delivery or makes it a dead letter; true when it is done with, false when the signal came first. While
   * something that the handler needs is out of service, it waits: that is not the delivery's fault.
   */
  consume(delivery: Delivery, signal: AbortSignal): Promise<boolean>;
  /**
   * Handles several deliveries together. False where they must be consumed one by one: the subscription cannot handle
   * several, one of their keys is blocked, or handling them failed, and one by one shows which is at fault. Handling a
   * delivery again does no harm.
   */
  consumeTogether(deliveries: () => Promise<readonly Delivery[]>): Promise<boolean>;
  /** Has what deliveries will need there before they are consumed one by one, as far as it can be had now. */
  prepare(deliveries: readonly Delivery[]): Promise<void>;
  /** Handles the dead letters of a source whose replay an operator has requested; see `DeadLetters.drain`. */
  replay(source: Delivery['source'], signal: AbortSignal, owns?: (key: string) => boolean): Promise<void>;
}

export const createConsumer = (options: ConsumerOptions): Consumer => {
  const { subscription, letters, time, log, observer, opening, attempts } = options;
  const known = knownTypes(subscription);

  /** What a delivery says, in the form that its contract reads. */
  const opened = async (delivery: Delivery): Promise<Delivery> => {
    known.require(delivery);
    return known.parsed(await opening.open(delivery));
  };

  /** Tries until the handler resolves, the attempts are used up, or the signal comes. */
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
    if (known.ignores(delivery)) return true;
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
    await tracedTogether(subscription, said, () => subscription.handleTogether?.(said));
    const share = (time.now() - begun) / deliveries.length;
    for (const delivery of deliveries) observer.handled(subscription.name, delivery, share);
  };

  const consumeTogether = async (read: () => Promise<readonly Delivery[]>): Promise<boolean> => {
    if (subscription.handleTogether === undefined) return false;
    try {
      const told = await read();
      for (const delivery of told) opening.note(delivery);
      const deliveries = told.filter((delivery) => !known.ignores(delivery));
      if (deliveries.some((delivery) => letters?.isBlocked(delivery))) return false;
      if (deliveries.length > 0) await handleTogether(deliveries);
      return true;
    } catch (error) {
      log.info({ subscription: subscription.name, error }, 'deliveries failed together and are tried one by one');
      return false;
    }
  };

  return {
    consume,
    consumeTogether,
    prepare: async (deliveries) => {
      // whoever cannot be opened now is tried, and waited for, in its turn
      await Promise.allSettled(deliveries.filter((delivery) => known.takes(delivery)).map(opening.prepare));
    },
    replay: async (source, signal, owns = () => true) => {
      await letters?.refresh(source);
      await letters?.requestKnown(source, (type, key) => known.has(type) && owns(key));
      const handle = async (delivery: Delivery): Promise<void> => {
        if (!known.ignores(delivery)) await retry(delivery, signal);
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

/** 100 ms, doubled with each attempt up to 5 s. */
const backoff = (attempt: number): number => Math.min(100 * 2 ** (attempt - 1), 5_000);

/** What a subscription says of types; see `Subscription.ignores`. */
const knownTypes = ({ takes, ignores = [], ephemeral = false }: Subscription) => {
  const taken = new Map(takes.map((each) => [each.type, each]));
  const ignored = new Set(ignores.map((each) => each.type));
  return {
    has: (type: string): boolean => taken.has(plainTypeOf(type)) || ignored.has(plainTypeOf(type)),
    takes: ({ type }: Delivery): boolean => taken.has(plainTypeOf(type)),
    ignores: ({ type }: Delivery): boolean =>
      ignored.has(plainTypeOf(type)) || (ephemeral && !taken.has(plainTypeOf(type))),
    /** @throws UnknownTypeError */
    require: ({ type }: Delivery): void => {
      if (!taken.has(plainTypeOf(type))) throw new UnknownTypeError(type);
    },
    /**
     * An opened delivery with its data as its contract reads them.
     * @throws ContractError
     */
    parsed: (delivery: Delivery): Delivery => ({ ...delivery, data: taken.get(delivery.type)?.parse(delivery.data) }),
  };
};

const OUTAGES = ['store-unavailable', 'outcome-unknown'];

/** The store did not answer, or the consumer itself says 503: nothing is wrong with the delivery. */
const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if ('status' in error && error.status === 503) return true;
  return 'code' in error && OUTAGES.includes(String(error.code));
};

/** Nothing that this process can try again would help. */
const isHopeless = (error: unknown): boolean => error instanceof UnknownTypeError;
