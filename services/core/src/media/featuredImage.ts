import type { Documents } from '@almanac/documents';
import type { Principal } from '@almanac/identity';
import { coreErrors } from '../errors.ts';
import type { FeaturedImages } from '../ports.ts';
import { readableMedia } from './mediaAccess.ts';
import { isImage } from './medium.ts';
import { mediumById } from './readModels/mediaList.ts';

/** Returns the featured image of a post or a medium (`FeaturedImages.check`). */
export const featuredImage = async (documents: Documents, principal: Principal, id: number): Promise<number> => {
  if (id === 0) return 0;
  const found = await mediumById(documents, id);
  if (found === undefined) throw coreErrors.unknownFeaturedImage();
  const [readable] = await readableMedia(documents, principal, [found]);
  if (readable === undefined) throw coreErrors.unknownFeaturedImage();
  return isImage(readable) ? id : 0;
};

export const createFeaturedImages = (documents: Documents): FeaturedImages => ({
  check: (principal, id) => featuredImage(documents, principal, id),
});
