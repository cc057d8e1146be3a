import { isNativeError } from 'node:util/types';
import type { Sharp } from 'sharp';
import type { NameParts } from '../upload/fileName.ts';
import { type DecodedPicture, decode, openDecoded, openPicture, type Picture } from './picture.ts';
import { fitInto, MAX_SIDE_PIXELS, type PlannedSize, plannedSizes, type Sides, suffixOf } from './sizes.ts';

/** A file generated from the original. */
export interface Rendition extends Sides {
  /** File name, in the folder of the original. */
  readonly file: string;
  /** Size in bytes. */
  readonly filesize: number;
  /** Content type. */
  readonly mimeType: string;
}

export interface Renditions {
  /** The scaled or rotated version used instead of the original; undefined if the original is used. */
  readonly used: Rendition | undefined;
  readonly sizes: Readonly<Record<string, Rendition>>;
}

/** Stores a generated file under its name. */
export type StoreRendition = (name: string, content: Uint8Array) => Promise<void>;

interface Making {
  readonly name: NameParts;
  readonly keep: StoreRendition;
  /** Aborts the work between two files. */
  readonly signal: AbortSignal;
}

/**
 * Creates the renditions of a picture (docs/interface/core-media.md §5), one after another. The picture is decoded
 * once, at most at the size of the largest rendition. Sizes with equal results share one file.
 */
export const makeRenditions = async (picture: Picture, { name, keep, signal }: Making): Promise<Renditions> => {
  const plans = plannedSizes(picture);
  const used = plannedUse(picture);
  if (plans.length === 0 && used === undefined) return { used, sizes: {} };
  signal.throwIfAborted();
  const decoded = await unlessBroken(() => decode(picture, fitInto(picture, MAX_SIZE)));
  if (decoded === undefined) return { used: undefined, sizes: {} };
  const make: Make = async (suffix, plan) => {
    signal.throwIfAborted();
    const { width, height } = plan;
    const content = await encoded(picture, decoded, plan);
    if (content === undefined) return undefined;
    const file = `${name.base}-${suffix}.${name.extension}`;
    await keep(file, content);
    return { file, width, height, filesize: content.length, mimeType: picture.type };
  };
  return { used: used && (await make(used.suffix, used)), sizes: await makeSizes(plans, make) };
};

const MAX_SIZE = { width: MAX_SIDE_PIXELS, height: MAX_SIDE_PIXELS };

type Make = (suffix: string, plan: Omit<PlannedSize, 'name'>) => Promise<Rendition | undefined>;

const makeSizes = async (plans: readonly PlannedSize[], make: Make): Promise<Renditions['sizes']> => {
  const files = new Map<string, Rendition | undefined>();
  const sizes: Record<string, Rendition> = {};
  for (const plan of plans) {
    const suffix = suffixOf(plan);
    if (!files.has(suffix)) files.set(suffix, await make(suffix, plan));
    const made = files.get(suffix);
    if (made !== undefined) sizes[plan.name] = made;
  }
  return sizes;
};

/** Animated pictures are used unchanged: a rendition would lose the animation. */
const plannedUse = (picture: Picture) => {
  if (picture.isAnimated) return undefined;
  const { width, height } = picture;
  if (Math.max(width, height) > MAX_SIDE_PIXELS) return { suffix: 'scaled', cut: false, ...fitInto(picture, MAX_SIZE) };
  return picture.isTurned ? { suffix: 'rotated', cut: false, width, height } : undefined;
};

const encoded = (picture: Picture, decoded: DecodedPicture, { cut, ...sides }: Omit<PlannedSize, 'name'>) => {
  // decoding made a long narrow picture narrower than this cut needs, so it is read again
  const isLargeEnough = sides.width <= decoded.width && sides.height <= decoded.height;
  const source = isLargeEnough ? openDecoded(decoded) : openPicture(picture.path).autoOrient();
  const resized = source.resize({ ...sides, fit: cut ? 'cover' : 'fill' });
  return unlessBroken(() => asType(resized, picture.type).toBuffer());
};

/** Returns the result; undefined for an unreadable picture, which then lacks that size. */
const unlessBroken = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (!isNativeError(error)) throw error;
    return undefined;
  }
};

const asType = (picture: Sharp, type: string): Sharp => {
  switch (type) {
    case 'image/png':
      return picture.png();
    case 'image/gif':
      return picture.gif();
    case 'image/webp':
      return picture.webp({ quality: 86 });
    case 'image/avif':
      return picture.avif({ quality: 50, effort: 2 });
    default:
      return picture.jpeg({ quality: 82 });
  }
};
