import { setTimeout as pause } from 'node:timers/promises';
import type { Visit } from './claims.ts';
import { type CountPorts, countVisits } from './countVisits.ts';

/** Counts visits; resolves once what says so is committed. @throws what the store throws, where it cannot be */
export type CountVisit = (visit: Visit) => Promise<void>;

interface Queued {
  readonly visit: Visit;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const MOST_TOGETHER = 500;
const PAUSE_MS = 20;

/** One batch of this process is under way at a time; the visits that come meanwhile share the next one's commit. */
export const createVisitCounter = (ports: CountPorts): CountVisit => {
  const queue: Queued[] = [];
  let isRunning = false;

  const countNext = async (): Promise<void> => {
    const batch = queue.splice(0, MOST_TOGETHER);
    try {
      const left = new Set(
        await countVisits(
          ports,
          batch.map(({ visit }) => visit),
        ),
      );
      const again = batch.filter(({ visit }) => left.has(visit));
      for (const each of batch) if (!left.has(each.visit)) each.resolve();
      queue.unshift(...again);
      if (again.length > 0) await pause(PAUSE_MS);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  const run = async (): Promise<void> => {
    isRunning = true;
    while (queue.length > 0) await countNext();
    isRunning = false;
  };

  return (visit) =>
    new Promise((resolve, reject) => {
      queue.push({ visit, resolve, reject });
      if (!isRunning) void run();
    });
};
