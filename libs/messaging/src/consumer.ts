import { integrationEvents } from '@almanac/contracts';
import type { Delivery, Subscription } from './bus.ts';
import type { DeadLetters } from './deadLetters.ts';
import type { Log } from './log.ts';
import type { Time } from './time.ts';

export interface ConsumerOptions {
  readonly subscription: Subscription;
  readonly letters: DeadLetters;
  readonly time: Time;
  readonly log: Log;
  /** How often a delivery is tried before it is parked. */
  readonly attempts: number;
}

/** Brings deliveries to a subscription's handler, one after another. */
export interface Consumer {
  /**
   * Handles or parks a delivery; true when it is done with, false when the signal came first. While what the handler
   * needs is out of service it waits: that is not the delivery's fault.
   */
  consume(delivery: Delivery, signal: AbortSignal): Promise<boolean>;
  /** Handles the parked deliveries of a source that somebody asked to try again. */
  replay(source: Delivery['source'], signal: AbortSignal): Promise<void>;
}

export const createConsumer = ({ subscription, letters, time, log, attempts }: ConsumerOptions): Consumer => {
  const handle = async (delivery: Delivery): Promise<void> => subscription.handle(parsed(delivery));

  const failed = async (delivery: Delivery, error: unknown, attempt: number): Promise<boolean> => {
    const { source, position, n, key, type } = delivery;
    const where = { subscription: subscription.name, source, position, n, key, type, attempt, error };
    if (isOutage(error) || attempt < attempts) {
      log.warn(where, 'a delivery failed and is tried again');
      return false;
    }
    await letters.park(delivery, String(error));
    log.error(where, 'a delivery is parked, and what follows with its key');
    return true;
  };

  const consume = async (delivery: Delivery, signal: AbortSignal): Promise<boolean> => {
    if (letters.isParked(delivery) && (await letters.parkBehind(delivery))) return true;
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        await handle(delivery);
        return true;
      } catch (error) {
        if (await failed(delivery, error, attempt)) return true;
      }
      await time.sleep(backoff(attempt), signal);
    }
    return false;
  };

  return {
    consume,
    replay: (source, signal) => letters.drain(source, handle, signal),
  };
};

/** 100 ms, doubled with each attempt up to 5 s. */
export const backoff = (attempt: number): number => Math.min(100 * 2 ** (attempt - 1), 5_000);

/** Data as its contract says; a type that this release does not know reaches the handler, which passes over it. */
const parsed = (delivery: Delivery): Delivery => {
  const contract = integrationEvents.get(delivery.type);
  return contract === undefined ? delivery : { ...delivery, data: contract.parse(delivery.data) };
};

const OUTAGES = ['store-unavailable', 'outcome-unknown'];

/** The store did not answer, or the consumer itself says 503: nothing is wrong with the delivery. */
const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code, status } = error as { code?: unknown; status?: unknown };
  return status === 503 || OUTAGES.includes(String(code));
};
