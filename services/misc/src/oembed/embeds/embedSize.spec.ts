import { embedSize, wholeNumber } from './embedSize.ts';

describe('the size of an embedded record', () => {
  it.each([
    ['100', 200, 200],
    ['400', 400, 225],
    ['600', 600, 338],
    ['1000', 600, 338],
    ['0', 200, 200],
    ['', 200, 200],
    ['wide', 200, 200],
    ['400 pixels', 400, 225],
    ['-400', 400, 225],
    ['1e3', 600, 338],
    ['4.5e2 pixels', 450, 254],
    ['400.9', 400, 225],
    ['1e999', 200, 200],
    ['Infinity', 200, 200],
    ['333', 333, 200],
    ['99999999999999999999', 600, 338],
    [['400'], 200, 200],
    [null, 200, 200],
  ])('follows from %j: %d × %d', (asked, width, height) => {
    expect(embedSize(wholeNumber(asked))).toEqual({ width, height });
  });
});
