import fc from 'fast-check';
import { europeanLetters, europeanWords } from './europeanWords.contract.ts';
import { foldAccents } from './foldAccents.ts';
import { foldText } from './foldText.ts';

describe('folding texts for comparison', () => {
  it.each([
    ['ÀÉÎ Straße STRASSE Ærø', 'aei strasse strasse aero'],
    ['Þór Ðrangey Đakovo Œuvre Ľ', 'thor drangey dakovo oeuvre l'],
    ['1ª 2º ﬁn ½', '1a 2o fin 1⁄2'],
    ['€5 £6', '€5 £6'],
    ['ПРИЗ Й', 'приз и'],
    ['Ελλάς ΟΔΟΣ ᾧ', 'ελλασ οδοσ ω'],
    ['e\u0301', 'e'],
    ['İstanbul ılık', 'istanbul ilik'],
    ['l’été, l‘été, lʼété, l´été', "l'ete, l'ete, l'ete, l'ete"],
    ['“a” „b” c–d e—f', '"a" "b" c-d e-f'],
    ['Donau\u00addampf\u200b\0schiff', 'donaudampfschiff'],
    ['a\n\t b\u00a0c ', 'a b c '],
    ['日本語 한국어', '日本語 한국어'],
    ['हिन्दी', 'हिनदी'],
  ])('turns %j into %j', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('changes no folded text', () => {
    const text = fc.oneof(europeanWords, fc.string({ unit: 'binary' }));
    fc.assert(fc.property(text, (each) => expect(foldText(foldText(each))).toBe(foldText(each))));
  });

  it('gives each form of a letter the same', () => {
    for (const letter of europeanLetters) {
      const forms = [letter.toLowerCase(), letter.normalize('NFC'), letter.normalize('NFD'), ...capitals(letter)];
      expect([letter, ...forms.map(foldText)]).toEqual([letter, ...forms.map(() => foldText(letter))]);
    }
  });

  it('folds the parts of a text to the parts of its fold', () => {
    fc.assert(
      fc.property(europeanWords, europeanWords, (left, right) => {
        expect(foldText(left + right)).toBe(foldText(left) + foldText(right));
      }),
      { numRuns: 2_000 },
    );
  });
});

/**
 * Returns the capitals of a letter with the same fold.
 * The capital of an iota subscript is a separate letter. Old Cyrillic forms share the capitals of other letters.
 */
const capitals = (letter: string): string[] =>
  /\u0345/.test(letter.normalize('NFKD')) || /[\u1c80-\u1c88]/.test(letter) ? [] : [letter.toUpperCase()];

describe('a slug', () => {
  it('drops accents by its own rule', () => {
    expect(foldAccents('Façade Ærø Straße £5 €6 日')).toBe('Facade AEro Strase 5 E6 日');
  });
});

describe('a text of many ligatures that stand for whole phrases', () => {
  it('is searched by the first hundred and stays short', () => {
    expect(foldText('\ufdfa')).toBe(foldText('صلى الله عليه وسلم'));
    expect(foldText('\ufdfa'.repeat(30_000)).length).toBeLessThan(40_000);
    expect(foldText(`${'\ufdfa'.repeat(200)} harbour`)).toContain(' harbour');
  });
});
