import fc from 'fast-check';
import { storedTrigrams, trigramProbe } from './trigrams.ts';

const isCandidate = (texts: readonly string[], word: string): boolean => {
  const stored = new Set<string | null>(storedTrigrams(texts));
  return trigramProbe(word)?.some((value) => stored.has(value)) ?? true;
};

/** The letters of a writing system of many letters, three of each in a row. */
const manyLetters = Array.from({ length: 9_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');

describe('the trigrams of texts in MongoDB', () => {
  it('make every document a candidate for each part of its texts', () => {
    const letters = fc.string({ unit: 'grapheme', minLength: 0, maxLength: 40 });
    fc.assert(
      fc.property(letters, letters, letters, (before, word, after) =>
        isCandidate(['title', before + word + after], word),
      ),
    );
  });

  it.each([
    ['harbour fair', 'harvest', false],
    ['harbour fair', 'harbinger', false],
    ['harbour', 'xy', true],
    [manyLetters, 'harvest', true],
    ['ab'.repeat(65_537), 'harvest', true],
  ])('make %.20s a candidate for %s: %s', (text, word, expected) => {
    expect(isCandidate([text], word)).toBe(expected);
  });

  it('are stored once each, and not at all for a text of too many', () => {
    expect([storedTrigrams(['ab'.repeat(1_000), 'bab']), storedTrigrams([manyLetters])]).toEqual([
      ['aba', 'bab'],
      [''],
    ]);
  });
});
