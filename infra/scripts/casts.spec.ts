import { castsIn } from './casts.mjs';

const found = (source: string) => castsIn(source).map(({ line, code, isDouble }) => [line, code, isDouble]);

describe('the search for casts', () => {
  it('finds a cast to a type with its line', () => {
    expect(found('const é = 1;\nconst b =\n  a as Id;\n')).toEqual([[3, 'a as Id', false]]);
  });

  it('finds casts within casts', () => {
    expect(found('f((a as A).b as B);')).toEqual([
      [1, '(a as A).b as B', false],
      [1, 'a as A', false],
    ]);
  });

  it.each(['a as unknown as Id', '(a as unknown) as Id'])('counts a cast by way of unknown once: %s', (code) => {
    expect(found(`f(${code});`)).toEqual([[1, code, true]]);
  });

  it('ignores constants, checks, imports under another name, comments and texts', () => {
    const source = "import { a as b } from 'a';\nf(['x'] as const, b satisfies B, 'a as A'); // a as A\n";
    expect(found(source)).toEqual([]);
  });
});
