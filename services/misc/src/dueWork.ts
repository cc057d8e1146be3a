import { doEach, repeatWhileLeased } from '@almanac/messaging';
import { renewToken, type SocialMisc } from './builder/social/tokens.ts';
import { slowFormerHashes } from './login/recoveryHashes.ts';
import type { SecondStepPorts } from './login/secondStepPorts.ts';

/** The lease under which it is done. */
export const DUE_WORK = 'misc.due-work';
const EVERY_MS = 3_600_000;

type DueMisc = SocialMisc & Pick<SecondStepPorts, 'kept'>;

/** Does at once and every hour, in one of the processes, what is due. Ends with the signal. */
export const runDueWork = (misc: DueMisc, signal: AbortSignal): Promise<void> => {
  const turns = { name: DUE_WORK, holder: misc.newId(), rest: EVERY_MS, signal };
  return repeatWhileLeased(misc, turns, (working) => doDueWork(misc, working));
};

/**
 * Makes hashes of recovery codes slow that a former release has kept, and renews the token of the social feed.
 * @throws what failed, once the rest is done
 */
export const doDueWork = (misc: DueMisc, signal: AbortSignal): Promise<void> =>
  doEach([
    () => slowFormerHashes(misc, signal),
    async () => (await misc.packages.isActive('social-feed')) && renewToken(misc),
  ]);
