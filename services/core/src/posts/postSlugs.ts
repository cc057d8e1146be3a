import type { UnitOfWork } from '@almanac/aggregates';
import { cutSlug, slugOf, uniqueSlug } from '@almanac/content';
import { streamOf } from '@almanac/domain';
import { type Post, post } from './post.ts';
import { isDraft, type Status } from './statuses.ts';

const LONGEST = 200;
const TRASHED = '__trashed';

/** Slugs are unique among the posts of a language, of any status (core-posts.md §8, translation.md §3.6). */
export const slugScope = (language: string): string => `slug/post/${language}`;

export interface SlugContext {
  readonly id: number;
  readonly language: string;
  readonly reserved: ReadonlySet<string>;
}

/** The slug that a post gets for the one it asks for. */
export const freePostSlug = (
  unit: UnitOfWork,
  wanted: string,
  { id, language, reserved }: SlugContext,
): Promise<string> =>
  uniqueSlug(
    wanted,
    async (slug) => {
      const holder = await unit.holder(slugScope(language), slug);
      return holder !== null && holder !== streamOf(post, id);
    },
    { reserved, noDigits: true },
  );

/** What a post without one asks for: nothing while it is a draft, else one of its title, or its id. */
export const slugOfTitle = (title: string, status: Status, id: number): string =>
  isDraft(status) ? '' : slugOf(title) || String(id);

/** The slug of a post in the trash: its own, marked, so that others can have that. */
export const trashedSlug = (slug: string): string =>
  slug.endsWith(TRASHED) ? slug : `${cutSlug(slug, LONGEST - TRASHED.length)}${TRASHED}`;

/** Takes the slug for the post, giving back the one it had; empty ones are nobody's. */
export const movePostSlug = async (
  unit: UnitOfWork,
  { id, language, slug }: Pick<Post, 'id' | 'language' | 'slug'>,
  next: string,
): Promise<void> => {
  const bearer = streamOf(post, id);
  if (slug !== '' && slug !== next) await unit.release(slugScope(language), slug, bearer);
  if (next !== '') await unit.take(slugScope(language), next, bearer);
};
