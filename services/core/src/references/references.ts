import type { Core } from '../core.ts';
import type { Going, References } from '../ports.ts';
import { autosavesOf } from '../posts/readModels/revisionList.ts';
import { autosaveId } from '../revisions/autosave.ts';
import { autosaveDecider } from '../revisions/autosaveCommands.ts';
import { redirectDanglingMedia, redirectionOf, redirectMedia, referringMedia } from './mediumReferences.ts';
import { dropDanglingReferences, letPostGo, referringPosts } from './postReferences.ts';

/**
 * Handles the references to a record that is deleted: posts and media lose them, and the autosaves of a post are
 * deleted with it, in the commit of the deletion. Of very many the others follow within seconds, and so do those that
 * come meanwhile (`dropNotedReferences`).
 */
export const createReferences = (
  core: Pick<Core, 'documents' | 'entries' | 'languages' | 'now' | 'settings'>,
): References => ({
  gather: async (going) => {
    const posts = await referringPosts(core, going);
    const redirection = redirectionOf(going);
    const media = redirection === undefined ? [] : await referringMedia(core, redirection);
    const savers = await saversOf(core, going);
    return async (unit) => {
      for (const post of posts) await letPostGo(unit, core, going, post);
      if (redirection !== undefined) await redirectMedia(unit, media, redirection);
      for (const author of savers)
        await unit.decide(autosaveDecider, autosaveId(going.id, author), { type: 'Delete' }, undefined);
    };
  },
});

/** The users who have an autosave of a post that is deleted. */
const saversOf = async ({ documents }: Pick<Core, 'documents'>, { kind, id }: Going): Promise<number[]> =>
  kind === 'posts' ? (await autosavesOf(documents, [id])).map(({ author }) => author) : [];

/** Lets go those that were too many for the commit of the deletion, as the site itself; ends with the signal. */
export const dropNotedReferences = async (core: Core, signal?: AbortSignal): Promise<void> => {
  await dropDanglingReferences(core, signal);
  await redirectDanglingMedia(core, signal);
};
