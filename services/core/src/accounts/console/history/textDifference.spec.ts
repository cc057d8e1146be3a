import { textDifference } from './textDifference.ts';

const lines = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);

describe('the difference of two texts', () => {
  it('marks the lines that only one of them has', () => {
    const { before, after } = textDifference('One\nTwo <b>\nThree', 'One\nTwo & a half\nThree\nFour');
    expect(before.text).toBe('One\n<del>Two &lt;b&gt;\n</del>Three\n');
    expect(after.text).toBe('One\n<ins>Two &amp; a half\n</ins>Three\n<ins>Four\n</ins>');
  });

  it('leaves out common lines, except for the neighbours of others', () => {
    const { before, after } = textDifference(
      ['a', ...lines(1, 20), 'b', ...lines(30, 40)].join('\n'),
      ['A', ...lines(1, 20), 'B', ...lines(30, 40)].join('\n'),
    );
    expect(before.text).toBe('<del>a\n</del>line 1\nline 2\n…\nline 19\nline 20\n<del>b\n</del>line 30\nline 31\n…\n');
    expect(after.text).toContain('<ins>B\n</ins>line 30');
  });

  it('is both texts if too many lines differ for a comparison in time', () => {
    const [before, after] = [lines(1, 5_000).join('\n'), lines(5_001, 10_000).join('\n')];
    expect(textDifference(before, after).after.text).toBe(`<ins>${after}</ins>`);
  });

  it('is empty for equal texts', () => {
    expect(textDifference('One', 'One').before.text).toBe('One\n');
  });
});
