/** Sides in pixels. */
export interface Sides {
  readonly width: number;
  readonly height: number;
}

interface Box extends Sides {
  readonly cut: boolean;
}

/** Sizes of renditions (docs/interface/core-media.md §5), in the order of answers; a height of 0 is unlimited. */
const boxes: Readonly<Record<string, Box>> = {
  medium: { width: 300, height: 300, cut: false },
  large: { width: 1024, height: 1024, cut: false },
  thumbnail: { width: 150, height: 150, cut: true },
  medium_large: { width: 768, height: 0, cut: false },
  '1536x1536': { width: 1536, height: 1536, cut: false },
  '2048x2048': { width: 2048, height: 2048, cut: false },
};

export const sizeNames: readonly string[] = Object.keys(boxes);

/** Maximum side of a used picture; a larger one is replaced by a version fitted into this square. */
export const MAX_SIDE_PIXELS = 2560;

export interface PlannedSize extends Sides {
  readonly name: string;
  /** True if the picture fills the box and is cropped at the centre, instead of fitted. */
  readonly cut: boolean;
}

/** Returns the suffix of a size's file name. Sizes with the same result share one file, as in the reference system. */
export const suffixOf = ({ width, height }: Sides): string => `${width}x${height}`;

/** Returns the renditions of a picture with these sides. */
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

/** True if the sides differ by at most one pixel: then the rendition equals the picture. */
const isAlmost = (a: Sides, b: Sides): boolean =>
  Math.abs(a.width - b.width) <= 1 && Math.abs(a.height - b.height) <= 1;

/** Returns the picture's sides scaled down to fit into a box, in proportion and rounded. */
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
