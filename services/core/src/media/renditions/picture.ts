import { isNativeError } from 'node:util/types';
import { imageSizeFromFile } from 'image-size/fromFile';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { isResized } from '../fileTypes.ts';
import { type ImageMeta, imageMeta } from './imageMeta.ts';
import type { Sides } from './sizes.ts';

/** Memory use while a picture is read: some lines, all of it, or several copies of it. */
export type Reading = 'lines' | 'whole' | 'copies';

/** A received picture. */
export interface Picture extends Sides {
  readonly path: string;
  /** Content type. */
  readonly type: string;
  /** True if it is stored rotated or mirrored, as by cameras; the sides are those of the upright picture. */
  readonly isTurned: boolean;
  /** True if the picture is animated. */
  readonly isAnimated: boolean;
  readonly reading: Reading;
  readonly meta: ImageMeta;
}

// files come from untrusted users: only formats that are resized are read, whatever type a file claims
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`),
});
// cached data would outlive the files
sharp.cache(false);

/** Timeout in seconds for reading a picture and creating files from it. */
const TIME = 20;

/** Opens a picture. Truncated pictures are read as far as possible, as in browsers; callers check the pixel limit. */
export const openPicture = (path: string): Sharp =>
  sharp(path, { failOn: 'none', limitInputPixels: false }).timeout({ seconds: TIME });

/**
 * Reads a picture's sides and metadata; undefined if the file is not a picture.
 * @param path of the received file
 */
export const readPicture = async (path: string, type: string): Promise<Picture | undefined> => {
  const data = isResized(type) ? await dataOf(path) : undefined;
  if (data !== undefined) {
    const { width, height } = data.autoOrient;
    const isTurned = (data.orientation ?? 1) > 1;
    const isAnimated = (data.pages ?? 1) > 1;
    return { path, type, width, height, isTurned, isAnimated, reading: readingOf(data), meta: imageMeta(data) };
  }
  const sides = isResized(type) ? undefined : await sidesOf(path);
  return sides && { path, type, ...sides, ...UNREADABLE_PICTURE, meta: imageMeta({}) };
};

/** Values for pictures without renditions, whose content is not decoded. */
const UNREADABLE_PICTURE = { isTurned: false, isAnimated: false, reading: 'lines' } as const;

/** Returns the reading mode. Progressive JPEGs and interlaced PNGs complete their first line only with their last. */
const readingOf = ({ format, isProgressive }: Metadata): Reading => {
  if (format === 'heif') return 'copies';
  return (format === 'jpeg' || format === 'png') && !isProgressive ? 'lines' : 'whole';
};

/** An upright picture as raw pixels of at most four bytes each. */
export interface DecodedPicture extends Sides {
  readonly pixels: Buffer;
  readonly channels: 1 | 2 | 3 | 4;
}

/** Decodes a picture at the given sides. */
export const decode = async ({ path }: Picture, sides: Sides): Promise<DecodedPicture> => {
  const { data, info } = await openPicture(path)
    .autoOrient()
    .resize({ ...sides, fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height, channels: info.channels };
};

/** Opens a decoded picture to create another one from it. */
export const openDecoded = ({ pixels, width, height, channels }: DecodedPicture): Sharp =>
  sharp(pixels, { raw: { width, height, channels } }).timeout({ seconds: TIME });

/** Returns the metadata; undefined for an unreadable file, for which sharp throws a plain Error. */
const dataOf = (path: string) =>
  openPicture(path)
    .metadata()
    .catch((error: unknown) => {
      if (!isNativeError(error)) throw error;
      return undefined;
    });

/** Returns the sides of pictures in formats that have no renditions. */
const sidesOf = async (path: string): Promise<Sides | undefined> => {
  try {
    const { width, height } = await imageSizeFromFile(path);
    return { width, height };
  } catch (error) {
    if (!isNativeError(error) || (error.name !== 'TypeError' && error.name !== 'RangeError')) throw error;
    return undefined;
  }
};
