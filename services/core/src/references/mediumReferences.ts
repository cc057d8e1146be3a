import { systemContext } from '@almanac/content-model';
import type { UnitOfWork } from '@almanac/event-sourcing';
import type { Core } from '../core.ts';
import { type Medium, media } from '../media/medium.ts';
import { type MediumReference, mediumDecider } from '../media/mediumCommands.ts';
import type { Going } from '../ports.ts';
import { isThere } from './isThere.ts';
import { type Noted, noted } from './noted.ts';

/** Media that refer to something that is going for good refer to something else from then on, or to nothing (0). */
export interface Redirection {
  readonly member: MediumReference;
  readonly from: number;
  readonly to: number;
}

/** How many media follow in the commit that something goes in; the others within seconds. */
const AT_ONCE = 200;
const KIND = 'dangling-media';

/** Media refer to no terms. */
export const redirectionOf = (going: Going): Redirection | undefined => {
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
 * The media that follow in the same commit. Where there are more, it is noted for the due work, before the commit, so
 * that no crash forgets them; of a user it is noted always, as for posts.
 */
export const referringMedia = async (
  core: Pick<Core, 'documents' | 'entries' | 'now'>,
  redirection: Redirection,
): Promise<number[]> => {
  const { member, from } = redirection;
  const found = await find(core, redirection);
  if (member === 'author' || found.length > AT_ONCE)
    await core.entries.put(KIND, `${member}/${from}`, noted(core, redirection));
  return found.slice(0, AT_ONCE).map(({ id }) => id);
};

/** Redirects what these media refer to. */
export const redirectMedia = async (
  unit: UnitOfWork,
  ids: readonly number[],
  redirection: Redirection,
): Promise<void> => {
  for (const id of ids) await unit.decide(mediumDecider, id, { type: 'Redirect', ...redirection }, undefined);
};

/** Redirects what is left of those that were noted, as the site itself; ends with the signal. */
export const redirectDanglingMedia = async (core: Core, signal?: AbortSignal): Promise<void> => {
  for (const { id, body, revision } of await core.entries.list<Noted<Redirection>>(KIND)) {
    if (signal?.aborted) return;
    if (await isDone(core, id, body)) await core.entries.delete(KIND, id, { ifRevision: revision });
  }
};

/** Redirects what is left, and answers whether nothing more will be. */
const isDone = async (core: Core, id: string, { until, ...noted }: Noted<Redirection>): Promise<boolean> => {
  const isOver = until !== undefined && core.now().getTime() >= until;
  if (await isThere(core, { kind: KINDS[noted.member], id: noted.from })) return isOver;
  const redirection = await withHeir(core, noted);
  const found = await find(core, redirection);
  const ids = found.slice(0, AT_ONCE).map((each) => each.id);
  await core.commands.run(systemContext(core.languages.defaultLanguage, `${id}-gone`), (unit) =>
    redirectMedia(unit, ids, redirection),
  );
  if (found.length > AT_ONCE) return false;
  return redirection.member !== 'author' || until === undefined || isOver;
};

/** Who gets what a user leaves may be deleted before everything is given. */
const withHeir = async ({ accounts }: Core, redirection: Redirection): Promise<Redirection> =>
  redirection.member === 'author' && redirection.to !== 0
    ? { ...redirection, to: (await accounts.heirOf(redirection.to)) ?? 0 }
    : redirection;

const KINDS = { author: 'users', parent: 'posts', image: 'media' } as const;
