import { publishAllDue, publishDueContent } from '@almanac/content-model';
import { doEach, repeatWhileLeased } from '@almanac/messaging';
import type { Core } from './core.ts';
import { settleFiles } from './media/files/unsettledFiles.ts';
import type { MediaCore } from './media/mediaPorts.ts';
import { postKind } from './posts/postKind.ts';
import { siteOf, writtenPosts } from './posts/postWriting.ts';
import { dropNotedReferences } from './references/references.ts';

/** Name of the lease for due work. */
export const DUE_WORK = 'core.due-work';
const EVERY_MS = 1_000;
/** Number of turns between two checks of unsettled files. */
const SETTLED_EVERY = 300;

/** Publishes scheduled posts that are due. */
const publishDuePosts = (core: Core): Promise<number> =>
  publishAllDue(core, { ...postKind, publish: (unit, id) => publishDueContent(unit, writtenPosts, siteOf(core), id) });

/**
 * Runs due work at once and every second, in the process that holds the lease (docs/architecture.md §2). Ends with the
 * signal.
 */
export const runDueWork = (core: MediaCore, signal: AbortSignal): Promise<void> => {
  let turn = 0;
  return repeatWhileLeased(core, { name: DUE_WORK, holder: core.newId(), rest: EVERY_MS, signal }, (working) =>
    doEach([
      () => publishDuePosts(core),
      () => dropNotedReferences(core, working),
      async () => turn++ % SETTLED_EVERY === 0 && settleFiles({ ...core, ...core.media }),
    ]),
  );
};
