import { timingSafeEqual } from 'node:crypto';
import type { Post } from './post.ts';

/** True if a password opens a protected post. The comparison takes the same time for every password of its length. */
export const isRightPassword = (post: Pick<Post, 'password'>, password: string | undefined): boolean => {
  const given = Buffer.from(password ?? '');
  const known = Buffer.from(post.password);
  return given.length === known.length && timingSafeEqual(given, known);
};
