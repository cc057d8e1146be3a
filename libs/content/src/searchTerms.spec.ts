import fc from 'fast-check';
import { europeanWords } from './europeanWords.ts';
import { matchesSearch, relevanceRank, searchTerms } from './searchTerms.ts';

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
  ])('of %j are %j, not %j', (text, terms, excluded) => {
    expect(termsOf(text)).toEqual({ terms, excluded });
  });

  it.each([[''], ['  '], ['<b></b>'], ['x'.repeat(1601)], ['é'.repeat(801)]])('are none for %j', (text) => {
    expect(searchTerms(text)).toBeUndefined();
  });
});

describe('matchesSearch', () => {
  it.each([
    ['apple pie', ['Apple Tart', '', 'with pie'], {}, true],
    ['apple pie', ['Apple', '', ''], {}, false],
    ['apple -pie', ['Apple', 'pie', ''], {}, false],
    ['creme', ['Crème', '', ''], {}, true],
    ['100%', ['1000 %', '', ''], {}, false],
    ['apple', ['Apple', '', ''], { exact: true }, true],
    ['apple', ['Apple tart', '', ''], { exact: true }, false],
    ['apple tart', ['Apple', 'Tart', ''], { exact: true }, true],
  ])('%j in %j (%j): %s', (text, columns, options, expected) => {
    expect(matchesSearch(searchTerms(text)!, columns, options)).toBe(expected);
  });
});

describe('relevanceRank', () => {
  const record = (title: string, excerpt = '', content = '') => ({ title, excerpt, content });

  it.each([
    ['apple', record('Äpple'), 1],
    ['apple', record('x', 'apple'), 6],
    ['apple pie', record('The apple pie'), 1],
    ['apple pie', record('Pie of apple'), 2],
    ['apple pie', record('Pie'), 3],
    ['apple pie', record('x', 'apple pie'), 4],
    ['apple pie', record('x', 'y', 'an apple pie'), 5],
    ['apple pie', record('x', 'pie', 'apple'), 6],
    ['the apple', record('An apple'), 2],
    ['apple pie -tart', record('apple pie -tart'), 2],
    ['apple -pie', record('x', 'apple -pie'), 6],
    ['1 2 3 4 5 6 7', record('7 6 5 4 3 2 1'), 6],
    ['1 2 3 4 5 6 7', record('1 2 3 4 5 6 7 8'), 1],
    ['-pie', record('apple'), 6],
  ])('of %j in %j is %d', (text, found, rank) => {
    expect(relevanceRank(searchTerms(text)!, found)).toBe(rank);
  });
});

it('whatever is stored in Latin, Greek or Cyrillic letters is found by its own words', () => {
  fc.assert(
    fc.property(fc.array(europeanWords, { minLength: 1, maxLength: 4 }), (words) => {
      const stored = `Before ${words.join(' ')} after`;
      for (const word of [...words, words.join(' '), `"${words.join(' ')}"`])
        expect([word, matchesSearch(searchTerms(word)!, [stored])]).toEqual([word, true]);
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  ['l’été', "Fête de l'été"],
  ["l'été", 'Fête de l’été'],
  ['“tout” – même', '"Tout" - même'],
])('%s is found in %s', (search, stored) => {
  expect(matchesSearch(searchTerms(search)!, [stored])).toBe(true);
});
