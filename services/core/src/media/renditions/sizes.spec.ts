import fc from 'fast-check';
import { fitInto, plannedSizes, type Sides, sizeNames, suffixOf } from './sizes.ts';

const shown = (width: number, height: number): string =>
  plannedSizes({ width, height })
    .map((size) => `${size.name} ${size.width}×${size.height}`)
    .join(', ');

describe('the renditions of a picture', () => {
  it.each([
    [100, 80, ''],
    [160, 120, 'thumbnail 150×120'],
    [301, 200, 'thumbnail 150×150'],
    [302, 200, 'medium 300×199, thumbnail 150×150'],
    [150, 150, ''],
    [151, 151, ''],
    [152, 150, 'thumbnail 150×150'],
    [149, 300, 'thumbnail 149×150'],
    [768, 5_000, 'medium 46×300, large 157×1024, thumbnail 150×150, 1536x1536 236×1536, 2048x2048 315×2048'],
    [1_600, 900, 'medium 300×169, large 1024×576, thumbnail 150×150, medium_large 768×432, 1536x1536 1536×864'],
    [
      2_600,
      1_500,
      'medium 300×173, large 1024×591, thumbnail 150×150, medium_large 768×443, 1536x1536 1536×886, 2048x2048 2048×1182',
    ],
  ])('follow from its size: %i × %i', (width, height, expected) => {
    expect(shown(width, height)).toBe(expected);
  });

  it('share a file of 1200 × 1600 if two are equal', () => {
    const named = plannedSizes({ width: 1_200, height: 1_600 }).filter((size) => suffixOf(size) === '768x1024');
    expect(named.map(({ name }) => name)).toEqual(['large', 'medium_large']);
  });

  it('are in the order of answers', () => {
    expect(plannedSizes({ width: 4_000, height: 4_000 }).map(({ name }) => name)).toEqual(sizeNames);
  });

  it('keep a pixel of the thinnest picture', () => {
    expect(fitInto({ width: 10_000, height: 3 }, { width: 300, height: 300 })).toEqual({ width: 300, height: 1 });
  });

  it('fit the scaled version into its square', () => {
    expect(fitInto({ width: 2_600, height: 1_500 }, { width: 2_560, height: 2_560 })).toEqual({
      width: 2_560,
      height: 1_477,
    });
  });
});

const side = fc.integer({ min: 1, max: 10_000 });

/** Sides of the upright picture: orientations from 5 on are rotated by 90 degrees. */
const upright = fc
  .tuple(side, side, fc.integer({ min: 1, max: 8 }))
  .map(
    ([width, height, orientation]): Sides => (orientation < 5 ? { width, height } : { width: height, height: width }),
  );

describe('the renditions of a picture of any size, in any orientation', () => {
  it('lie within the picture, are smaller than it and at least a pixel wide and high', () => {
    fc.assert(
      fc.property(upright, (picture) => {
        for (const { width, height } of plannedSizes(picture)) {
          expect(Math.min(width, height)).toBeGreaterThanOrEqual(1);
          expect(width <= picture.width && height <= picture.height).toBe(true);
          expect(width === picture.width && height === picture.height).toBe(false);
        }
      }),
    );
  });

  it('show the same if they share a file: all of them are cut, or none is', () => {
    fc.assert(
      fc.property(upright, (picture) => {
        for (const sizes of Map.groupBy(plannedSizes(picture), suffixOf).values())
          expect(new Set(sizes.map(({ cut }) => cut)).size).toBe(1);
      }),
      { numRuns: 1_000 },
    );
  });
});
