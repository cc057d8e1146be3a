import type { Documents } from '@almanac/documents';
import { noSuchMedium } from '../posts/postErrors.ts';
import { isImage } from './medium.ts';
import { mediumById } from './readModels/mediaList.ts';

/**
 * The featured image that a record gets for the id it asks for: 0 for none, and for a medium that is no picture
 * (core-posts.md §5.2).
 * @throws DomainError 400 `rest_invalid_featured_media` for an id that names no medium (decisions.md, P-3)
 */
export const featuredImage = async (documents: Documents, id: number): Promise<number> => {
  if (id === 0) return 0;
  const found = await mediumById(documents, id);
  if (found === undefined) throw noSuchMedium();
  return isImage(found) ? id : 0;
};
