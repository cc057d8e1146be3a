import { argsOf } from '@almanac/content-model';
import { dateTime, integer, text } from '@almanac/rest';
import { pageFields, postFields } from './postFields.ts';
import type { PostVariant } from './postVariant.ts';
import { writableStatuses } from './statuses.ts';

export const idArg = integer({ description: 'The id of the post.' });

const STATUS = 'The status of the post.';

const publication = {
  date: dateTime({ nullable: true, description: 'The publication date, in local time of the site.' }),
  date_gmt: dateTime({ nullable: true, description: 'The publication date in UTC.' }),
  slug: text({ onNull: 'accept', apartFromPath: true, description: 'The name in the address, unique among posts.' }),
  status: text({
    enum: [...writableStatuses, 'trash'],
    onNull: 'refuse',
    words: { enum: writableStatuses },
    description: STATUS,
  }),
};

/**
 * Writable members (docs/interface/core-posts.md §5.2); the effect of null is described in docs/interface/core-posts.md
 * §6.
 */
export const writeArgs = { ...publication, ...argsOf(postFields, 'v2') };

/** Writable members of pages (docs/interface/core-pages.md §2). */
const pageArgs = { ...publication, ...argsOf(pageFields, 'v2') };

/** Writable members of posts and of pages. */
export type WriteArgs = typeof writeArgs & typeof pageArgs;

export const writeArgsOf = ({ hierarchical }: PostVariant) => (hierarchical ? pageArgs : writeArgs);

/** Members of a new post, which cannot be in the trash. */
export const createArgsOf = (variant: PostVariant) => ({
  ...writeArgsOf(variant),
  status: text({ enum: writableStatuses, onNull: 'refuse', description: STATUS }),
});

export const translationArg = integer({ description: 'The post in another language that this one translates.' });

export const readArgs = {
  excerpt_length: integer({ description: 'The number of words of an excerpt made from the content.' }),
  password: text({ description: 'The password of a protected post.', queryOnly: true }),
};
