import type { CommandContext } from '@almanac/aggregates';
import { toWallClock } from '@almanac/dates';
import { streamOf } from '@almanac/domain';
import { createLease, systemTime, whileLeased } from '@almanac/messaging';
import type { Core } from '../core.ts';
import { settleFiles } from '../media/files/unsettledFiles.ts';
import { redirectDanglingMedia } from '../media/mediumReferences.ts';
import { dropDanglingReferences } from './danglingReferences.ts';
import { type Post, post, posts } from './post.ts';
import { publishPost } from './publishPost.ts';

const NAME = 'core.due-work';
const EVERY_MS = 1_000;
const LEASE_MS = 6_000;
const BEAT_MS = 2_000;
const AT_ONCE = 100;
/** Turns between two looks at files that were left open. */
const SETTLED_EVERY = 300;

const dueContext = (language: string, cause: string): CommandContext => ({
  principal: 'system',
  language,
  correlation: cause,
  causation: cause,
});

/** Publishes scheduled posts whose time has come, as the site itself. Answers how many were due. */
export const publishDuePosts = async (core: Core): Promise<number> => {
  const now = core.now();
  const due = await core.documents.find<Post>(posts, {
    filter: {
      all: [
        { field: 'status', equals: 'future' },
        { field: 'dateUtc', to: toWallClock(now.getTime(), 'UTC') },
      ],
    },
    order: [{ field: 'dateUtc', direction: 'asc' }],
    limit: AT_ONCE,
  });
  const zone = core.settings.current().timezone;
  for (const { id, language } of due) {
    const context = dueContext(language, `post-${id}-due-${now.toISOString()}`);
    const lanes = [streamOf(post, id)];
    await core.commands.run(context, (unit) => publishPost(unit, core, { id, zone }), { lanes });
  }
  return due.length;
};

/** Does what is due, at once and every second, in one of the processes (architecture §2). Ends with the signal. */
export const runDueWork = (core: Core, signal: AbortSignal): Promise<void> => {
  const lease = createLease(core.records, NAME, core.newId(), { now: systemTime.now, duration: LEASE_MS });
  const options = { name: NAME, lease, time: systemTime, beat: BEAT_MS, log: core.log, signal };
  return whileLeased(options, async (_term, working) => {
    for (let turn = 0; !working.aborted; turn++) {
      await publishDuePosts(core);
      await dropDanglingReferences(core);
      await redirectDanglingMedia(core);
      if (turn % SETTLED_EVERY === 0) await settleFiles({ ...core, ...core.media });
      await systemTime.sleep(EVERY_MS, working);
    }
  });
};
