import { cutToBytes } from './cutToBytes.ts';

describe('cutToBytes', () => {
  it.each([
    ['harbour', 7, 'harbour'],
    ['harbour', 4, 'harb'],
    ['harbour', 0, ''],
    ['', 5, ''],
    ['été', 4, 'ét'],
    ['日本', 5, '日'],
    ['ab👩', 5, 'ab'],
    ['👩👩', 4, '👩'],
    ['\ufeffab', 4, '\ufeffa'],
    ['x'.repeat(10_000_000), 50, 'x'.repeat(50)],
  ])('cuts between characters: case %#', (text, maxBytes, expected) => {
    expect(cutToBytes(text, maxBytes)).toBe(expected);
  });
});
