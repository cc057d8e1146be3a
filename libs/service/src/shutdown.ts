import type { EventEmitter } from 'node:events';
import type { Log } from './log.ts';

export interface ShutdownOptions {
  readonly log: Log;
  /** Ends the process. */
  readonly exit: (code: number) => void;
  /** The emitter of signals: `process`. */
  readonly signals: Pick<EventEmitter, 'on'>;
  /** Timeout in milliseconds until the process exits anyway; default 20,000. */
  readonly timeout?: number;
}

/**
 * Stops in order on SIGINT or SIGTERM: exits with 0 if everything ended in time, else with 1.
 * A second signal exits at once.
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
