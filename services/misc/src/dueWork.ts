import { createLease, systemTime, whileLeased } from '@almanac/messaging';
import { slowFormerHashes } from './second-step/recoveryHashes.ts';
import type { SecondStepPorts } from './second-step/secondStepPorts.ts';
import { renewToken, type SocialMisc } from './social/tokens.ts';
import { rollUpVisits } from './visits/rollUp.ts';

/** The lease under which it is done. */
export const DUE_WORK = 'misc.due-work';
const EVERY_MS = 3_600_000;
const LEASE_MS = 6_000;
const BEAT_MS = 2_000;

/**
 * Rolls up what was counted long ago, renews the token of the social feed, and makes hashes of recovery codes slow that a
 * former release has kept, at once and every hour, in one of the processes. Ends with the signal.
 */
export const runDueWork = (misc: SocialMisc & Pick<SecondStepPorts, 'kept'>, signal: AbortSignal): Promise<void> => {
  const { entries, newId, log } = misc;
  const lease = createLease(entries, DUE_WORK, newId(), { now: systemTime.now, duration: LEASE_MS });
  const options = { name: DUE_WORK, lease, time: systemTime, beat: BEAT_MS, log, signal };
  return whileLeased(options, async (_term, working) => {
    while (!working.aborted) {
      await slowFormerHashes(misc, working);
      if (await misc.packages.isActive('popups')) await rollUpVisits(misc, working);
      if (await misc.packages.isActive('social-feed')) await renewToken(misc);
      await systemTime.sleep(EVERY_MS, working);
    }
  });
};
