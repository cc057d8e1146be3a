import { exists, systemContext } from '@almanac/content-model';
import type { UnitOfWork } from '@almanac/event-sourcing';
import { type Comment, comment, comments } from '../comments/comment.ts';
import { commentDecider } from '../comments/commentCommands.ts';
import { forgetDetails } from '../comments/writerDetails.ts';
import type { Core } from '../core.ts';
import type { DeletedRecord } from '../ports.ts';
import { type CleanupTask, cleanupTask } from './cleanupTask.ts';
import { recordExists } from './recordExists.ts';

/** Deletion of the comments of a post. */
interface CommentRemoval {
  readonly post: number;
  /** The comments that the commit of the post's deletion deletes; their writers' details go with the task. */
  readonly comments: readonly number[];
}

/** Maximum number of comments deleted in the commit of a post's deletion; the others follow within seconds. */
const AT_ONCE = 200;
const DELETED_COMMENTS_KIND = 'comments-of-deleted-posts';

const find = ({ documents }: Pick<Core, 'documents'>, post: number): Promise<Comment[]> =>
  documents.find<Comment>(comments, {
    filter: { field: 'post', equals: post },
    order: [{ field: 'id', direction: 'asc' }],
    limit: AT_ONCE + 1,
  });

/**
 * Returns the comments to delete in the commit that deletes their post; none for other records. If there are any, a
 * task is stored before the commit: it deletes the others, and the private details of all writers.
 */
export const commentsOfDeleted = async (
  core: Pick<Core, 'documents' | 'entries' | 'now'>,
  { kind, id: post }: DeletedRecord,
): Promise<readonly number[]> => {
  if (kind !== 'posts') return [];
  const ids = (await find(core, post)).slice(0, AT_ONCE).map(({ id }) => id);
  const removal: CommentRemoval = { post, comments: ids };
  if (ids.length > 0) await core.entries.put(DELETED_COMMENTS_KIND, String(post), cleanupTask(core, removal));
  return ids;
};

/** Deletes these comments; one that was deleted meanwhile is left out. */
export const deleteComments = async (unit: UnitOfWork, ids: readonly number[]): Promise<void> => {
  for (const id of ids)
    if (exists(await unit.load(comment, id))) await unit.decide(commentDecider, id, { type: 'Delete' }, undefined);
};

/** Runs the stored tasks as the system; stops at the signal. */
export const deleteLeftComments = async (core: Core, signal?: AbortSignal): Promise<void> => {
  for (const { id, body, revision } of await core.entries.list<CleanupTask<CommentRemoval>>(DELETED_COMMENTS_KIND)) {
    if (signal?.aborted) return;
    if (await isDone(core, body)) await core.entries.delete(DELETED_COMMENTS_KIND, id, { ifRevision: revision });
  }
};

/** Deletes the remaining comments, and the details of all. True if the task is complete. */
const isDone = async (
  core: Core,
  { until, post, comments: deleted }: CleanupTask<CommentRemoval>,
): Promise<boolean> => {
  if (await recordExists(core, { kind: 'posts', id: post }))
    return until !== undefined && core.now().getTime() >= until;
  const found = await find(core, post);
  const ids = found.slice(0, AT_ONCE).map(({ id }) => id);
  await core.commands.run(systemContext(core.languages.defaultLanguage, `comments-of-${post}-gone`), (unit) =>
    deleteComments(unit, ids),
  );
  for (const id of [...deleted, ...ids]) await forgetDetails(core, id);
  return found.length <= AT_ONCE;
};
