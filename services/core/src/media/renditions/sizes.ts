/** Sides in pixels. */
export interface Sides {
  readonly width: number;
  readonly height: number;
}

interface Box extends Sides {
  readonly cut: boolean;
}

/**
 * The sizes of pictures (docs/interface/core-media.md §5), in the order in which answers have them; a height of 0 is
 * any.
 */
const boxes: Readonly<Record<string, Box>> = {
  medium: { width: 300, height: 300, cut: false },
  large: { width: 1024, height: 1024, cut: false },
  thumbnail: { width: 150, height: 150, cut: true },
  medium_large: { width: 768, height: 0, cut: false },
  '1536x1536': { width: 1536, height: 1536, cut: false },
  '2048x2048': { width: 2048, height: 2048, cut: false },
};

export const sizeNames: readonly string[] = Object.keys(boxes);

/** A picture with a longer side is used in a version fitted into this square. */
export const LARGEST_SIDE = 2560;

export interface PlannedSize extends Sides {
  readonly name: string;
  /** Filled and cut at the centre, not fitted. */
  readonly cut: boolean;
}

/** The suffix of a size's file name. Sizes with the same result share one file, as in the reference system. */
export const suffixOf = ({ width, height }: Sides): string => `${width}x${height}`;

/** The renditions that a picture of these sides gets. */
export const plannedSizes = (picture: Sides): PlannedSize[] =>
  Object.entries(boxes).flatMap(([name, box]) => {
    if (isSmallerThan(picture, box)) return [];
    const sides = box.cut ? cutInto(picture, box) : fitInto(picture, box);
    return isAlmost(sides, picture) ? [] : [{ name, cut: box.cut, ...sides }];
  });

const isSmallerThan = (picture: Sides, box: Box): boolean =>
  picture.width < box.width && (box.height === 0 || picture.height < box.height);

const cutInto = (picture: Sides, box: Box): Sides => ({
  width: Math.min(box.width, picture.width),
  height: Math.min(box.height, picture.height),
});

/** A pixel more or less on each side is the picture itself. */
const isAlmost = (a: Sides, b: Sides): boolean =>
  Math.abs(a.width - b.width) <= 1 && Math.abs(a.height - b.height) <= 1;

/** The picture's sides made smaller, in proportion and rounded, until they fit into a box. */
export const fitInto = (picture: Sides, box: Sides): Sides => {
  const ofWidth = Math.min(1, box.width / picture.width);
  const ofHeight = box.height === 0 ? 1 : Math.min(1, box.height / picture.height);
  const largest = Math.max(ofWidth, ofHeight);
  const fits = (ratio: number): boolean =>
    Math.round(picture.width * ratio) <= box.width && Math.round(picture.height * ratio) <= (box.height || Infinity);
  const ratio = fits(largest) ? largest : Math.min(ofWidth, ofHeight);
  return {
    width: Math.max(1, Math.round(picture.width * ratio)),
    height: Math.max(1, Math.round(picture.height * ratio)),
  };
};
