import type { CommandContext, UnitOfWork } from '@almanac/aggregates';
import type { Filter, KeptRecord } from '@almanac/documents';
import { userById } from '../accounts/readModels/userList.ts';
import type { Core } from '../core.ts';
import { mediumById } from '../media/readModels/mediaList.ts';
import { termsById } from '../terms/readModels/termList.ts';
import { taxonomies } from '../terms/term.ts';
import { dropImage, dropTerm, reassign } from './dropReferences.ts';
import { type Post, posts } from './post.ts';
import { trashPost } from './trashPost.ts';

/** Something that posts refer to and that is going for good. */
export type Going =
  | { readonly kind: 'categories' | 'tags' | 'media'; readonly id: number }
  /** `reassign`: who gets the posts; null: they are trashed. */
  | { readonly kind: 'users'; readonly id: number; readonly reassign: number | null };

/** How many posts let go in the commit that something goes in; the others follow within seconds. */
const AT_ONCE = 200;
const KIND = 'dangling-references';

const filterOf = (going: Going): Filter => {
  if (going.kind === 'media') return { field: 'image', equals: going.id };
  if (going.kind !== 'users') return { field: going.kind, contains: [going.id] };
  const own: Filter = { field: 'author', equals: going.id };
  return going.reassign === null ? { all: [own, { not: { field: 'status', equals: 'trash' } }] } : own;
};

const find = (core: Core, going: Going): Promise<Post[]> =>
  core.documents.find<Post>(posts, {
    filter: filterOf(going),
    order: [{ field: 'id', direction: 'asc' }],
    limit: AT_ONCE + 1,
  });

/**
 * The posts that let go of it in the same commit. Where there are more, it is noted for the due work, before the
 * commit, so that no crash forgets them.
 */
export const referringPosts = async (core: Core, going: Going): Promise<number[]> => {
  const found = await find(core, going);
  if (found.length > AT_ONCE) await core.records.put(KIND, `${going.kind}/${going.id}`, going);
  return found.slice(0, AT_ONCE).map(({ id }) => id);
};

/** Lets posts go of what went, as the site itself. */
export const dropDanglingReferences = async (core: Core): Promise<void> => {
  for (const note of await core.records.list<Going>(KIND)) await dropNoted(core, note);
};

const isThere = async (core: Core, { kind, id }: Going): Promise<boolean> => {
  if (kind === 'users') return (await userById(core.documents, id)) !== undefined;
  if (kind === 'media') return (await mediumById(core.documents, id)) !== undefined;
  const taxonomy = taxonomies.find(({ base }) => base === kind);
  return taxonomy !== undefined && (await termsById(core.documents, taxonomy, [id])).length > 0;
};

const dropNoted = async (core: Core, { id, body: going, revision }: KeptRecord<Going>): Promise<void> => {
  if (await isThere(core, going)) return;
  const found = await find(core, going);
  for (const post of found.slice(0, AT_ONCE)) await letGo(core, going, post);
  if (found.length <= AT_ONCE) await core.records.delete(KIND, id, { ifRevision: revision });
};

const contextOf = ({ language }: Post, { kind, id }: Going): CommandContext => ({
  principal: 'system',
  language,
  correlation: `${kind}-${id}-gone`,
  causation: `${kind}-${id}-gone`,
});

const letGo = async (core: Core, going: Going, post: Post): Promise<void> => {
  await core.commands.run(contextOf(post, going), (unit) => dropFrom(core, unit, going, post.id));
};

const dropFrom = async (core: Core, unit: UnitOfWork, going: Going, post: number): Promise<void> => {
  if (going.kind === 'media') return dropImage(unit, { post, image: going.id });
  if (going.kind !== 'users') {
    const taxonomy = taxonomies.find(({ base }) => base === going.kind);
    return taxonomy && dropTerm(unit, taxonomy, { post, term: going.id });
  }
  if (going.reassign !== null) return reassign(unit, { post, from: going.id, to: going.reassign });
  await trashPost(unit, core, { reserved: new Set(), zone: core.settings.current().timezone }, post);
};
