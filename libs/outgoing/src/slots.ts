import { failureOf, isTimeout, OutgoingError } from './outgoingError.ts';

/** Maximum number of running and of waiting requests. */
export interface SlotLimits {
  readonly running: number;
  readonly waiting: number;
}

/**
 * Runs work in a place, and waits for a free place if necessary.
 * @throws OutgoingError busy: too many requests wait, or the timeout ends before a place is free
 */
export type RunInSlot = <Result>(work: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

const busy = (): OutgoingError => new OutgoingError('busy', 'too many other requests run or wait');

/** Creates the places of one kind of caller, apart from those of other kinds. */
export const createSlots = ({ running, waiting }: SlotLimits): RunInSlot => {
  let taken = 0;
  const queue = new Set<() => void>();

  const wait = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        queue.delete(enter);
        reject(isTimeout(signal.reason) ? busy() : failureOf(undefined, signal));
      };
      queue.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });

  const take = async (signal: AbortSignal): Promise<void> => {
    if (taken >= running && queue.size >= waiting) throw busy();
    if (taken >= running) return wait(signal);
    taken++;
  };

  /** Hands the place to the first request in the queue. */
  const release = (): void => {
    const [next] = queue;
    if (next === undefined) taken--;
    else {
      queue.delete(next);
      next();
    }
  };

  return async (work, signal) => {
    if (signal.aborted) throw failureOf(undefined, signal);
    await take(signal);
    try {
      return await work();
    } finally {
      release();
    }
  };
};
