import fc from 'fast-check';
import { europeanWords } from './europeanWords.contract.ts';
import { foldText } from './foldText.ts';
import { searchTerms } from './searchTerms.ts';

const termsOf = (text: string) => {
  const { terms, excluded } = searchTerms(text) ?? {};
  return { terms, excluded };
};

describe('searchTerms', () => {
  it.each([
    ['"apple pie" tart', ['apple pie', 'tart'], []],
    ['a b', ['a b'], []],
    ['the apple -pie', ['apple'], ['pie']],
    ['"the apple', ['the apple'], []],
    ['-the pie', ['pie'], ['the']],
    ['"-x y" zed', ['zed'], ['x y']],
    ['Crème,brûlée+x1', ['creme', 'brulee', 'x1'], []],
    ["'quoted' 0 - who", ['quoted'], []],
    ['1 2 3 4 5 6 7 8 9', ['1', '2', '3', '4', '5', '6', '7', '8', '9'], []],
    ['1 2 3 4 5 6 7 8 9 10', ['1 2 3 4 5 6 7 8 9 10'], []],
    ['<b>bold</b>\n %20 text', ['bold', 'text'], []],
    ['" apple "', [' apple '], []],
    ['-x', [], ['x']],
    ['é', ['e'], []],
    ['100%_', ['100%_'], []],
  ])('finds in %j the terms %j, without %j', (text, terms, excluded) => {
    expect(termsOf(text)).toEqual({ terms, excluded });
  });

  it.each([[''], ['  '], ['<b></b>'], ['x'.repeat(1601)], ['é'.repeat(1601)]])('finds none in %j', (text) => {
    expect(searchTerms(text)).toBeUndefined();
  });
});

describe('text in Latin, Greek or Cyrillic letters', () => {
  it('is found by its own words', () => {
    fc.assert(
      fc.property(fc.array(europeanWords, { minLength: 1, maxLength: 4 }), (words) => {
        const stored = `Before ${words.join(' ')} after`;
        for (const word of [...words, words.join(' '), `"${words.join(' ')}"`])
          for (const term of searchTerms(word)?.terms ?? []) expect(foldText(stored)).toContain(term);
      }),
      { numRuns: 2_000 },
    );
  });
});
