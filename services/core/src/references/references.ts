import type { Core } from '../core.ts';
import type { DeletedRecord, References } from '../ports.ts';
import { autosavesOf } from '../posts/readModels/revisionList.ts';
import { autosaveId } from '../revisions/autosave.ts';
import { autosaveDecider } from '../revisions/autosaveCommands.ts';
import { commentsOfDeleted, deleteComments, deleteLeftComments } from './commentsOfPost.ts';
import { redirectDanglingMedia, redirectionOf, redirectMedia, referringMedia } from './mediumReferences.ts';
import { detachReferences, referringPosts, runPostCleanupTasks } from './postReferences.ts';

/**
 * Handles references to a deleted record: posts and media lose them, and the autosaves and comments of a post are
 * deleted with it, in the commit of the deletion. References beyond a limit, and those added meanwhile, follow within seconds
 * (`runCleanupTask`).
 */
export const createReferences = (
  core: Pick<Core, 'documents' | 'entries' | 'languages' | 'now' | 'settings'>,
): References => ({
  gather: async (going) => {
    const posts = await referringPosts(core, going);
    const redirection = redirectionOf(going);
    const media = redirection === undefined ? [] : await referringMedia(core, redirection);
    const savers = await saversOf(core, going);
    const comments = await commentsOfDeleted(core, going);
    return async (unit) => {
      for (const post of posts) await detachReferences(unit, core, going, post);
      if (redirection !== undefined) await redirectMedia(unit, media, redirection);
      for (const author of savers)
        await unit.decide(autosaveDecider, autosaveId(going.id, author), { type: 'Delete' }, undefined);
      await deleteComments(unit, comments);
    };
  },
});

/** Returns the users who have an autosave of a deleted post. */
const saversOf = async ({ documents }: Pick<Core, 'documents'>, { kind, id }: DeletedRecord): Promise<number[]> =>
  kind === 'posts' ? (await autosavesOf(documents, [id])).map(({ author }) => author) : [];

/** Updates the references that the commit of the deletion left, as the system; ends with the signal. */
export const runCleanupTask = async (core: Core, signal?: AbortSignal): Promise<void> => {
  await runPostCleanupTasks(core, signal);
  await redirectDanglingMedia(core, signal);
  await deleteLeftComments(core, signal);
};
