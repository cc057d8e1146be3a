import { foldAccents } from './foldAccents.ts';
import { foldText } from './foldText.ts';
import { normalizedText } from './normalizedText.ts';
import { slugOf } from './slug.ts';
import { growsWithLength, repeated } from './testing.ts';

const DOT_BELOW = '\u0323';
const ACUTE = '\u0301';
/** A Tibetan vowel; it decomposes into two marks, of which the second sorts before the first. */
const VOWEL_II = '\u0f73';

describe('normalizedText', () => {
  it.each(['a\u0301\u0323', 'ﬁ', '각', `a${ACUTE.repeat(30)}`, 'plain'])(
    'changes nothing but the form of %j',
    (text) => {
      expect(normalizedText(text)).toBe(text.normalize('NFC'));
      expect(normalizedText(text, 'NFKD')).toBe(text.normalize('NFKD'));
    },
  );

  it('keeps 30 marks on each letter', () => {
    expect(normalizedText(`x${ACUTE.repeat(40)}x${ACUTE.repeat(31)}`)).toBe(`x${ACUTE.repeat(30)}x${ACUTE.repeat(30)}`);
  });

  it.each([normalizedText, foldText, foldAccents, slugOf])('takes time proportional to the length of %p', (work) => {
    const units = [ACUTE, ACUTE + DOT_BELOW, VOWEL_II, `a${VOWEL_II}`, '\u1100\u1161', '\ufdfa'];
    expect(units.filter((unit) => !growsWithLength(work, repeated(unit)))).toEqual([]);
  });

  it('leaves folded text unchanged, however many marks it has', () => {
    const folded = foldText(`a${VOWEL_II.repeat(100)}b${(ACUTE + VOWEL_II).repeat(100)}`);
    expect(foldText(folded)).toBe(folded);
  });
});
