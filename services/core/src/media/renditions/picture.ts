import { isNativeError } from 'node:util/types';
import { imageSizeFromFile } from 'image-size/fromFile';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { isResized } from '../fileTypes.ts';
import { type ImageMeta, imageMeta } from './imageMeta.ts';
import type { Sides } from './sizes.ts';

/** How much of a picture stands in memory while it is read: some lines, all of it, or several copies of all. */
export type Reading = 'lines' | 'whole' | 'copies';

/** A received picture. */
export interface Picture extends Sides {
  readonly path: string;
  /** Content type. */
  readonly type: string;
  /** Whether it is stored turned or mirrored, as cameras do; the sides are those of the upright picture. */
  readonly isTurned: boolean;
  /** Whether it moves. */
  readonly isAnimated: boolean;
  readonly reading: Reading;
  readonly meta: ImageMeta;
}

// files come from anybody: nothing but the formats that are resized is ever read, whatever a file says it is
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`),
});
// what is kept of opened files would outlive them
sharp.cache(false);

/** Seconds that reading a picture and making files of it may take. */
const TIME = 20;

/** Truncated pictures are read as far as they go, as browsers do; the bound on pixels is checked before. */
export const openPicture = (path: string): Sharp =>
  sharp(path, { failOn: 'none', limitInputPixels: false }).timeout({ seconds: TIME });

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
    return { path, type, width, height, isTurned, isAnimated, reading: readingOf(data), meta: imageMeta(data) };
  }
  const sides = isResized(type) ? undefined : await sidesOf(path);
  return sides && { path, type, ...sides, ...UNREAD, meta: imageMeta({}) };
};

/** A picture of which no rendition is made is not read at all. */
const UNREAD = { isTurned: false, isAnimated: false, reading: 'lines' } as const;

/** Progressive JPEGs and interlaced PNGs have their first line complete with their last. */
const readingOf = ({ format, isProgressive }: Metadata): Reading => {
  if (format === 'heif') return 'copies';
  return (format === 'jpeg' || format === 'png') && !isProgressive ? 'lines' : 'whole';
};

/** A picture upright, as its pixels: four bytes each at most. */
export interface DecodedPicture extends Sides {
  readonly pixels: Buffer;
  readonly channels: 1 | 2 | 3 | 4;
}

/** Reads a picture once, at the sides that are asked for. */
export const decode = async ({ path }: Picture, sides: Sides): Promise<DecodedPicture> => {
  const { data, info } = await openPicture(path)
    .autoOrient()
    .resize({ ...sides, fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height, channels: info.channels };
};

/** A decoded picture to make another of it. */
export const openDecoded = ({ pixels, width, height, channels }: DecodedPicture): Sharp =>
  sharp(pixels, { raw: { width, height, channels } }).timeout({ seconds: TIME });

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
