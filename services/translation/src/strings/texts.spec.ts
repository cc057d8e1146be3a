import { growsWithLength } from '@almanac/text/testing';
import { withLineFeedsOf } from './texts.ts';

describe('withLineFeedsOf', () => {
  it.each([
    ['a', '\nb\n\n', 'b'],
    ['\na', 'b\n', '\nb'],
    ['\na\n', '\n\nb\nc\n\n', '\n\nb\nc\n\n'],
    ['a\n', 'b', 'b\n'],
    ['\n', 'b', '\nb\n'],
    ['a', '\n\n', '\n\n'],
    ['a', '', ''],
  ])('turns for %j the translation %j into %j', (source, text, expected) => {
    expect(withLineFeedsOf(source, text)).toBe(expected);
  });

  it('takes time proportional to the length of the text', () => {
    expect(
      growsWithLength(
        (text) => withLineFeedsOf('a\n', text),
        (length) => `a${'\n'.repeat(length)}a`,
      ),
    ).toBe(true);
  });
});
