import type { ServiceName } from '@almanac/contracts';
import { hasCode } from '@almanac/event-store';
import type { Effect, Wants } from './effect.ts';

/** Does the effects of one type. The port to the outside: mail, an outside service's client, web hooks. */
export interface EffectHandler {
  /**
   * Does an effect; one that resolves is not tried again. After a crash it may be called once more for the same
   * effect, so it passes `effect.id` on where the receiver takes an idempotency key. It stops at the signal.
   * @throws anything, to be tried again later; FinalRefusalError where that is of no use, PostponedError where it may
   * not be done for now
   */
  handle(effect: Effect, signal: AbortSignal): Promise<void>;
  /** Milliseconds before the second try, the third, …; default `WAITS`, for three days. */
  readonly waits?: readonly number[];
  /** Milliseconds of one try; default 30,000. */
  readonly timeout?: number;
  /**
   * The end of an effect whose tries are used up: a dead letter (the default), behind which later ones of its key
   * wait for an operator; or it is given up, and they go on. One that names its time is never a dead letter.
   */
  readonly atLast?: 'dead-letter' | 'give-up';
  /** Makes durable, before the effect is forgotten, that it was given up. It may be called again. */
  givenUp?(effect: Effect, reason: string): Promise<void>;
}

/** The effects that a service wants, and their handlers. */
export interface EffectsDefinition {
  /** `<service>.<what>`, such as `misc.effects`. Another name is another reader of the log: it begins at its start. */
  readonly name: string;
  readonly wants: Wants;
  /** By the effects' types. */
  readonly handlers: Readonly<Record<string, EffectHandler>>;
  /** Services beside this one whose events want effects, by `add`. */
  readonly others?: readonly ServiceName[];
  /** The number of effects of one receiver that are tried at the same time, each of another key; default 4. */
  readonly concurrency?: number;
}

/** 5 s, 30 s, 5 min, 30 min, then 2, 5, 10, 14, 20 and 24 hours. */
export const WAITS: readonly number[] = [
  5_000,
  30_000,
  ...[5, 30].map((minutes) => minutes * 60_000),
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3_600_000),
];

export const TIMEOUT_MS = 30_000;

/** The receiver will never take this effect: no further try is made. Recognised by `code`. */
export class FinalRefusalError extends Error {
  readonly code = 'final-refusal';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FinalRefusalError';
  }
}

/** The effect may not be done for now, and nobody is at fault: it waits, which counts as no try. Recognised by `code`. */
export class PostponedError extends Error {
  readonly code = 'postponed';
  /** Milliseconds before it is looked at again. */
  readonly wait: number;

  constructor(message: string, wait: number) {
    super(message);
    this.name = 'PostponedError';
    this.wait = wait;
  }
}

export const isPostponed = (error: unknown): error is PostponedError => hasCode(error, 'postponed');

export const isFinalRefusal = (error: unknown): boolean => hasCode(error, 'final-refusal');
