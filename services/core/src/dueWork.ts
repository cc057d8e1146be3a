import { createLease, systemTime, whileLeased } from '@almanac/messaging';
import { publishAllDue } from '@almanac/publication';
import type { Core } from './core.ts';
import { settleFiles } from './media/files/unsettledFiles.ts';
import type { MediaCore } from './media/mediaPorts.ts';
import { postKind } from './posts/postKind.ts';
import { publishPost, siteOf } from './posts/postWriting.ts';
import { dropNotedReferences } from './references/references.ts';

/** The lease under which it is done. */
export const DUE_WORK = 'core.due-work';
const EVERY_MS = 1_000;
const LEASE_MS = 6_000;
const BEAT_MS = 2_000;
/** Turns between two looks at files that were left open. */
const SETTLED_EVERY = 300;

/** Publishes scheduled posts whose time has come. */
const publishDuePosts = (core: Core): Promise<number> =>
  publishAllDue(core, { ...postKind, publish: (unit, id) => publishPost(unit, siteOf(core), id) });

/**
 * Does what is due, at once and every second, in one of the processes (docs/architecture.md §2). Ends with the signal.
 */
export const runDueWork = (core: MediaCore, signal: AbortSignal): Promise<void> => {
  const lease = createLease(core.entries, DUE_WORK, core.newId(), { now: systemTime.now, duration: LEASE_MS });
  const options = { name: DUE_WORK, lease, time: systemTime, beat: BEAT_MS, log: core.log, signal };
  return whileLeased(options, async (_term, working) => {
    for (let turn = 0; !working.aborted; turn++) {
      await publishDuePosts(core);
      await dropNotedReferences(core);
      if (turn % SETTLED_EVERY === 0) await settleFiles({ ...core, ...core.media });
      await systemTime.sleep(EVERY_MS, working);
    }
  });
};
