import { type Claim, claimId, claims, type UnitOfWork } from '@almanac/aggregates';
import { decodeSlug, slugOf, uniqueSlug } from '@almanac/content';
import type { Documents } from '@almanac/documents';
import { streamOf } from '@almanac/domain';
import { slugScope as postSlugScope } from '../posts/postSlugs.ts';
import { type Medium, medium } from './medium.ts';

/** Media have no language; their slugs are unique among all of them, and none is a post's (core-adjacent.md §7.3). */
export const slugScope = 'slug/attachment';

export interface SlugContext {
  /** First segments of addresses. */
  readonly reserved: ReadonlySet<string>;
  /** Those of the site, in which posts have slugs. */
  readonly languages: readonly string[];
}

/** Who bears a slug in a scope. */
type HolderOf = (scope: string, slug: string) => Promise<string | null>;

const freeSlug = (
  base: string,
  id: number,
  { reserved, languages }: SlugContext,
  holderOf: HolderOf,
): Promise<string> => {
  const isTaken = async (slug: string): Promise<boolean> => {
    const scopes = [slugScope, ...languages.map(postSlugScope)];
    const holders = await Promise.all(scopes.map((scope) => holderOf(scope, slug)));
    return holders.some((holder) => holder !== null && holder !== streamOf(medium, id));
  };
  return uniqueSlug(base || String(id), isTaken, { reserved });
};

/** The slug that a medium gets for the one it asks for, or for its title; its id where neither gives one. */
export const freeMediumSlug = (
  unit: UnitOfWork,
  { id, asked, title }: { readonly id: number; readonly asked: string; readonly title: string },
  context: SlugContext,
): Promise<string> => freeSlug(slugOf(asked) || slugOf(title), id, context, (scope, slug) => unit.holder(scope, slug));

/** The slug that the title would give the medium, decoded (core-posts.md §2.4). */
export const generatedSlug = async (
  documents: Documents,
  { id, title }: Pick<Medium, 'id' | 'title'>,
  context: SlugContext,
): Promise<string> => {
  const holderOf: HolderOf = async (scope, slug) =>
    (await documents.get<Claim>(claims, claimId(scope, slug)))?.body?.by ?? null;
  return decodeSlug(await freeSlug(slugOf(title), id, context, holderOf));
};

/** Takes the slug for the medium, giving back the one it had; an empty one is nobody's. */
export const moveMediumSlug = async (
  unit: UnitOfWork,
  { id, slug }: Pick<Medium, 'id' | 'slug'>,
  next: string,
): Promise<void> => {
  const bearer = streamOf(medium, id);
  if (slug !== '' && slug !== next) await unit.release(slugScope, slug, bearer);
  if (next !== '') await unit.take(slugScope, next, bearer);
};
