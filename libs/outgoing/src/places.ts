import { failureOf, isTimeout, OutgoingError } from './outgoingError.ts';

/** How many requests of one kind of caller run at once, and how many more wait for a place. */
export interface PlaceLimits {
  readonly running: number;
  readonly waiting: number;
}

/**
 * Runs work while it has a place.
 * @throws OutgoingError busy: too many wait, or the time is over before there is a place
 */
export type InPlace = <Result>(work: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

const busy = (): OutgoingError => new OutgoingError('busy', 'too many other requests run or wait');

/** Makes the places of one kind of caller: whatever others do, these are left to it. */
export const createPlaces = ({ running, waiting }: PlaceLimits): InPlace => {
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

  /** Hands the place to the first of the queue. */
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
