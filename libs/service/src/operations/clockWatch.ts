import type { Log } from '../log.ts';

/** Milliseconds between two readings of the clock. */
const LOOK_MS = 10_000;
/** A smaller step is a correction of time synchronization. */
const MAX_STEP_MS = 60_000;

/** A watch of the machine's clock, for as long as the process runs. */
export interface ClockWatch {
  /** Returns the milliseconds by which the clock was set back and not forward again; 0 for at most a minute. */
  setBackMs(): number;
  stop(): void;
}

/**
 * Compares the machine's clock with the time since the process began, which nobody can set; logs when the clock is set
 * back.
 */
export const watchClock = (log: Log): ClockWatch => {
  let furthest = Number.NEGATIVE_INFINITY;
  let isLogged = false;
  const setBackMs = (): number => {
    const began = Date.now() - performance.now();
    furthest = Math.max(furthest, began);
    const setBack = Math.round(furthest - began);
    if (setBack <= MAX_STEP_MS) {
      isLogged = false;
      return 0;
    }
    if (!isLogged) log.error({ seconds: Math.round(setBack / 1_000) }, 'the clock of this machine was set back');
    isLogged = true;
    return setBack;
  };
  setBackMs();
  const timer = setInterval(setBackMs, LOOK_MS).unref();
  return { setBackMs, stop: () => clearInterval(timer) };
};
