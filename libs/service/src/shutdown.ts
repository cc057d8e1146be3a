import type { EventEmitter } from 'node:events';
import type { Log } from './log.ts';

export interface ShutdownOptions {
  readonly log: Log;
  /** Ends the process. */
  readonly exit: (code: number) => void;
  /** Where signals arrive: `process`. */
  readonly signals: Pick<EventEmitter, 'on'>;
  /** Milliseconds until it ends anyway; default 20,000. */
  readonly timeout?: number;
}

/**
 * Stops in order on SIGINT or SIGTERM: 0 when everything ended, 1 when it did not, or not in time. A second signal ends
 * at once.
 */
export const stopOnSignals = (stop: () => Promise<void>, options: ShutdownOptions): void => {
  const { log, exit, signals, timeout = 20_000 } = options;
  let stopping = false;

  const end = async (): Promise<void> => {
    if (stopping) return exit(1);
    stopping = true;
    const late = setTimeout(() => {
      log.error(`not stopped within ${timeout} ms`);
      exit(1);
    }, timeout);
    late.unref();
    await stop();
    clearTimeout(late);
    exit(0);
  };

  const onSignal = (): void => {
    end().catch((error: unknown) => {
      log.error({ err: error }, 'stopping failed');
      exit(1);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM']) signals.on(signal, onSignal);
};
