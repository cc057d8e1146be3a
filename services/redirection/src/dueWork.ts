import { createLease, systemTime, whileLeased } from '@almanac/messaging';
import { tendLogs } from './logs/expiry.ts';
import type { Redirection } from './redirection.ts';
import { followSaidHits } from './rules/saidHits.ts';

/** The lease under which it is done. */
export const DUE_WORK = 'redirection.due-work';
const EVERY_MS = 60_000;
const LEASE_MS = 6_000;
const BEAT_MS = 2_000;

/** Tends the logs and the counters that editors have set, at once and every minute, in one of the processes (docs/architecture.md §2). Ends with the signal. */
export const runDueWork = (redirection: Redirection, signal: AbortSignal): Promise<void> => {
  const lease = createLease(redirection.entries, DUE_WORK, redirection.newId(), {
    now: systemTime.now,
    duration: LEASE_MS,
  });
  const options = { name: DUE_WORK, lease, time: systemTime, beat: BEAT_MS, log: redirection.log, signal };
  return whileLeased(options, async (_term, working) => {
    while (!working.aborted) {
      await followSaidHits(redirection, working);
      await tendLogs(redirection);
      await systemTime.sleep(EVERY_MS, working);
    }
  });
};
