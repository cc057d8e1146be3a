import { exists, systemContext } from '@almanac/content-model';
import type { Entry, Filter } from '@almanac/documents';
import type { UnitOfWork } from '@almanac/event-sourcing';
import type { Core } from '../core.ts';
import type { DeletedRecord } from '../ports.ts';
import { type Post, post as postAggregate, posts } from '../posts/post.ts';
import { type PostCommand, postDecider } from '../posts/postCommands.ts';
import { siteOf, trashPost } from '../posts/postWriting.ts';
import { type CleanupTask, cleanupTask } from './cleanupTask.ts';
import { recordExists } from './recordExists.ts';

/** Posts do not refer to posts. */
type ReferencedRecord = Exclude<DeletedRecord, { readonly kind: 'posts' }>;

/** Maximum number of posts updated in the commit of a deletion; the others follow within seconds. */
const AT_ONCE = 200;
const DANGLING_REFERENCES_KIND = 'dangling-references';

const filterOf = (going: ReferencedRecord): Filter => {
  if (going.kind === 'media') return { field: 'image', equals: going.id };
  if (going.kind !== 'users') return { field: going.kind, contains: [going.id] };
  const own: Filter = { field: 'author', equals: going.id };
  return going.reassign === null ? { all: [own, { not: { field: 'status', equals: 'trash' } }] } : own;
};

const find = (core: Pick<Core, 'documents'>, going: ReferencedRecord): Promise<Post[]> =>
  core.documents.find<Post>(posts, {
    filter: filterOf(going),
    order: [{ field: 'id', direction: 'asc' }],
    limit: AT_ONCE + 1,
  });

/**
 * Returns the posts to update in the same commit, and stores a task before the commit. There may be more posts, and
 * others may add a reference until then, even in the same batch.
 */
export const referringPosts = async (
  core: Pick<Core, 'documents' | 'entries' | 'now'>,
  going: DeletedRecord,
): Promise<number[]> => {
  if (going.kind === 'posts') return [];
  const found = await find(core, going);
  await core.entries.put(DANGLING_REFERENCES_KIND, `${going.kind}/${going.id}`, cleanupTask(core, going));
  return found.slice(0, AT_ONCE).map(({ id }) => id);
};

/** Runs the stored tasks as the system, so that posts drop deleted references; stops at the signal. */
export const runPostCleanupTasks = async (core: Core, signal?: AbortSignal): Promise<void> => {
  for (const note of await core.entries.list<CleanupTask<ReferencedRecord>>(DANGLING_REFERENCES_KIND)) {
    if (signal?.aborted) return;
    await dropNoted(core, note);
  }
};

const dropNoted = async (core: Core, { id, body, revision }: Entry<CleanupTask<ReferencedRecord>>): Promise<void> => {
  if (await isDone(core, body)) await core.entries.delete(DANGLING_REFERENCES_KIND, id, { ifRevision: revision });
};

/** Updates the remaining posts. True if the task is complete. */
const isDone = async (core: Core, { until, ...noted }: CleanupTask<ReferencedRecord>): Promise<boolean> => {
  const isOver = until !== undefined && core.now().getTime() >= until;
  if (await recordExists(core, noted)) return isOver;
  const going = await withHeir(core, noted);
  const found = await find(core, going);
  for (const post of found.slice(0, AT_ONCE)) await letGo(core, going, post);
  if (found.length > AT_ONCE) return false;
  // gateways accept a deleted user's cached credentials for a while
  return going.kind !== 'users' || until === undefined || isOver;
};

/** Returns the deletion with the current heir: the new owner may be deleted before all posts are reassigned. */
const withHeir = async ({ accounts }: Core, going: ReferencedRecord): Promise<ReferencedRecord> =>
  going.kind === 'users' && going.reassign !== null
    ? { ...going, reassign: await accounts.heirOf(going.reassign) }
    : going;

const letGo = async (core: Core, going: ReferencedRecord, { id, language }: Post): Promise<void> => {
  const context = systemContext(language, `${going.kind}-${going.id}-gone`);
  await core.commands.run(context, (unit) => detachReferences(unit, core, going, id));
};

/** Removes the reference from one post. */
export const detachReferences = async (
  unit: UnitOfWork,
  core: Pick<Core, 'languages' | 'settings'>,
  going: DeletedRecord,
  post: number,
): Promise<void> => {
  if (going.kind === 'posts') return;
  if (going.kind !== 'users' || going.reassign !== null) {
    await unit.decide(postDecider, post, dropping(going), undefined);
    return;
  }
  const state = await unit.load(postAggregate, post);
  const isLeft = exists(state) && state.status !== 'trash' && state.author === going.id;
  if (isLeft) await trashPost(unit, siteOf(core), post);
};

const dropping = (going: ReferencedRecord): PostCommand => {
  const { kind, id } = going;
  if (kind === 'media') return { type: 'DropImage', image: id };
  if (kind === 'users') return { type: 'Reassign', from: id, to: going.reassign ?? 0 };
  return { type: 'DropTerm', member: kind, term: id };
};
