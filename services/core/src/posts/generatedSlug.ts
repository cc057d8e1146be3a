import { decodeSlug, slugOf, uniqueSlug } from '@almanac/content';
import type { Documents } from '@almanac/documents';
import { streamOf } from '@almanac/domain';
import { slugScope } from '@almanac/publication';
import { type Claim, claimId, claims } from '@almanac/write-side';
import { type Post, post } from './post.ts';

/** The slug that the title would give the post if it was published now, decoded (docs/interface/core-posts.md §2.4). */
export const generatedSlug = async (
  documents: Documents,
  { id, title, language }: Post,
  reserved: ReadonlySet<string>,
): Promise<string> => {
  const isTaken = async (slug: string): Promise<boolean> => {
    const claim = await documents.get<Claim>(claims, claimId(slugScope('post', language), slug));
    return (claim?.body?.by ?? streamOf(post, id)) !== streamOf(post, id);
  };
  return decodeSlug(await uniqueSlug(slugOf(title) || String(id), isTaken, { reserved, noDigits: true }));
};
