import { slugScope } from '@almanac/content-model';
import type { Documents } from '@almanac/documents';
import { type Claim, claimId, claims, streamOf } from '@almanac/event-sourcing';
import { decodeSlug, slugOf, uniqueSlug } from '@almanac/text';
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
