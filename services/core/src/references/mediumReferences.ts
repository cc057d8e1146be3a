import { systemContext } from '@almanac/content-model';
import type { UnitOfWork } from '@almanac/event-sourcing';
import type { Core } from '../core.ts';
import { type Medium, media } from '../media/medium.ts';
import { type MediumReference, mediumDecider } from '../media/mediumCommands.ts';
import type { DeletedRecord } from '../ports.ts';
import { type CleanupTask, cleanupTask } from './cleanupTask.ts';
import { recordExists } from './recordExists.ts';

/** Replaces the reference of media to a permanently deleted record by another record, or by none (0). */
export interface Redirection {
  readonly member: MediumReference;
  readonly from: number;
  readonly to: number;
}

/** Maximum number of media updated in the commit of a deletion; the others follow within seconds. */
const AT_ONCE = 200;
const DANGLING_MEDIA_KIND = 'dangling-media';

/** Returns the redirection of media for a deletion; undefined for terms, which media never reference. */
export const redirectionOf = (going: DeletedRecord): Redirection | undefined => {
  if (going.kind === 'users') return { member: 'author', from: going.id, to: going.reassign ?? 0 };
  if (going.kind === 'posts') return { member: 'parent', from: going.id, to: 0 };
  return going.kind === 'media' ? { member: 'image', from: going.id, to: 0 } : undefined;
};

const find = (core: Pick<Core, 'documents'>, { member, from }: Redirection): Promise<Medium[]> =>
  core.documents.find<Medium>(media, {
    filter: { field: member, equals: from },
    order: [{ field: 'id', direction: 'asc' }],
    limit: AT_ONCE + 1,
  });

/**
 * Returns the media to update in the same commit. If there are more, a task is stored before the commit, so that no
 * crash loses it. A deleted user always gets a task, as for posts.
 */
export const referringMedia = async (
  core: Pick<Core, 'documents' | 'entries' | 'now'>,
  redirection: Redirection,
): Promise<number[]> => {
  const { member, from } = redirection;
  const found = await find(core, redirection);
  if (member === 'author' || found.length > AT_ONCE)
    await core.entries.put(DANGLING_MEDIA_KIND, `${member}/${from}`, cleanupTask(core, redirection));
  return found.slice(0, AT_ONCE).map(({ id }) => id);
};

/** Redirects the references of these media. */
export const redirectMedia = async (
  unit: UnitOfWork,
  ids: readonly number[],
  redirection: Redirection,
): Promise<void> => {
  for (const id of ids) await unit.decide(mediumDecider, id, { type: 'Redirect', ...redirection }, undefined);
};

/** Runs the stored redirection tasks as the system; stops at the signal. */
export const redirectDanglingMedia = async (core: Core, signal?: AbortSignal): Promise<void> => {
  for (const { id, body, revision } of await core.entries.list<CleanupTask<Redirection>>(DANGLING_MEDIA_KIND)) {
    if (signal?.aborted) return;
    if (await isDone(core, id, body)) await core.entries.delete(DANGLING_MEDIA_KIND, id, { ifRevision: revision });
  }
};

/** Redirects the remaining media. True if the task is complete. */
const isDone = async (core: Core, id: string, { until, ...noted }: CleanupTask<Redirection>): Promise<boolean> => {
  const isOver = until !== undefined && core.now().getTime() >= until;
  if (await recordExists(core, { kind: KINDS[noted.member], id: noted.from })) return isOver;
  const redirection = await withHeir(core, noted);
  const found = await find(core, redirection);
  const ids = found.slice(0, AT_ONCE).map((each) => each.id);
  await core.commands.run(systemContext(core.languages.defaultLanguage, `${id}-gone`), (unit) =>
    redirectMedia(unit, ids, redirection),
  );
  if (found.length > AT_ONCE) return false;
  return redirection.member !== 'author' || until === undefined || isOver;
};

/** Returns the redirection with the current heir: the new owner may be deleted before all media are redirected. */
const withHeir = async ({ accounts }: Core, redirection: Redirection): Promise<Redirection> =>
  redirection.member === 'author' && redirection.to !== 0
    ? { ...redirection, to: (await accounts.heirOf(redirection.to)) ?? 0 }
    : redirection;

const KINDS = { author: 'users', parent: 'posts', image: 'media' } as const;
