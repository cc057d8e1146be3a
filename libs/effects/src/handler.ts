import type { ServiceName } from '@almanac/contracts';
import { hasCode } from '@almanac/event-store';
import type { Effect, EffectSelector } from './effect.ts';

/** Does the effects of one type. The port to the outside: mail, an outside service's client, webhooks. */
export interface EffectHandler {
  /**
   * Does an effect; it is not tried again once this resolves. After a crash it may be called once more for the same
   * effect, so it passes `effect.id` on if the receiver takes an idempotency key. It stops at the signal.
   * @throws any error, for a retry; FinalRefusalError if a retry is useless, PostponedError if the effect must wait
   */
  handle(effect: Effect, signal: AbortSignal): Promise<void>;
  /** Milliseconds before the second try, the third, …; default `RETRY_DELAYS_MS`, which last three days. */
  readonly waits?: readonly number[];
  /** Timeout of one try in milliseconds; default 30,000. */
  readonly timeout?: number;
  /**
   * The outcome after the last try. By default a dead letter, and later effects of its key wait for an operator; or the
   * effect is given up, and later ones continue. An effect with `until` never becomes a dead letter.
   */
  readonly atLast?: 'dead-letter' | 'give-up';
  /** Stores that an effect was given up, before the effect is removed. It may be called again. */
  givenUp?(effect: Effect, reason: string): Promise<void>;
}

/** The effects of a service, and their handlers. */
export interface EffectsDefinition {
  /**
   * `<service>.<what>`, such as `misc.effects`. A changed name is a new reader, which begins at the start of the log.
   */
  readonly name: string;
  readonly wants: EffectSelector;
  /** Handlers by the effects' types. */
  readonly handlers: Readonly<Record<string, EffectHandler>>;
  /** Other services whose events want effects, by `add`. */
  readonly others?: readonly ServiceName[];
  /** Maximum number of effects of one receiver at the same time, each of another key; default 4. */
  readonly concurrency?: number;
}

/** 5 s, 30 s, 5 min, 30 min, then 2, 5, 10, 14, 20 and 24 hours. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5_000,
  30_000,
  ...[5, 30].map((minutes) => minutes * 60_000),
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3_600_000),
];

export const TIMEOUT_MS = 30_000;

/** The receiver refuses this effect permanently: no retry. Recognised by `code`. */
export class FinalRefusalError extends Error {
  readonly code = 'final-refusal';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FinalRefusalError';
  }
}

/** The effect must wait and nothing has failed: the wait does not count as a try. Recognised by `code`. */
export class PostponedError extends Error {
  readonly code = 'postponed';
  /** Milliseconds before the next check. */
  readonly wait: number;

  constructor(message: string, wait: number) {
    super(message);
    this.name = 'PostponedError';
    this.wait = wait;
  }
}

export const isPostponed = (error: unknown): error is PostponedError => hasCode(error, 'postponed');

export const isFinalRefusal = (error: unknown): boolean => hasCode(error, 'final-refusal');
