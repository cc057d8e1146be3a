import { isNativeError } from 'node:util/types';
import { imageSizeFromFile } from 'image-size/fromFile';
import sharp from 'sharp';
import { isResized } from '../fileTypes.ts';
import { type ImageMeta, imageMeta } from './imageMeta.ts';
import type { Sides } from './sizes.ts';

/** A received picture. */
export interface Picture extends Sides {
  readonly path: string;
  /** Content type. */
  readonly type: string;
  /** Whether it is stored turned or mirrored, as cameras do; the sides are those of the upright picture. */
  readonly isTurned: boolean;
  /** Whether it moves. */
  readonly isAnimated: boolean;
  readonly meta: ImageMeta;
}

// files come from anybody: nothing but the formats that are resized is ever read, whatever a file says it is
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`),
});
// what is kept of opened files would outlive them
sharp.cache(false);

/** Truncated pictures are read as far as they go, as browsers do; the bound on pixels is checked before. */
export const openPicture = (path: string) => sharp(path, { failOn: 'none', limitInputPixels: false });

/**
 * Reads a picture's sides and its metadata; undefined for a file that is no picture after all.
 * @param path of the received file
 */
export const readPicture = async (path: string, type: string): Promise<Picture | undefined> => {
  const data = isResized(type) ? await dataOf(path) : undefined;
  if (data !== undefined) {
    const { width, height } = data.autoOrient;
    const isTurned = (data.orientation ?? 1) > 1;
    const isAnimated = (data.pages ?? 1) > 1;
    return { path, type, width, height, isTurned, isAnimated, meta: imageMeta(data) };
  }
  const sides = isResized(type) ? undefined : await sidesOf(path);
  return sides && { path, type, ...sides, isTurned: false, isAnimated: false, meta: imageMeta({}) };
};

/** sharp says of every file that it cannot read why, in an error without class. */
const dataOf = (path: string) =>
  openPicture(path)
    .metadata()
    .catch((error: unknown) => {
      if (!isNativeError(error)) throw error;
      return undefined;
    });

/** The sides of pictures in formats that no rendition is made of. */
const sidesOf = async (path: string): Promise<Sides | undefined> => {
  try {
    const { width, height } = await imageSizeFromFile(path);
    return { width, height };
  } catch (error) {
    if (!isNativeError(error) || (error.name !== 'TypeError' && error.name !== 'RangeError')) throw error;
    return undefined;
  }
};
