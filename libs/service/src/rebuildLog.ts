import type { RebuildProgress } from '@almanac/event-sourcing';
import type { Log } from './log.ts';

/** Milliseconds between two lines of the log about a rebuild. */
const REPORT_MS = 10_000;

/** Returns a function that logs the progress of a rebuild at the start of a service, at most one line in 10 seconds. */
export const logRebuild = (
  log: Pick<Log, 'info'>,
  now: () => number = () => performance.now(),
): ((progress: RebuildProgress) => void) => {
  let reported = now();
  return ({ position, last }) => {
    if (now() - reported < REPORT_MS) return;
    reported = now();
    log.info({ position, last }, 'rebuilding documents');
  };
};
