import type { SiteSettings } from '@almanac/contracts';
import type { Documents } from '@almanac/documents';
import { anonymous } from '@almanac/identity';
import { readableMedia } from './mediaAccess.ts';
import { mediaById } from './readModels/mediaList.ts';
import { storedPicture } from './storedPicture.ts';

/** Returns the picture of a medium for the header of pages; null if visitors may not see it or it is no picture. */
export const logoPicture = async (documents: Documents, id: number): Promise<SiteSettings['logo_picture']> => {
  const found = id === 0 ? [] : await mediaById(documents, [id]);
  const [medium] = await readableMedia(documents, anonymous, found);
  const picture = medium && storedPicture(medium);
  if (picture === undefined) return null;
  const { path, width, height } = picture.sizes.medium ?? picture.file;
  return { path, width, height, alt: picture.alt };
};
