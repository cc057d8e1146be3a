import type { UnitOfWork } from '@almanac/aggregates';
import { slugOf } from '@almanac/content';
import { showInGroup } from '@almanac/translations';
import { changedFields } from '../changedFields.ts';
import { freshId } from '../freshId.ts';
import { footnotesOf } from '../revisions/revision.ts';
import { DEFAULT_CATEGORY } from '../terms/defaultCategory.ts';
import { clocksOf, type PostPorts, type Writing } from './createPost.ts';
import { mergeMeta } from './meta/writtenMeta.ts';
import { isPost, type Post, type PostFields, post } from './post.ts';
import { modifiedNow, nextPublication } from './postDates.ts';
import { noSuchPost } from './postErrors.ts';
import { publicPath } from './postPath.ts';
import { freePostSlug, movePostSlug, slugOfTitle } from './postSlugs.ts';
import type { PostWish } from './postWish.ts';
import { type Status, settled } from './statuses.ts';
import { translatablePosts, versionOf } from './translatablePosts.ts';

export interface ChangePost {
  readonly id: number;
  readonly wish: PostWish;
  /** False where the change is only kept for later: no revision is made of it. */
  readonly revises?: boolean;
}

/**
 * Changes what is named and nothing else, with a revision where its texts change (core-posts.md §6, §11.1). What was
 * checked before (`checkWish`) is not checked again. A status takes a post out of the trash.
 * @throws DomainError 404
 */
export const changePost = async (
  unit: UnitOfWork,
  ports: PostPorts,
  writing: Writing,
  { id, wish, revises = true }: ChangePost,
): Promise<Post> => {
  const before = await loadPost(unit, id);
  const state = await restored(unit, ports, writing, { before, status: wish.status });
  const wanted = wantedFields(unit, writing, state, wish);
  const slug = await slugFor(unit, writing, state, { asked: wish.slug, ...wanted });
  const path = publicPath({ ...state, ...wanted, slug }, ports.languages.defaultLanguage);
  const changed = changedFields<PostFields>(state, { ...wanted, slug, path });
  if (Object.keys(changed).length === 0) return state;
  await movePostSlug(unit, state, slug);
  const data = { ...changed, ...modifiedNow(clocksOf(unit, writing)) };
  const after = await unit.append(post, id, [{ type: 'PostChanged', data }]);
  await showInGroup(unit, translatablePosts, { version: versionOf(after), site: ports.languages });
  if (revises) await revise(unit, ports, { before: state, after });
  return unit.load(post, id);
};

/** @throws DomainError 404 */
export const loadPost = async (unit: UnitOfWork, id: number): Promise<Post> => {
  const state = await unit.load(post, id);
  if (!isPost(state)) throw noSuchPost();
  return state;
};

interface Restoring {
  readonly before: Post;
  readonly status: PostWish['status'] | undefined;
}

/** Leaving the trash brings the slug back that the post had. */
const restored = async (
  unit: UnitOfWork,
  ports: PostPorts,
  writing: Writing,
  { before, status }: Restoring,
): Promise<Post> => {
  if (before.status !== 'trash' || status === undefined) return before;
  const { id, language, slugBeforeTrash } = before;
  const { now } = clocksOf(unit, writing);
  const date = before.dateUtc === null ? now : Date.parse(`${before.dateUtc.replace(' ', 'T')}Z`);
  const next = settled(status, date, now);
  const slug =
    slugBeforeTrash && (await freePostSlug(unit, slugBeforeTrash, { id, language, reserved: writing.reserved }));
  await movePostSlug(unit, before, slug);
  const path = publicPath({ id, language, slug, status: next }, ports.languages.defaultLanguage);
  const data = { status: next, slug, path, ...modifiedNow(clocksOf(unit, writing)) };
  return unit.append(post, id, [{ type: 'PostRestored', data }]);
};

type Wanted = Partial<PostFields> & { readonly status: Status; readonly title: string };

const wantedFields = (unit: UnitOfWork, writing: Writing, state: Post, wish: PostWish): Wanted => {
  const { slug: _slug, date, meta, ...fields } = wish;
  const publication = nextPublication(state, wish.status ?? state.status, date, clocksOf(unit, writing));
  const published = publication.status === 'publish' && state.status !== 'publish';
  const categories = fields.categories ?? state.categories;
  return {
    title: state.title,
    ...fields,
    ...publication,
    ...(publication.status === 'private' ? { password: '' } : {}),
    ...(published && fields.categories === undefined && categories.length === 0
      ? { categories: [DEFAULT_CATEGORY] }
      : {}),
    ...(meta === undefined ? {} : { meta: mergeMeta(state.meta, meta) }),
  };
};

const slugFor = async (
  unit: UnitOfWork,
  { reserved }: Writing,
  { id, language, slug: current }: Post,
  { asked, status, title }: { readonly asked: string | undefined; readonly status: Status; readonly title: string },
): Promise<string> => {
  const kept = asked === undefined ? current : slugOf(asked);
  const wanted = kept || slugOfTitle(title, status, id);
  return wanted === current || wanted === '' ? wanted : freePostSlug(unit, wanted, { id, language, reserved });
};

/** A revision holds the new texts; the first change makes one whatever it changed. */
const revise = async (
  unit: UnitOfWork,
  { numbers }: PostPorts,
  { before, after }: { readonly before: Post; readonly after: Post },
): Promise<void> => {
  if (after.revisions.length > 0 && sameTexts(before, after)) return;
  const revision = await freshId(unit, numbers, 'records', [post]);
  await unit.append(post, after.id, [{ type: 'PostRevised', data: { revision } }]);
};

const even = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** White space apart. */
const sameTexts = (a: Post, b: Post): boolean =>
  even(a.title) === even(b.title) &&
  even(a.content) === even(b.content) &&
  even(a.excerpt) === even(b.excerpt) &&
  footnotesOf(a) === footnotesOf(b);
