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
  /** The time in milliseconds since any moment; default: the process's own. */
  readonly now?: () => number;
}

/**
 * Milliseconds in which a second Ctrl-C is taken for the first. A terminal signals npm and its process, and npm passes
 * the signal on.
 */
const ONE_PRESS = 500;

/**
 * Stops in order on SIGINT or SIGTERM: exits with 0 if everything ended in time, else with 1.
 * A second Ctrl-C (SIGINT) exits at once; a second SIGTERM changes nothing, since a process group and its starter may
 * each send one.
 */
export const stopOnSignals = (stop: () => Promise<void>, options: ShutdownOptions): void => {
  const { log, exit, signals, timeout = 20_000, now = () => performance.now() } = options;
  let stoppingSince: number | undefined;

  const end = async (isImpatient: boolean): Promise<void> => {
    if (stoppingSince !== undefined) {
      if (isImpatient && now() - stoppingSince > ONE_PRESS) exit(1);
      return;
    }
    stoppingSince = now();
    const late = setTimeout(() => {
      log.error(`not stopped within ${timeout} ms`);
      exit(1);
    }, timeout);
    late.unref();
    await stop();
    clearTimeout(late);
    exit(0);
  };

  const onSignal = (signal: NodeJS.Signals): void => {
    end(signal === 'SIGINT').catch((error: unknown) => {
      log.error({ err: error }, 'stopping failed');
      exit(1);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) signals.on(signal, () => onSignal(signal));
};
