import { doEach, repeatWhileLeased } from '@almanac/messaging';
import { tendLogs } from './logs/expiry.ts';
import type { Redirection } from './redirection.ts';
import { followSaidHits } from './rules/saidHits.ts';

/** The name of the lease under which the due work runs. */
export const DUE_WORK = 'redirection.due-work';
const EVERY_MS = 60_000;

/**
 * Maintains the logs and counters at once and then every minute, in one of the processes (docs/architecture.md §2).
 * Ends when the signal aborts.
 */
export const runDueWork = (redirection: Redirection, signal: AbortSignal): Promise<void> => {
  const turns = { name: DUE_WORK, holder: redirection.newId(), rest: EVERY_MS, signal };
  return repeatWhileLeased(redirection, turns, (working) =>
    doEach([() => followSaidHits(redirection, working), () => tendLogs(redirection)]),
  );
};
