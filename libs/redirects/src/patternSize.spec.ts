import fc from 'fast-check';
import { RE2JS, RE2JSException } from 're2js';
import { isPattern } from './pattern.ts';
import { patternSize } from './patternSize.ts';

const stepsOf = (source: string): number | undefined => {
  try {
    return RE2JS.compile(source).programSize();
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
};

describe('the size of a pattern', () => {
  it.each([
    ['(a{1000})'.repeat(200), 200_000],
    ['(?:\\p{L}{999})'.repeat(100), 99_000],
    ['(?:(?:ab){30}c){30}', 1_800],
    ['\\p{L}'.repeat(390), 390],
    ['[\\pL\\pN]'.repeat(300), 300],
    ['[B-\\x{1e900}]'.repeat(20), 4_000],
    ['(\\Q)\\Eab){1000}', 2_000],
    ['([)]ab){1000}', 2_000],
    ['([^])]ab){1000}', 2_000],
  ])('is estimated: %s has at least %d', (source, size) => {
    expect(patternSize(source)).toBeGreaterThan(size);
  });

  it.each(['(a{1000})'.repeat(200), '\\p{L}'.repeat(390), '[B-\\x{1e900}]'.repeat(20), '(?:\\p{L}{999})'.repeat(100)])(
    'rejects %s',
    (source) => {
      expect(isPattern(source)).toBe(false);
    },
  );

  it.each([
    '^/(\\d{4})/(\\d{2})/(.*)$',
    '/[а-яё\\p{L}]{1,200}/',
    '\\pL'.repeat(39),
    '^/.{1,300}$',
    'x'.repeat(1_990),
    '[^/]{1,900}',
  ])('accepts %s', (source) => {
    expect(isPattern(source)).toBe(true);
  });

  it('is never far below the steps of the compiled pattern', () => {
    const piece = fc.constantFrom(
      'a',
      '(',
      ')',
      '|',
      '*',
      '?',
      '{3}',
      '{2,9}',
      '{4,}',
      '[',
      ']',
      '^',
      '\\',
      'Q',
      'E',
      'p',
      '.',
      '-',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const source = pieces.join('');
        const steps = stepsOf(source);
        if (steps !== undefined) expect(4 * patternSize(source) + 8).toBeGreaterThan(steps);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('an unfinished class', () => {
  it.each([`[${'\\'.repeat(1_999)}`, '['.repeat(2_000), '[[:a'.repeat(500)])('is measured at once: %#', (source) => {
    expect(patternSize(source)).toBeGreaterThan(0);
  });
});
